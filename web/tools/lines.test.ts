import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { longLines } from "./lines";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDERS = ["src", "tools", "harness", "public"];
const WRITTEN = /\.(svelte|ts|mjs|js|css|html)$/;
/** Generated, or drawings: paths of SVG, which nobody reads line by line. */
const DRAWN = /^src\/(protocol\.gen\.ts|.*(glyphs|art|figures)\.ts)$/;

const files = [
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
  ),
  ...readdirSync(ROOT),
].filter((path) => WRITTEN.test(path) && !DRAWN.test(path));

test("the files of the client are found", () => {
  expect(files).toEqual(expect.arrayContaining(["index.html", "public/sw.js", "src/App.svelte", "tools/lines.ts"]));
});

test("no line is too long to read", () => {
  const found = files.flatMap((path) =>
    longLines(path, readFileSync(join(ROOT, path), "utf8")).map((line) => `${path}:${line}`),
  );
  expect(found).toEqual([]);
});

test("long code, comments and markup are found; sentences and drawn pictures are not", () => {
  const long = "x".repeat(114);
  expect(longLines("src/a.ts", `short\n// ${long} 12\n// ${long} 123`)).toEqual([3]);
  expect(longLines("src/A.svelte", `  <p>${long}</p>`)).toEqual([1]);
  expect(longLines("src/i18n/english.ts", `  "${long} ${long}",\n  // ${long} ${long}`)).toEqual([2]);
  expect(longLines("src/a.ts", `  "${long} ${long}",`)).toEqual([1]);
  expect(longLines("index.html", `  href="data:image/svg+xml,${long}"`)).toEqual([]);
});
