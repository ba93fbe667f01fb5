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
  };
};

export type Messages = ReturnType<typeof build>;
export const messagesFor = build;
