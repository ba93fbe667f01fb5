// Dark or light: what the system says, until somebody says otherwise.

export type Light = "auto" | "dark" | "light";

const KEY = "worldgates.light";
const system = matchMedia("(prefers-color-scheme: light)");

function remembered(): Light {
  try {
    const found = localStorage.getItem(KEY);
    return found === "dark" || found === "light" ? found : "auto";
  } catch {
    return "auto";
  }
}

class Look {
  light = $state<Light>(remembered());
  game = $state<string>("lobby");

  constructor() {
    system.addEventListener("change", () => this.show());
    this.show();
  }

  setLight(light: Light): void {
    this.light = light;
    try {
      localStorage.setItem(KEY, light);
    } catch {
      // Then it is asked again next time.
    }
    this.show();
  }

  setGame(game: string): void {
    this.game = game;
    this.show();
  }

  private show(): void {
    const page = document.documentElement;
    page.dataset.theme = this.light === "auto" ? (system.matches ? "light" : "dark") : this.light;
    page.dataset.game = this.game;
  }
}

export const look = new Look();
