import { t } from "../i18n/index.svelte";

/** So many seconds, as one says it. */
export function delayText(seconds: number): string {
  return seconds < 60 ? t("nSeconds", { n: seconds }) : t("nMinutes", { n: Math.round(seconds / 60) });
}
