export type PieceWords = Readonly<Record<string, string>>;

/** Puts words where a text has %name%. What is not known stays as it is: a per cent sign is common in code. */
export const fill = (text: string, words: PieceWords): string =>
  text.replaceAll(/%([A-Za-z]\w*)%/g, (whole, name: string) => words[name] ?? whole);

/** One of several, always the same for the same key. */
export function pick<T>(some: readonly T[], key: string): T {
  let sum = 2_166_136_261;
  for (const sign of key) sum = Math.imul(sum ^ (sign.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  // The lowest bits of such a sum are the worst.
  const chosen = some[(sum >>> 8) % some.length];
  if (chosen === undefined) throw new Error("nothing to choose from");
  return chosen;
}
