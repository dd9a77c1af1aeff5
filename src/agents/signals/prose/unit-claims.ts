import { endsNothing } from "./finished-looks.js";
import { isAsserted } from "./guards.js";
import type { Sentence } from "./sentences.js";
import { touchesAny } from "./topics.js";
import { topic } from "./topics-table.js";

/**
 * "Done.", "I've successfully added …", "The parser is now complete": the current piece of work succeeded, whatever
 * else is left.
 */
const successes: readonly RegExp[] = [
  /^\W*(?:done|success|completed|finished|all set)(?=\W*$|[.!]|\s*[\u2190-\u2bff\ud83c-\ud83e])/,
  /^\W*(?:(?:all|both) )?(?:done|fixed|implemented|resolved)(?=[.!:]|\s+[—–-]|\s+in (?:all|both|every)|\s+and (?:verified|tested|pushed|committed|confirmed|documented|working))/,
  /(?:^\W*|\b(?:i|we)(?:['’]ve| have)?\s+(?:now\s+)?)successfully(?=\W*$|\s+(?:\w+ed|built|written|made|rewritten|wrote)\b)/,
  /\b(?:is|are) now (?:fully )?(?:complete|completed|implemented|finished|done)\b/,
];

/** Whether a sentence reports the success of one thing: a claim about the selected task, never about everything. */
export function reportsSuccess({ lower, topics, item }: Sentence): boolean {
  if (item || !touchesAny(topics, topic.done | topic.success)) return false;
  return successes.some((expression) => {
    const match = expression.exec(lower);
    if (match === null || endsNothing("English", lower, match)) return false;
    return isAsserted({ sentence: lower, start: match.index, end: match.index + match[0].length });
  });
}
