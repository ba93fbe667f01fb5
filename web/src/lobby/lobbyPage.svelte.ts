// The state of the lobby that its parts share: the tables, what the server offers, and what is open.

import { locale, t } from "../i18n/index.svelte";
import * as api from "../net/api";
import type { About, GameId, Summary } from "../protocol.gen";
import { router } from "../router.svelte";
import { toasts } from "../ui/toasts.svelte";
import { visitor } from "../visitor.svelte";
import { showError } from "./createTable";
import { sortTables } from "./sortTables";

const REFRESH_MS = 8000;
/** What the games are called until the server has said it. */
const TITLES: Readonly<Record<GameId, string>> = { molthar: "Portals of Molthar", clef: "La clef des mondes" };

/** The dialog for a new table: of which game, and whether all play on this screen. */
export interface Making {
  readonly game: GameId;
  readonly here: boolean;
}

export class LobbyPage {
  about = $state.raw<About | null>(null);
  making = $state.raw<Making | null>(null);
  settingsOpen = $state(false);
  private open = $state.raw<readonly Summary[]>([]);

  readonly tables = $derived(sortTables(visitor.me?.tables ?? [], this.open));

  /** The levels of bots that the server has. */
  get bots(): readonly string[] {
    return this.about?.bots ?? ["easy"];
  }

  title(game: GameId): string {
    return this.about?.games.find((each) => each.id === game)?.titles[locale.language] ?? TITLES[game];
  }

  /** Load the lobby, and again and again while it is shown; the result stops it. */
  follow(): () => void {
    api.aboutOnce().then((found) => (this.about = found), showError);
    const refresh = (): void => void this.refresh().catch(() => {});
    refresh();
    const timer = setInterval(refresh, REFRESH_MS);
    return () => clearInterval(timer);
  }

  private async refresh(): Promise<void> {
    if (document.hidden) return;
    const [tables] = await Promise.all([api.openTables(), visitor.load()]);
    this.open = tables;
  }

  make = (game: GameId, here = false): void => void (this.making = { game, here });
  openSettings = (): void => void (this.settingsOpen = true);

  /** Go to the table with this code. */
  async enter(code: string): Promise<void> {
    const wanted = code.trim().toUpperCase();
    if (!wanted) return;
    try {
      router.go(`/t/${(await api.byCode(wanted)).id}`);
    } catch (error) {
      if (error instanceof api.ApiError && error.status === 404) toasts.show(t("noSuchCode"), true);
      else showError(error);
    }
  }
}
