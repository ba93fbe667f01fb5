// Filling in sentences. A sentence is text, perhaps with placeholders ("{name} wins"), or a pair of plural forms
// (["{n} card", "{n} cards"]). Sentences of one area of the page stand in one tree.

export type Value = string | number;
export type Tree = { readonly [key: string]: string | readonly string[] | Tree };

/** The names in braces of a text. */
export type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;
/** The values that a sentence needs. */
export type NamesIn<Sentence> = Sentence extends readonly [string, infer Many]
  ? Placeholders<Many> | "n"
  : Placeholders<Sentence>;

/** A tree of sentences as components use it: texts, and functions of their values. */
export type MessagesOf<Sentences> = {
  readonly [Key in keyof Sentences]: Sentences[Key] extends string | readonly [string, string]
    ? [NamesIn<Sentences[Key]>] extends [never]
      ? string
      : (values: Record<NamesIn<Sentences[Key]>, Value>) => string
    : MessagesOf<Sentences[Key]>;
};

/** One language: its sentences, and which plural form a number takes. */
export interface Catalogue {
  readonly default: Tree;
  readonly plural: (n: number) => number;
}

// What stands before a value adapts to it: French "de" and "que" are elided, Italian "a" and "e" get a d.
const VOWEL = /^([aeiouàáâäæèéêëìíîïòóôöœùúûü]|y(?![aeiouàâéèêëîïôöûü]))/i;
const CONTRACTIONS: Readonly<Record<string, readonly { word: RegExp; before: RegExp; becomes: string }[]>> = {
  fr: [{ word: /(?<![\p{L}’])(d|qu)e $/iu, before: VOWEL, becomes: "$1’" }],
  it: [
    { word: /(?<![\p{L}’])(a) $/iu, before: /^[aàáâ]/i, becomes: "$1d " },
    { word: /(?<![\p{L}’])(e) $/iu, before: /^[eèéê]/i, becomes: "$1d " },
  ],
};

function adapted(before: string, value: string, language: string): string {
  const contraction = CONTRACTIONS[language]?.find((each) => each.word.test(before) && each.before.test(value));
  return contraction ? before.replace(contraction.word, contraction.becomes) : before;
}

/** The text with its placeholders filled in. */
export function fill(text: string, values: Readonly<Record<string, Value>>, language: string): string {
  let filled = "";
  let end = 0;
  for (const { 0: whole, 1: name, index } of text.matchAll(/\{(\w+)\}/g)) {
    const value = String(values[name!] ?? whole);
    filled += adapted(text.slice(end, index), value, language) + value;
    end = index + whole.length;
  }
  return filled + text.slice(end);
}

/** A sentence as components use it: its text if that is all, otherwise a function of its values. */
function callableSentence(forms: readonly string[], plural: Catalogue["plural"], language: string): unknown {
  const [text = ""] = forms;
  if (forms.length === 1 && !text.includes("{")) return text;
  return (values: Record<string, Value>) =>
    fill(forms.length === 1 ? text : (forms[plural(Number(values.n))] ?? text), values, language);
}

const isTree = (each: Tree[string]): each is Tree => typeof each === "object" && !Array.isArray(each);

/** The tree with a function in place of every sentence that needs values. */
export function callable(tree: Tree, plural: Catalogue["plural"], language: string): Record<string, unknown> {
  const entries = Object.entries(tree).map(([key, each]): [string, unknown] => [
    key,
    isTree(each) ? callable(each, plural, language) : callableSentence([each].flat(), plural, language),
  ]);
  return Object.fromEntries(entries);
}

/** A sentence cut in two at the place where the page puts something that is not text. */
export function aroundValue<Name extends string>(
  sentence: (values: Record<Name, Value>) => string,
  name: Name,
): [before: string, after: string] {
  const [before = "", after = ""] = sentence({ [name]: "\u0000" } as Record<Name, Value>).split("\u0000");
  return [before, after];
}
