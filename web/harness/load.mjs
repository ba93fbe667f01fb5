// Loads a client module and its imports for scripts that run without a browser.
import { createServer } from "vite";

/** `path` is relative to web/, for example "src/games/clef/logic.ts". */
export async function load(path) {
  const server = await createServer({
    configFile: false,
    root: process.cwd(),
    logLevel: "error",
    appType: "custom",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    return await server.ssrLoadModule(`/${path}`);
  } finally {
    await server.close();
  }
}
