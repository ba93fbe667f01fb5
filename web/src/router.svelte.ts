// Routes: / (lobby), /t/ID (a table), /tv/ID (a table on a big screen), /replay/ID (a finished game), /replay (a record
// from disk), /statistics, /rules/GAME, /cards/GAME, /credits.

class Router {
  path = $state(location.pathname);

  constructor() {
    addEventListener("popstate", () => (this.path = location.pathname));
    document.addEventListener("click", (event) => {
      if (
        event.defaultPrevented ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey
      )
        return;
      const link = (event.target as Element | null)?.closest("a");
      if (!link || link.target || link.origin !== location.origin || link.hasAttribute("download")) return;
      if (link.hash && link.pathname === location.pathname) return;
      if (link.pathname.startsWith("/api/") || link.pathname.startsWith("/assets/")) return;
      event.preventDefault();
      this.go(link.pathname + link.hash);
    });
  }

  go(address: string): void {
    const [path, hash] = address.split("#") as [string, string?];
    if (address !== location.pathname + location.hash) history.pushState(null, "", address);
    this.path = path;
    if (!hash) scrollTo(0, 0);
    // Screen readers start at the new page's content.
    setTimeout(() => document.getElementById("main")?.focus({ preventScroll: true }), 100);
  }
}

export const router = new Router();
