// The games that wait for this visitor: counted on the favicon, polled every minute even while the page is hidden.

import { toasts } from "../ui/toasts.svelte";
import type { Summary } from "../protocol.gen";
import { router } from "../router.svelte";
import { visitor } from "../visitor.svelte";
import { t } from "../i18n/index.svelte";
import { notices } from "./notices.svelte";

const MINUTE = 60_000;
const favicon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
const plain = favicon?.href ?? "";

/** Show the number of waiting games on the favicon and the app icon. */
export function showBadge(many: number): void {
  const dot =
    "<circle cx='22' cy='10' r='10' fill='#c8321f'/>" +
    "<text x='22' y='15' font-family='sans-serif' font-size='15' font-weight='700' text-anchor='middle' fill='#fff'>" +
    `${Math.min(many, 9)}</text></svg>`;
  if (favicon) favicon.href = many ? plain.replace("%3C/svg%3E", encodeURIComponent(dot)) : plain;
  // Only an installed app has a badge; elsewhere the call fails.
  if ("setAppBadge" in navigator) (many ? navigator.setAppBadge(many) : navigator.clearAppBadge()).catch(() => {});
}

export function pollEveryMinute(): () => void {
  const timer = setInterval(() => void (visitor.me && visitor.load().catch(() => {})), MINUTE);
  return () => clearInterval(timer);
}

let known: Set<string> | null = null;

/** Notify about games that started waiting since the last call; the table on this page notifies by itself. */
export function notifyNewlyWaiting(waiting: readonly Summary[]): void {
  for (const table of waiting)
    if (known && !known.has(table.id) && router.path !== `/t/${table.id}`) void notices.turn(table.id, table.name);
  known = new Set(waiting.map((table) => table.id));
}

/** A link in an e-mail leads to the lobby, which shows the result as a toast. */
export function showMailResult(): void {
  const answer = new URLSearchParams(location.search).get("mail");
  if (answer !== "on" && answer !== "off") return;
  toasts.show(t(answer === "on" ? "mailOn" : "mailOff"));
  history.replaceState(null, "", location.pathname);
}
