import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

import { messages } from "./tools/messages";

// The built client is committed with the package, so that nobody needs node to play.
export default defineConfig({
  plugins: [svelte(), messages()],
  build: {
    outDir: "../src/worldgates/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8765", ws: true } } },
});
