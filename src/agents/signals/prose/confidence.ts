import type { Sentence } from "./sentences.js";
import { touchesAny } from "./topics.js";
import { topic } from "./topics-table.js";

const sure = ["confident", "certainly", "absolutely"];
const likely = ["likely", "probably"];
const hedges = ["maybe", "might", "could", "approximately"];
const certain = ["definitely", "assured", "guaranteed"];
const anyWord =
  /\b(?:confident|certainly|absolutely|likely|probably|maybe|might|could|approximately|definitely|assured|guaranteed)\b/g;

/**
 * The confidence score of blackbox, 0 to 100: an explicit level (90 or 60) replaces the base of 50, minus 10 for each
 * distinct hedge, plus 10 for each distinct word of certainty. Whole words only; a negation in the clause cancels.
 */
export function readConfidence(sentences: readonly Sentence[]): number {
  let used: Set<string> | undefined;
  for (const { lower: text, topics } of sentences) {
    if (!touchesAny(topics, topic.confidence)) continue;
    used ??= new Set();
    for (const match of text.matchAll(anyWord)) if (!isNegated(text.slice(0, match.index))) used.add(match[0]);
  }
  if (!used || used.size === 0) return 50;
  const present = used;
  const has = (words: readonly string[]): number => words.filter((word) => present.has(word)).length;
  const base = has(sure) > 0 ? 90 : has(likely) > 0 ? 60 : 50;
  return Math.max(0, Math.min(100, base - 10 * has(hedges) + 10 * has(certain)));
}

const isNegated = (before: string): boolean => /(?:\b(?:not|never|no|hardly|isn['’]t)|n['’]t)\b[^,;.:]*$/.test(before);
