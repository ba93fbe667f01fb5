import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

import { messages } from "./tools/messages";

/** What all pages share: folders and modules of src/, and the modules that stand in it. */
const SHARED = [
  "ui",
  "net",
  "i18n",
  "app",
  "notices",
  "games/games",
  "lobby/createTable",
  "replay/messages",
  "\\w+\\.",
];

// The built client is committed with the package, so that nobody needs node to play.
export default defineConfig({
  plugins: [svelte(), messages()],
  build: {
    outDir: "../src/worldgates/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Few files, because each of them is a request: what all pages share, what tables share, and each page and
        // game.
        codeSplitting: {
          groups: [
            {
              name: "app",
              test: new RegExp(`node_modules/(?!uqr)|src/(${SHARED.join("|")})`),
            },
            { name: "table", test: /src\/(board|table|pages\/TablePage)\b(?!\/Guide)/ },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8765", ws: true } } },
});
