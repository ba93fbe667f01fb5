// Runs functions of a module of the web client without a browser: one JSON list [function, arguments...] a line, an answer a line.
// node tests/web/logic.mjs web/src/games/molthar/logic.ts
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const typescript = createRequire(new URL("../../web/package.json", import.meta.url))("typescript");
const source = readFileSync(process.argv[2], "utf8");
const { outputText } = typescript.transpileModule(source, { compilerOptions: { module: "esnext", target: "es2022" } });
const module = await import(`data:text/javascript;base64,${Buffer.from(outputText).toString("base64")}`);
for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...given] = JSON.parse(line);
  console.log(JSON.stringify(module[name](...given)));
}
