// A module of the client's source, with all that it imports, for programs that run without a browser.
import { createServer } from "vite";

/** `path` as seen from web/, as in "src/games/clef/logic.ts". */
export async function load(path) {
  const server = await createServer({ configFile: false, root: process.cwd(), logLevel: "error", appType: "custom", server: { middlewareMode: true, hmr: false, ws: false, watch: null }, optimizeDeps: { noDiscovery: true } });
  try {
    return await server.ssrLoadModule(`/${path}`);
  } finally {
    await server.close();
  }
}
