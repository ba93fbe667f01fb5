// The games that wait for somebody: counted on the page's sign, and looked for every minute, also from a hidden page.

import { toasts } from "../ui/toasts.svelte";
import type { TableSummary } from "../protocol";
import { router } from "../router.svelte";
import { visitor } from "../visitor.svelte";
import { t } from "../i18n/index.svelte";
import { notices } from "./notices.svelte";

const MINUTE = 60_000;
const favicon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
const plain = favicon?.href ?? "";

/** The number of games, on the sign of the page and of the app. */
export function showBadge(many: number): void {
  const dot = `<circle cx='22' cy='10' r='10' fill='#c8321f'/><text x='22' y='15' font-family='sans-serif' font-size='15' font-weight='700' text-anchor='middle' fill='#fff'>${Math.min(many, 9)}</text></svg>`;
  if (favicon) favicon.href = many ? plain.replace("%3C/svg%3E", encodeURIComponent(dot)) : plain;
  // Where it is not installed it has no sign of its own.
  if ("setAppBadge" in navigator) (many ? navigator.setAppBadge(many) : navigator.clearAppBadge()).catch(() => {});
}

export function pollEveryMinute(): () => void {
  const timer = setInterval(() => void (visitor.me && visitor.load().catch(() => {})), MINUTE);
  return () => clearInterval(timer);
}

let known: Set<string> | null = null;

/** Tell of games that wait since the last time; the table on this page tells of itself. */
export function notifyNewlyWaiting(waiting: TableSummary[]): void {
  for (const table of waiting) if (known && !known.has(table.id) && router.path !== `/t/${table.id}`) void notices.turn(table.id, table.name);
  known = new Set(waiting.map((table) => table.id));
}

/** The link of a mail leads to the lobby: it says what came of it. */
export function showMailResult(): void {
  const answer = new URLSearchParams(location.search).get("mail");
  if (answer !== "on" && answer !== "off") return;
  toasts.show(t(answer === "on" ? "mailOn" : "mailOff"));
  history.replaceState(null, "", location.pathname);
}
