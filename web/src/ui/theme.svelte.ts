// The theme, dark or light: the system's unless the visitor has chosen one.

import { saveSetting, loadSetting } from "./storage";

export const THEME_CHOICES = ["auto", "dark", "light"] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

const system = matchMedia("(prefers-color-scheme: light)");

class Theme {
  choice = $state<ThemeChoice>(loadSetting("light", THEME_CHOICES) ?? "auto");
  game = $state<string>("lobby");

  constructor() {
    system.addEventListener("change", () => this.apply());
    this.apply();
  }

  setChoice(choice: ThemeChoice): void {
    this.choice = choice;
    saveSetting("light", choice);
    this.apply();
  }

  setGame(game: string): void {
    this.game = game;
    this.apply();
  }

  private apply(): void {
    const page = document.documentElement;
    page.dataset.theme = this.choice === "auto" ? (system.matches ? "light" : "dark") : this.choice;
    page.dataset.game = this.game;
  }
}

export const theme = new Theme();
