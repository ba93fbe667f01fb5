// The sentences of the Clef board; english.ts has their texts.
import { listOf, locale } from "../../i18n/index.svelte";
import type { ClefAction, ClefKey } from "../../protocol.gen";
import type { NoEffect, Obstacle } from "./turn";

/** What the short form of an effect can mention: a number of cards or keys, and a symbol. */
interface Short {
  n: number;
  keys: number;
  symbol: string;
}

const build = () => {
  const sentences = locale.messages.clef;
  const short: Record<string, string | ((values: Short) => string)> = sentences.short;
  return {
    ...sentences,
    effects: sentences.effects as Record<string, string>,
    keyName: (key: ClefKey) => sentences.keys[key],
    list: listOf,
    places: Object.values(sentences.places),
    sides: ([top = "", right = "", bottom = "", left = ""]: string[]) => sentences.sides({ top, right, bottom, left }),
    spoken: (name: string, kind: string, key: string, text: string) =>
      sentences.spoken({ name, kind: kind.toLowerCase(), key, text }),
    announced: (kind: string, key: string) => sentences.announced({ kind: kind.toLowerCase(), key }),
    short: (effect: string, values: Short): string | undefined => {
      const text = effect === "wild" && values.keys === 5 ? short.wildAny : short[effect];
      return typeof text === "function" ? text(values) : text;
    },
    confirms: sentences.confirms as Partial<Record<ClefAction["do"], string>>,
    refusal: ({ why }: Obstacle, about: { world: string; keys: string }): string =>
      why === "missing" ? sentences.refusals.missing(about) : sentences.refusals[why],
    whyNoEffect: (why: NoEffect, world: string): string =>
      why === "elsewhere" ? sentences.elsewhere({ world }) : sentences.noEffect[why],
    usesLong: {
      R: (world: string) => sentences.usesLong.R({ world }),
      O: () => sentences.usesLong.O,
      MR: () => sentences.usesLong.MR,
    },
  };
};

export type Messages = ReturnType<typeof build>;
export const messagesFor = build;
