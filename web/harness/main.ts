// The Molthar table with saved states: ?state=mock&theme=light&hint=1&end=1 (npx vite --config harness/vite.config.ts)
import "../src/look/fonts.css";
import "../src/look/tokens.css";
import "../src/look/base.css";
import "../src/look/pace.svelte";

import { mount } from "svelte";

import Harness from "./Harness.svelte";

mount(Harness, { target: document.getElementById("app")! });
