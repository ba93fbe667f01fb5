// The page as an installable app: registers the service worker, offers installation, detects a newer build on the
// server.

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

const OFTEN = 10 * 60_000;
const SELDOM = 30_000;

class Shell {
  private offer = $state.raw<InstallPrompt | null>(null);
  /** True when the server has a different build from this page. */
  outdated = $state(false);
  private checked = Date.now();

  constructor() {
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      this.offer = event as InstallPrompt;
    });
    addEventListener("appinstalled", () => (this.offer = null));
    document.addEventListener("visibilitychange", () => void (document.hidden || this.check()));
    setInterval(() => this.check(), OFTEN);
    // Register after the page has loaded, so that the first visit is not slower.
    if (import.meta.env.PROD && "serviceWorker" in navigator) {
      const register = (): void => void navigator.serviceWorker.register("/sw.js").catch(() => {});
      if (document.readyState === "complete") register();
      else addEventListener("load", register);
    }
  }

  /** True when the browser offers to install the page. */
  get installable(): boolean {
    return this.offer !== null;
  }

  async install(): Promise<void> {
    await this.offer?.prompt();
    this.offer = null;
  }

  /** Check for a newer build: the main script's file name contains its content hash. */
  async check(): Promise<void> {
    const built = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.getAttribute("src");
    if (this.outdated || !built || Date.now() - this.checked < SELDOM) return;
    this.checked = Date.now();
    try {
      const answer = await fetch("/", { cache: "no-cache" });
      if (answer.ok) this.outdated = !(await answer.text()).includes(built);
    } catch {
      // Offline: try again at the next check.
    }
  }
}

export const shell = new Shell();
