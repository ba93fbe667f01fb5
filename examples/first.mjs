// A bot in JavaScript: it prefers to activate, then to place, then the first legal action.
//     worldgates match molthar random "cmd:node examples/first.mjs"
// For every decision it reads one line of JSON and answers with one line.
import { createInterface } from "node:readline";

const preference = ["activate", "place"];

for await (const line of createInterface({ input: process.stdin })) {
  const { legal } = JSON.parse(line);
  const ranked = preference.map((kind) => legal.findIndex((action) => action.do === kind));
  const choice = ranked.find((index) => index >= 0) ?? 0;
  console.log(JSON.stringify({ choice }));
}
