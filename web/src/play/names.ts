// Names of players and cards found in a sentence.

/** The sentence cut at its names: what stands at odd places is a name. */
export function cut(text: string, names: string[]): string[] {
  const known = [...new Set(names.filter((name) => name.length > 1))].sort((a, b) => b.length - a.length);
  if (!known.length) return [text];
  const pattern = known.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${pattern})(?![\\p{L}\\p{N}])`, "u"));
}
