// The state of the table page that its parts share: the connection, the game's module and cards, and what is open.

import type { GameModule } from "../games/contract";
import { loadGame } from "../games/games";
import { locale } from "../i18n/index.svelte";
import { showError } from "../lobby/createTable";
import * as api from "../net/api";
import { TableConnection } from "../net/tableConnection.svelte";
import type { About, Action, GameCard } from "../protocol.gen";
import { router } from "../router.svelte";
import { MediaQuery } from "svelte/reactivity";
import { Lesson } from "./lesson.svelte";
import { muted } from "./muted.svelte";
import { turnOf } from "./turn";

/** What is open above the table: at most one of these at a time. */
export type Sheet =
  | { readonly kind: "menu" | "log" | "ending" }
  /** All rules, or one clause. */
  | { readonly kind: "rules"; readonly only: string | null };

export type LogTab = "chronicle" | "chat";

const WIDE = new MediaQuery("min-width: 1200px");

export class TablePage {
  readonly table: TableConnection;
  readonly lesson: Lesson;
  game = $state.raw<GameModule | null>(null);
  cards = $state.raw<readonly GameCard[]>([]);
  private about = $state.raw<About | null>(null);
  sheet = $state.raw<Sheet | null>(null);
  tab = $state<LogTab>("chronicle");
  private read = $state(0);
  private rematchRequested = $state(false);

  readonly name = $derived.by(() => this.table.welcome?.game);
  readonly title = $derived(this.about?.games.find((each) => each.id === this.name)?.titles[locale.language] ?? "");
  readonly round = $derived.by(() => Number(this.table.state?.view?.round ?? 0));
  readonly turn = $derived.by(() => (this.table.state ? turnOf(this.table.state, this.table.sentences) : null));
  readonly over = $derived.by(() => ["over", "abandoned"].includes(this.table.state?.status ?? ""));
  /** Only bots decide now, so their moves can be skipped. */
  readonly botsPlay = $derived.by(
    () => this.table.state?.status === "playing" && this.table.state.mine_asked === null && !!this.turn?.bot,
  );
  readonly unread = $derived.by(
    () => this.table.chatLines.slice(this.read).filter((line) => !muted.has(line.name)).length,
  );
  private readonly chatSeen = $derived.by(
    () => this.table.state?.status === "waiting" || (this.tab === "chat" && (this.wide || this.sheet?.kind === "log")),
  );

  /** Called while the page's component is made, because it starts effects. */
  constructor(id: string) {
    this.table = new TableConnection(id, locale.language);
    this.lesson = new Lesson(this.table);
    $effect(() => {
      api.aboutOnce().then((found) => (this.about = found), showError);
    });
    $effect(() => {
      if (this.name) loadGame(this.name).then((found) => (this.game = found), showError);
    });
    $effect(() => {
      if (this.name) api.cards(this.name, locale.language).then((found) => (this.cards = found), showError);
    });
    $effect(() => this.table.setLanguage(locale.language));
    // Messages from before the visitor arrived don't count as unread.
    let entered = false;
    $effect(() => {
      if ((this.table.welcome && !entered) || this.chatSeen) {
        entered = true;
        this.read = this.table.chatLines.length;
      }
    });
    // A rematch takes those along who asked for it.
    $effect(() => {
      if (this.rematchRequested && this.table.state?.next_table) router.go(`/t/${this.table.state.next_table}`);
    });
  }

  /** The turn and the chronicle stand next to the board. */
  get wide(): boolean {
    return WIDE.current;
  }

  /** What the guide or a hint proposes. */
  get proposed(): Action | null {
    return this.lesson.hint ?? this.table.hint?.action ?? null;
  }

  close = (): void => void (this.sheet = null);
  openMenu = (): void => void (this.sheet = { kind: "menu" });
  openRules = (only: string | null = null): void => void (this.sheet = { kind: "rules", only });
  showResult = (): void => void (this.sheet = { kind: "ending" });

  openLog(tab: LogTab): void {
    this.tab = tab;
    if (!this.wide) this.sheet = { kind: "log" };
  }

  act = (action: Action): void => {
    if (this.lesson.accepts(action)) this.table.play(action);
  };

  again = (): void => {
    this.rematchRequested = true;
    const next = this.table.state?.next_table;
    if (next) router.go(`/t/${next}`);
    else this.table.rematch();
  };
}
