import type { IterationFacts } from "../decide/observation.js";

/**
 * Appends to the history and drops what no rule needs. Usage limits say nothing about progress, so they do not push out
 * other iterations, and only a few of many in a row are stored.
 */
export function appendToHistory(
  history: readonly IterationFacts[],
  past: IterationFacts,
  max: number,
): readonly IterationFacts[] {
  const recent: IterationFacts[] = [];
  let counting = 0;
  let limits = 0;
  for (let at = history.length; at >= 0 && counting < max; at--) {
    const facts = at === history.length ? past : history[at];
    if (!facts) continue;
    limits = facts.limited ? limits + 1 : 0;
    if (!facts.limited) counting++;
    if (limits <= max) recent.push(facts);
  }
  return recent.reverse();
}
