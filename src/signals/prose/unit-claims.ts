import { isAsserted } from "./guards.js";
import type { Sentence } from "./sentences.js";
import { topic, touchesAny } from "./topics.js";

/** "Done.", "I've successfully added …", "The parser is now complete": success of what was worked on, whatever is left. */
const successes: readonly RegExp[] = [
  /^\W*(?:done|success|completed|finished|all set)(?=\W*$|[.!])/,
  /(?:^\W*|\b(?:i|we)(?:['’]ve| have)?\s+(?:now\s+)?)successfully(?=\W*$|\s+(?:\w+ed|built|written|made|rewritten|wrote)\b)/,
  /\b(?:is|are) now (?:fully )?(?:complete|completed|implemented|finished|done)\b/,
];

/** Whether a sentence reports that one thing succeeded: a claim of the task at hand, never of the whole. */
export function reportsSuccess({ lower, topics, item }: Sentence): boolean {
  if (item || !touchesAny(topics, topic.done | topic.success)) return false;
  return successes.some((expression) => {
    const match = expression.exec(lower);
    return match !== null && isAsserted({ sentence: lower, start: match.index, end: match.index + match[0].length });
  });
}
