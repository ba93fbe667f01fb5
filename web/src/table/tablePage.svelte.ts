// The state of the table page that its parts share: the connection, the game's module and cards, and what is open.

import type { GameModule } from "../games/contract";
import { loadGame } from "../games/games";
import { languageTag, locale, t } from "../i18n/index.svelte";
import { showError } from "../lobby/createTable";
import * as api from "../net/api";
import { TableConnection } from "../net/tableConnection.svelte";
import type { About, Action, GameCard } from "../protocol.gen";
import { router } from "../router.svelte";
import { visitor } from "../visitor.svelte";
import { equalActions } from "../board/equalActions";
import { toasts } from "../ui/toasts.svelte";
import { preferences } from "../ui/preferences.svelte";
import type { Risk } from "../games/risk";
import { MediaQuery } from "svelte/reactivity";
import { digestOf, freshPlaces, groupTurns, turnsSince, type TurnLines } from "./chronicle";
import { Lesson } from "./lesson.svelte";
import { muted } from "./muted.svelte";
import { turnOf } from "./turn";

/** What is open above the table: at most one of these at a time. */
export type Sheet =
  | { readonly kind: "menu" | "settings" | "keys" | "log" | "ending" }
  /** All rules, or one clause. */
  | { readonly kind: "rules"; readonly only: string | null };

export type LogTab = "chronicle" | "chat";

/** A move that waits until the player has confirmed it. */
export interface Confirming {
  readonly action: Action;
  /** The move in words. */
  readonly text: string;
  readonly risk: Risk | null;
}

const WIDE = new MediaQuery("min-width: 1200px");
/** As many letters of a chat line are shown when it comes. */
const MOST_HEARD = 90;
const NOTHING: ReadonlySet<string> = new Set();

export class TablePage {
  readonly table: TableConnection;
  readonly lesson: Lesson;
  game = $state.raw<GameModule | null>(null);
  cards = $state.raw<readonly GameCard[]>([]);
  private about = $state.raw<About | null>(null);
  sheet = $state.raw<Sheet | null>(null);
  tab = $state<LogTab>("chronicle");
  confirming = $state.raw<Confirming | null>(null);
  private read = $state(0);
  /** The turn in which the player has clicked on the board: what was new is no longer marked. */
  private clickedIn = $state(-1);
  /** The turn in which the player has opened or closed the digest. */
  private digestChoice = $state.raw<{ turn: number; open: boolean } | null>(null);
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
  private grouped: TurnLines[] = [];
  readonly turns = $derived.by(() => (this.grouped = groupTurns(this.table.sentences, this.grouped)));
  private readonly current = $derived(this.turns.at(-1)?.number ?? -1);
  private readonly since = $derived.by(() => {
    const seat = this.table.state?.seat ?? null;
    return seat === null ? [] : turnsSince(this.turns, seat);
  });
  /** What the others did since one's last turn. */
  readonly digest = $derived.by(() => {
    const { points } = this.game ?? {};
    return this.since
      .map((turn) =>
        digestOf(turn, this.table.state?.seats[turn.seat!]?.name ?? "", languageTag(), ({ event }) =>
          points ? points(event, this.cards) : 0,
        ),
      )
      .filter((line) => line.parts.length);
  });
  /** It is one's own turn, and one is asked. */
  readonly ownTurn = $derived.by(() => {
    const { asked, view } = this.table.state ?? {};
    return !!asked && view?.turn?.seat === asked.seat;
  });
  readonly digestOpen = $derived.by(
    () =>
      this.ownTurn &&
      this.digest.length > 0 &&
      !this.table.state?.guide &&
      (this.digestChoice?.turn === this.current ? this.digestChoice.open : this.wide && preferences.digest),
  );
  /** The places at which something is new, until one's first click. */
  readonly fresh = $derived.by(() =>
    this.game && this.clickedIn !== this.current && !this.table.state?.guide
      ? freshPlaces(this.since, this.game.changes)
      : NOTHING,
  );
  readonly undoable = $derived.by(() => !!this.table.state?.can_undo && !this.table.busy);
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
    // What somebody says while one does not look at the chat.
    let heard = this.table.chatLines.length;
    $effect(() => {
      const lines = this.table.chatLines;
      const [line] = lines.slice(heard).slice(-1);
      if (line && entered && !this.chatSeen && !muted.has(line.name) && line.name !== visitor.me?.name)
        toasts.show(line.name ? t("saidBy", { name: line.name, text: line.text.slice(0, MOST_HEARD) }) : line.text);
      heard = lines.length;
    });
    // A new state discards a move that waited to be confirmed.
    $effect(() => {
      void this.table.state?.number;
      this.confirming = null;
    });
    // The bots hurry as much as this player wants.
    $effect(() => {
      if (preferences.botSpeed === "instant" && this.botsPlay && !this.table.state?.skipping) this.table.skip();
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
  openSettings = (): void => void (this.sheet = { kind: "settings" });
  openKeys = (): void => void (this.sheet = { kind: "keys" });
  openRules = (only: string | null = null): void => void (this.sheet = { kind: "rules", only });
  showResult = (): void => void (this.sheet = { kind: "ending" });

  openLog(tab: LogTab): void {
    this.tab = tab;
    if (!this.wide) this.sheet = { kind: "log" };
  }

  /** A player's move. A lesson accepts only what it teaches; otherwise risky moves are confirmed first. */
  act = (action: Action): void => {
    const { guide, view, asked } = this.table.state ?? {};
    if (!this.lesson.accepts(action)) return;
    const risk = view && !guide ? (this.game?.risk(action, view) ?? null) : null;
    if (!guide && (preferences.confirm === "always" || (preferences.confirm === "risky" && risk))) {
      const text = asked?.choices.find((choice) => equalActions(choice.action, action))?.text ?? "";
      this.confirming = { action, text, risk };
    } else this.play(action);
  };

  confirm = (): void => {
    const action = this.confirming?.action;
    this.confirming = null;
    if (action) this.play(action);
  };

  cancel = (): void => void (this.confirming = null);

  private play(action: Action): void {
    this.clicked();
    this.closeDigest();
    this.table.play(action);
  }

  /** Undoes, or says why that is not possible. */
  undo = (): void => {
    if (this.undoable) this.table.undo();
    else if (this.whyNoUndo) toasts.show(this.whyNoUndo);
  };

  get whyNoUndo(): string {
    return this.table.state?.why_no_undo ?? "";
  }

  /** The player has clicked on the board: what was new has been seen. */
  clicked = (): void => {
    if (this.ownTurn) this.clickedIn = this.current;
  };

  openDigest = (): void => void (this.digestChoice = { turn: this.current, open: true });
  closeDigest = (): void => void (this.digestChoice = { turn: this.current, open: false });

  again = (): void => {
    this.rematchRequested = true;
    const next = this.table.state?.next_table;
    if (next) router.go(`/t/${next}`);
    else this.table.rematch();
  };
}
