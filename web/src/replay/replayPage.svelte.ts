// The state of the replay page that its parts share: the recording, its analysis, the game's module, and what is open.

import { untrack } from "svelte";
import { MediaQuery } from "svelte/reactivity";

import type { GameModule } from "../games/contract";
import { loadGame } from "../games/games";
import { locale, t } from "../i18n/index.svelte";
import { showError } from "../lobby/createTable";
import * as api from "../net/api";
import * as records from "../net/records";
import type { About, GameCard, GameRecord } from "../protocol.gen";
import { router } from "../router.svelte";
import { turnOf } from "../table/turn";
import { theme } from "../ui/theme.svelte";
import { toasts } from "../ui/toasts.svelte";
import { GameAnalysis } from "./analysis.svelte";
import { marks } from "./curve";
import { replayMessages } from "./messages";
import { Recording, type Viewpoint } from "./recording.svelte";
import { playOnFrom, readRecord, sentencesOfHash } from "./stepping";

/** What is open above the replay: at most one of these at a time. */
export type Sheet = "log" | "fair" | "result" | "settings" | "play on";

const WIDE = new MediaQuery("min-width: 1200px");

export class ReplayPage {
  recording = $state.raw<Recording | null>(null);
  /** Why there is no replay: the game is still running or does not exist. */
  missing = $state<"playing" | "gone" | null>(null);
  fileError = $state("");
  sheet = $state<Sheet | null>(null);
  game = $state.raw<GameModule | null>(null);
  cards = $state.raw<readonly GameCard[]>([]);
  about = $state.raw<About | null>(null);

  readonly analysis = $derived(this.recording ? new GameAnalysis(this.recording) : null);
  readonly marked = $derived(this.analysis?.found ? marks(this.analysis.found) : undefined);
  readonly state = $derived(this.recording?.state ?? null);
  private readonly name = $derived(this.recording?.record.game);
  readonly title = $derived(this.about?.games.find((each) => each.id === this.name)?.titles[locale.language] ?? "");
  readonly round = $derived(Number(this.state?.view?.round ?? 0));
  readonly turn = $derived(
    this.state && this.recording
      ? turnOf(this.state, this.recording.sentences.slice(0, this.recording.sentencesShown))
      : null,
  );
  /** What happens at this step, in words. */
  readonly text = $derived((this.recording?.step?.sentences ?? []).map((sentence) => sentence.text).join(" "));

  /** Called while the page's component is made, because it starts effects. `id` is the table of the link. */
  constructor(private readonly id: () => string | null) {
    $effect(() => theme.setGame(this.name ?? "lobby"));
    $effect(() => void api.aboutOnce().then((found) => (this.about = found), showError));
    $effect(() => {
      if (this.name) loadGame(this.name).then((found) => (this.game = found), showError);
    });
    $effect(() => {
      if (this.name) api.cards(this.name, locale.language).then((found) => (this.cards = found), showError);
    });
    $effect(() => {
      const table = this.table;
      this.missing = null;
      this.fileError = "";
      if (table !== null) untrack(() => void this.load(table));
    });
    // When the page goes away, nobody looks at the analysis any more.
    $effect(() => {
      const current = this.analysis;
      return () => current?.stop();
    });
    // The sentences come from the server, so a change of language loads them again.
    let shownLanguage = locale.language;
    $effect(() => {
      if (shownLanguage === locale.language) return;
      shownLanguage = locale.language;
      untrack(() => this.recording && this.see(this.recording.viewpoint));
    });
    // Autoplay.
    $effect(() => {
      const current = this.recording;
      if (!current?.playing) return;
      const timer = setTimeout(() => current.go(current.at + 1), current.pause);
      return () => clearTimeout(timer);
    });
  }

  /** The table of the link; null for a record from disk. */
  get table(): string | null {
    return this.id();
  }

  /** The turn, the analysis and the chronicle stand next to the board. */
  get wide(): boolean {
    return WIDE.current;
  }

  /** Where to play on, and at which seat. */
  get moment(): { step: number; seat: number } {
    const { recording } = this;
    if (!recording) return { step: 0, seat: 0 };
    const { at, steps, viewpoint } = recording;
    return playOnFrom({ at, steps, viewpoint, own: recording.table?.mine[0] }, this.analysis?.found ?? null);
  }

  open = (sheet: Sheet): void => void (this.sheet = sheet);
  close = (): void => void (this.sheet = null);

  private async load(table: string): Promise<void> {
    try {
      const summary = await api.table(table);
      if (summary.status !== "over") this.missing = summary.status === "abandoned" ? "gone" : "playing";
      else await this.show(new Recording(await records.record(table), summary));
    } catch (error) {
      if (error instanceof api.ApiError && (error.status === 404 || error.status === 409))
        this.missing = error.status === 404 ? "gone" : "playing";
      else this.showLoadError(error);
    }
  }

  private async show(found: Recording): Promise<void> {
    // One's own games open from one's own seat.
    await found.view(found.table?.mine[0] ?? found.viewpoint, locale.language);
    this.recording = found;
    // A link can name a moment.
    const sentences = sentencesOfHash(location.hash);
    if (sentences !== null) found.seek(sentences);
  }

  /** Open a record file that the visitor has chosen or dropped. */
  read = async (file: File): Promise<void> => {
    this.fileError = "";
    const content = await readRecord(file);
    if ("fault" in content) return void (this.fileError = replayMessages()[content.fault]);
    try {
      // The server checks it.
      const found = new Recording(content.record as GameRecord, null);
      await found.view(found.viewpoint, locale.language);
      router.go("/replay");
      this.recording = found;
      this.missing = this.sheet = null;
    } catch (error) {
      this.showLoadError(error);
    }
  };

  /** The server says what is wrong with a record, and where. */
  private showLoadError(error: unknown): void {
    if (!(error instanceof api.ApiError) || error.status !== 422) return showError(error);
    const why = [error.key, error.message].filter(Boolean).join(": ").replace(/\.$/, "");
    this.fileError = replayMessages().notRecord({ why });
  }

  see = (viewpoint: Viewpoint): void => {
    this.recording?.view(viewpoint, locale.language).catch(showError);
    if (this.analysis?.on) this.examine(viewpoint);
  };

  /** Set or leave the view with all cards open. */
  showOpen = (on: boolean): void => this.see(on ? "open" : (this.recording?.table?.mine[0] ?? "spectator"));

  /** Begin the analysis. Spectators know no hand, so that they see most with all cards open. */
  analyse = (): void => {
    if (!this.recording) return;
    const viewpoint = this.recording.viewpoint === "spectator" ? "open" : this.recording.viewpoint;
    if (viewpoint === this.recording.viewpoint) this.examine(viewpoint);
    else {
      if (this.analysis) this.analysis.on = true;
      this.see(viewpoint);
    }
  };

  private examine(viewpoint: Viewpoint): void {
    const { analysis } = this;
    analysis?.show(viewpoint, locale.language).catch((error: unknown) => {
      analysis.stop();
      showError(error);
    });
  }

  download = (): void => {
    if (!this.recording) return;
    const { record } = this.recording;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: "application/json" }));
    link.download = `worldgates-${this.table ?? record.game}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };

  /** Copy a link to the current moment. */
  copy = async (): Promise<void> => {
    if (!this.recording) return;
    const address = `${location.origin}/replay/${this.table}#${this.recording.sentencesShown}`;
    history.replaceState(null, "", address);
    await navigator.clipboard?.writeText(address).then(
      () => toasts.show(t("copied")),
      () => {},
    );
  };
}
