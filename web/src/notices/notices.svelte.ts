// Browser notifications for players whose page is hidden when it's their turn, if they want them.

import { saveSetting, loadSetting } from "../ui/storage";
import { t } from "../i18n/index.svelte";

const POSSIBLE = "Notification" in window;

class Notices {
  private wanted = $state(loadSetting("notices", ["on"]) === "on");
  private allowed = $state(POSSIBLE ? Notification.permission : "denied");

  get on(): boolean {
    return this.wanted && this.allowed === "granted";
  }

  /** Notifications are blocked or unsupported. */
  get blocked(): boolean {
    return this.allowed === "denied";
  }

  /** The only place where the browser asks for permission. */
  async set(on: boolean): Promise<void> {
    if (on && POSSIBLE && this.allowed === "default") this.allowed = await Notification.requestPermission();
    this.wanted = on;
    saveSetting("notices", this.on ? "on" : "off");
  }

  /** Notify unless the page is visible. There is one notification per table: a new one replaces the old one. */
  async turn(table: string, name: string): Promise<void> {
    if (!this.on || !document.hidden) return;
    const body = {
      body: name ? t("noticeAt", { name }) : t("noticeText"),
      tag: table,
      icon: "/icons/icon-192.png",
      data: { path: `/t/${table}` },
    };
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker?.active) await worker.showNotification(t("noticeTitle"), body);
    else new Notification(t("noticeTitle"), body).onclick = () => window.focus();
  }
}

export const notices = new Notices();
