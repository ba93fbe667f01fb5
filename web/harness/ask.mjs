// Calls functions of a client module without a browser: each input line is a JSON list [function, arguments...], each output line its result.
// In web/: node harness/ask.mjs src/games/molthar/logic.ts
import { createInterface } from "node:readline";
import { load } from "./load.mjs";

const module = await load(process.argv[2]);
for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...given] = JSON.parse(line);
  console.log(JSON.stringify(module[name](...given)));
}
