// The sentences of the Molthar board; english.ts has their texts.
import { listOf, locale } from "../../i18n/index.svelte";

const build = () => {
  const sentences = locale.messages.molthar;
  return {
    ...sentences,
    families: sentences.families as Record<string, string>,
    costs: sentences.costs as Record<string, string>,
    list: listOf,
    pearl: (value: number, swap: boolean) => (swap ? sentences.pearlSwap : sentences.pearl)({ value }),
    spoken: (name: string, cost: string, gives: string, text: string) =>
      text ? sentences.spokenText({ name, cost, gives, text }) : sentences.spoken({ name, cost, gives }),
    knownHand: (n: number, known: string) =>
      known ? sentences.knownHandSeen({ n, known }) : sentences.knownHand({ n }),
    costsGives: (cost: string, points: number, diamonds: number) => {
      const gives = [sentences.points({ n: points }), ...(diamonds ? [sentences.diamonds({ n: diamonds })] : [])];
      return sentences.costsAndGives({ cost, gives: listOf(gives) });
    },
    /** The size of a hand; above the limit, how many pearls stay. */
    handShort: (n: number, most: number) =>
      n > most ? sentences.keepOf({ n: most, all: n }) : sentences.handOf({ n, all: most }),
  };
};

export type Messages = ReturnType<typeof build>;
export const messagesFor = build;
