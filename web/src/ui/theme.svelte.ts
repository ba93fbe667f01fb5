// Dark or light: what the system says, until somebody says otherwise.

import { keep, recall } from "./storage";

export const LIGHTS = ["auto", "dark", "light"] as const;
export type Light = (typeof LIGHTS)[number];

const system = matchMedia("(prefers-color-scheme: light)");

class Look {
  light = $state<Light>(recall("light", LIGHTS) ?? "auto");
  game = $state<string>("lobby");

  constructor() {
    system.addEventListener("change", () => this.show());
    this.show();
  }

  setLight(light: Light): void {
    this.light = light;
    keep("light", light);
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
