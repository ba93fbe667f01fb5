import { t } from "../i18n/index.svelte";

/** A delay in seconds as text. */
export function delayText(seconds: number): string {
  return seconds < 60 ? t("nSeconds", { n: seconds }) : t("nMinutes", { n: Math.round(seconds / 60) });
}
