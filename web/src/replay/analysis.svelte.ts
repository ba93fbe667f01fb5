// The analysis of a game: asked for while somebody looks, and shown from the viewpoint of the replay.

import { ApiError } from "../net/api";
import * as records from "../net/records";
import type { AnalysisProgress, Language, SeenAnalysis } from "../protocol.gen";
import type { Recording, Viewpoint } from "./recording.svelte";

const ASK_EVERY = 1000;

/** Ask until an analysis is done, or until `wanted` says no. The server stops when nobody asks. */
export async function follow(
  source: records.Source,
  brief: boolean,
  viewpoint: Viewpoint,
  language: Language,
  wanted: () => boolean,
  heard: (progress: AnalysisProgress) => void = () => {},
): Promise<SeenAnalysis | null> {
  let id = "";
  while (wanted()) {
    const first = !id;
    try {
      const progress = id ? await records.analysis(id, viewpoint, language) : await records.analyse(source, brief);
      if (!wanted()) return null;
      heard(progress);
      id = progress.id;
      if (progress.analysis) return progress.analysis;
      // It was kept with its game.
      if (first && progress.done === progress.of) continue;
    } catch (error) {
      // Too many requests: a little later. Forgotten, because nobody looked for long: once more from the beginning.
      if (!(error instanceof ApiError) || !id || (error.status !== 429 && error.status !== 404)) throw error;
      if (error.status === 404) id = "";
    }
    await new Promise((done) => setTimeout(done, ASK_EVERY));
  }
  return null;
}

export class GameAnalysis {
  /** Whether the page shows an analysis, or how far it is. */
  on = $state(false);
  progress = $state.raw<AnalysisProgress | null>(null);
  private seen = $state.raw<{ key: string; found: SeenAnalysis } | null>(null);
  private wanted = "";

  constructor(readonly recording: Recording) {}

  /** The analysis, if it is that of the viewpoint that the replay shows. */
  readonly found: SeenAnalysis | null = $derived.by(() => {
    const { seen, recording } = this;
    const fits =
      seen &&
      seen.found.open === (recording.viewpoint === "open") &&
      seen.found.seat === (typeof recording.viewpoint === "number" ? recording.viewpoint : null) &&
      seen.found.steps.length === recording.steps.length;
    return this.on && fits ? seen.found : null;
  });

  /** Where this game's record is. */
  get source(): records.Source {
    return this.recording.table ? { table: this.recording.table.id } : { record: this.recording.record };
  }

  /** Show the analysis from a viewpoint, and compute it first if it is not there. */
  async show(viewpoint: Viewpoint, language: Language): Promise<void> {
    const key = `${viewpoint} ${language}`;
    if (this.wanted === key) return;
    this.on = true;
    this.wanted = key;
    const found = await follow(
      this.source,
      false,
      viewpoint,
      language,
      () => this.wanted === key,
      (progress) => (this.progress = progress),
    );
    if (found && this.wanted === key) this.seen = { key, found };
  }

  /** Nobody looks any more. */
  stop(): void {
    this.on = false;
    this.wanted = "";
    this.progress = null;
  }
}
