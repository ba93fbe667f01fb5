// Renders the app icons from public/icons/icon.svg with the Chromium on PATH. Run: node tools/icons.mjs
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = new URL("../public/icons/", import.meta.url);
const svg = readFileSync(new URL("icon.svg", folder), "utf8");
const page = join(tmpdir(), "worldgates-icon.html");

for (const size of [180, 192, 512]) {
  writeFileSync(
    page,
    `<!doctype html><style>* { margin: 0 } svg { display: block; width: ${size}px; height: ${size}px }</style>${svg}`,
  );
  const file = fileURLToPath(new URL(`icon-${size}.png`, folder));
  const { status } = spawnSync(
    "chromium",
    [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--hide-scrollbars",
      `--window-size=${size},${size}`,
      `--screenshot=${file}`,
      `file://${page}`,
    ],
    { stdio: "ignore" },
  );
  if (status !== 0) throw new Error(`chromium ended with ${status}`);
}
