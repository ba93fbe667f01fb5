// What the shell gives a game to draw itself with.
//
// A game is a folder here with `Table.svelte` (props: TableProps), `End.svelte` (props: EndProps) and, if it likes,
// `Sentence.svelte` (props: SentenceProps). A game without its own is played through `Plain.svelte`.
//
// The table fills the box it gets (`height: 100%`; the box scrolls if it must) and brings its own padding. Beside it
// stand the turn and the chronicle from 1200 px on; below that they are a line above it and a sheet.

import type { Component } from "svelte";

import type { Action, Facts, Language, SeatShown, Sentence, State } from "../protocol";
import type { Translate } from "../words/index.svelte";

export interface TableProps {
  state: State;
  cards: Facts[];
  act: (action: Action) => void;
  hint: Action | null;
  /** Something was sent and is not answered yet. */
  busy: boolean;
  words: Translate;
  language: Language;
}

export interface EndProps {
  state: State;
  cards: Facts[];
  words: Translate;
  language: Language;
}

export interface SentenceProps {
  sentence: Sentence;
  seats: SeatShown[];
  cards: Facts[];
  language: Language;
}

type Module<Props extends object> = () => Promise<{ default: Component<Props> }>;

const tables = import.meta.glob("./*/Table.svelte") as Record<string, Module<TableProps>>;
const ends = import.meta.glob("./*/End.svelte") as Record<string, Module<EndProps>>;
const sentences = import.meta.glob("./*/Sentence.svelte") as Record<string, Module<SentenceProps>>;

export interface Drawn {
  Table: Component<TableProps>;
  End: Component<EndProps> | null;
  Sentence: Component<SentenceProps> | null;
}

/** The components of a game, each game in a file of its own. */
export async function drawn(game: string): Promise<Drawn> {
  const [table, end, sentence] = await Promise.all([
    tables[`./${game}/Table.svelte`]?.() ?? import("./Plain.svelte"),
    ends[`./${game}/End.svelte`]?.(),
    sentences[`./${game}/Sentence.svelte`]?.(),
  ]);
  return { Table: table.default as Component<TableProps>, End: end?.default ?? null, Sentence: sentence?.default ?? null };
}
