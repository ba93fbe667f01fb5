import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

import svelteConfig from "./svelte.config.js";

export default ts.config(
  // Generated or drawn data.
  { ignores: ["node_modules", "src/protocol.gen.ts", "src/**/glyphs.ts", "src/lobby/art.ts"] },
  js.configs.recommended,
  ts.configs.strict,
  svelte.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // An index that is in range: `noUncheckedIndexedAccess` makes every other use of it a fault.
      "@typescript-eslint/no-non-null-assertion": "off",
      // French sentences have no-break spaces.
      "no-irregular-whitespace": ["error", { skipTemplates: true }],
      // Drawings are constants of this repository; texts of players are never HTML.
      "svelte/no-at-html-tags": "off",
      // `{" "}` keeps a space at the end of a line.
      "svelte/no-useless-mustaches": "off",
      // State of the server is replaced as a whole and not changed.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    // Rules that need types. svelte-check checks the types of components, whose snippets this parser does not know.
    files: ["src/**/*.ts"],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/no-unsafe-argument": "error",
      "@typescript-eslint/no-unsafe-assignment": "error",
      "@typescript-eslint/no-unsafe-call": "error",
      "@typescript-eslint/no-unsafe-member-access": "error",
      "@typescript-eslint/no-unsafe-return": "error",
      "@typescript-eslint/no-floating-promises": "error",
    },
  },
  { files: ["tools/**", "harness/**", "*.js"], languageOptions: { globals: globals.node } },
  { files: ["public/sw.js"], languageOptions: { globals: globals.serviceworker } },
);
