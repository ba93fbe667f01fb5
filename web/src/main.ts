import "./ui/fonts.css";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/theme.svelte";

import { mount } from "svelte";

import App from "./App.svelte";
import { locale } from "./i18n/index.svelte";

// After an update, an old page requests files that no longer exist: reload, but at most once per minute.
addEventListener("vite:preloadError", (event) => {
  const last = Number(sessionStorage.getItem("worldgates.reloaded") ?? 0);
  if (Date.now() - last < 60_000) return;
  sessionStorage.setItem("worldgates.reloaded", String(Date.now()));
  event.preventDefault();
  location.reload();
});

void locale.start().then(() => mount(App, { target: document.getElementById("app") as HTMLElement }));
