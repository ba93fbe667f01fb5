// The page as an app: what it leaves in the browser, whether it can be installed, and whether the server has a newer one.

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

const OFTEN = 10 * 60_000;
const SELDOM = 30_000;

class Shell {
  private offer = $state.raw<InstallPrompt | null>(null);
  /** The server has another build than this page is. */
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
    // It comes last: the first visit is not slower for it.
    if (import.meta.env.PROD && "serviceWorker" in navigator) {
      const register = (): void => void navigator.serviceWorker.register("/sw.js").catch(() => {});
      if (document.readyState === "complete") register();
      else addEventListener("load", register);
    }
  }

  /** The browser offers to install the page. */
  get installable(): boolean {
    return this.offer !== null;
  }

  async install(): Promise<void> {
    await this.offer?.prompt();
    this.offer = null;
  }

  /** Look whether the server has a newer page: its files are named by what is in them. */
  async check(): Promise<void> {
    const built = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.getAttribute("src");
    if (this.outdated || !built || Date.now() - this.checked < SELDOM) return;
    this.checked = Date.now();
    try {
      const answer = await fetch("/", { cache: "no-cache" });
      if (answer.ok) this.outdated = !(await answer.text()).includes(built);
    } catch {
      // No network: the page is as new as can be.
    }
  }
}

export const shell = new Shell();
