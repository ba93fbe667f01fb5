import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// Tests of what needs no browser; they stand beside what they test.
export default defineConfig({
  plugins: [svelte()],
  test: { include: ["src/**/*.test.ts", "tools/**/*.test.ts"] },
});
