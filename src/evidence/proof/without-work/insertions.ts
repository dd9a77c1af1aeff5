/** A piece of text that is put in at a place of the old text. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** Puts all of them in; those at one place stay in their order. */
export function insertAll(text: string, insertions: readonly Insertion[]): string {
  const sorted = insertions.toSorted((a, b) => a.at - b.at);
  const pieces = sorted.map(({ at, text: piece }, n) => `${text.slice(sorted[n - 1]?.at ?? 0, at)}${piece}`);
  return `${pieces.join("")}${text.slice(sorted.at(-1)?.at ?? 0)}`;
}
