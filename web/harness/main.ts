// Shows a game board with a saved state: ?state=mock&theme=light&hint=1&end=1 (npx vite --config harness/vite.config.ts)
import "../src/ui/fonts.css";
import "../src/ui/tokens.css";
import "../src/ui/base.css";
import "../src/ui/motion.svelte";

import { mount } from "svelte";

import Harness from "./Harness.svelte";

mount(Harness, { target: document.getElementById("app")! });
