// Made by the build (tools/messages.ts).
declare module "virtual:messages/*" {
  import type { Tree } from "./sentences";
  const sentences: Tree;
  export default sentences;
  export const plural: (n: number) => number;
}
