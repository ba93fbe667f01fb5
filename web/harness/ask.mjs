// Runs functions of a module of the client without a browser: one JSON list [function, arguments...] a line, an answer a line.
// In web/: node harness/ask.mjs src/games/molthar/logic.ts
import { createInterface } from "node:readline";
import { load } from "./load.mjs";

const module = await load(process.argv[2]);
for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...given] = JSON.parse(line);
  console.log(JSON.stringify(module[name](...given)));
}
