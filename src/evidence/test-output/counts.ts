import type { CountName, Counts } from "./test-run.js";

/** Parses "1 failed | 2 passed" with a runner's own words. Adds up repeated words. */
export function countsIn(text: string, words: Readonly<Record<string, CountName>>): Counts {
  const counts: { -readonly [name in CountName]?: number } = {};
  for (const [, number = "", word = ""] of text.matchAll(/(\d[\d,]{0,14}) ([A-Za-z]+)/g)) add(number, word);
  return counts;

  function add(number: string, word: string): void {
    const name = Object.hasOwn(words, word) ? words[word] : undefined;
    if (name !== undefined) counts[name] = (counts[name] ?? 0) + Number(number.replaceAll(",", ""));
  }
}

/** Parses "Failures: 1, Errors: 0" or "failures=1". */
export function labelledCounts(text: string, words: Readonly<Record<string, CountName>>): Counts {
  const counts: { -readonly [name in CountName]?: number } = {};
  for (const [, word = "", number = ""] of text.matchAll(/([A-Za-z][A-Za-z ]{0,30})[:=]\s{0,8}(\d{1,15})/g)) {
    const name = Object.hasOwn(words, word.trim()) ? words[word.trim()] : undefined;
    if (name !== undefined) counts[name] = (counts[name] ?? 0) + Number(number);
  }
  return counts;
}
