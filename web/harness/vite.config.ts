import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
export default defineConfig({ root: new URL(".", import.meta.url).pathname, plugins: [svelte({ configFile: "../svelte.config.js" })], server: { port: 5182, proxy: { "/api": { target: "http://127.0.0.1:8765", ws: true } }, fs: { allow: [".."] } } });
