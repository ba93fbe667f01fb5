// Telling somebody who looks elsewhere that it is their turn: with a notification, if they want that.

import { saveSetting, loadSetting } from "../ui/storage";
import { t } from "../i18n/index.svelte";

const POSSIBLE = "Notification" in window;

class Notices {
  private wanted = $state(loadSetting("notices", ["on"]) === "on");
  private allowed = $state(POSSIBLE ? Notification.permission : "denied");

  get on(): boolean {
    return this.wanted && this.allowed === "granted";
  }

  /** The browser was told not to ask, or cannot. */
  get blocked(): boolean {
    return this.allowed === "denied";
  }

  /** The browser asks its reader, here and nowhere else. */
  async set(on: boolean): Promise<void> {
    if (on && POSSIBLE && this.allowed === "default") this.allowed = await Notification.requestPermission();
    this.wanted = on;
    saveSetting("notices", this.on ? "on" : "off");
  }

  /** Say it, unless the page is looked at. A table is said once: a second notification takes the place of the first. */
  async turn(table: string, name: string): Promise<void> {
    if (!this.on || !document.hidden) return;
    const body = { body: name ? t("noticeAt", { name }) : t("noticeText"), tag: table, icon: "/icons/icon-192.png", data: { path: `/t/${table}` } };
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker?.active) await worker.showNotification(t("noticeTitle"), body);
    else new Notification(t("noticeTitle"), body).onclick = () => window.focus();
  }
}

export const notices = new Notices();
