// The Molthar table with saved states: ?state=mock&theme=light&hint=1&end=1 (npx vite --config harness/vite.config.ts)
import { mount } from "svelte";
import "./tokens.css";
import Harness from "./Harness.svelte";
mount(Harness, { target: document.getElementById("app")! });
