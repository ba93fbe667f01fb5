import "./ui/fonts.css";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/theme.svelte";

import { mount } from "svelte";

import App from "./App.svelte";

// A page from before an update asks for files that are gone: it loads itself again, but not for ever.
addEventListener("vite:preloadError", (event) => {
  const last = Number(sessionStorage.getItem("worldgates.reloaded") ?? 0);
  if (Date.now() - last < 60_000) return;
  sessionStorage.setItem("worldgates.reloaded", String(Date.now()));
  event.preventDefault();
  location.reload();
});

mount(App, { target: document.getElementById("app") as HTMLElement });
