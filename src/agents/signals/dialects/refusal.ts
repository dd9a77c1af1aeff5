import type { DialectDefinition, DialectReader, FoundSignal } from "./found.js";

/** A token that an agent may refuse to print. */
const refusable = /<promise|EXIT_SIGNAL|LOOP_COMPLETE|EXIT_STATUS|completion (?:signal|promise|token)/i;
/** A refusal needs one of these. */
const mayRefuse = /not|n['’]t|never/i;
const giving = "(?:output|print|emit|send|give|declare|signal|include|say|issue|produce|write|claim|use|return)";
const refusesToGive = new RegExp(`(?:\\bnot|n['’]t|\\bcannot|\\bnever)\\b[^.!?]{0,60}\\b${giving}`, "i");
const cannotBeGiven = new RegExp(
  `\\b(?:not|cannot|never)\\b(?:\\s+\\S+){0,3}\\s+${giving}|\\bnot\\s+(?:yet|appropriate|warranted)\\b`,
  "i",
);

/**
 * "I should NOT output <promise>…" is a mention and an explicit "no". An order to the reader ("Do not output …") is
 * neither.
 */
const readRefusal: DialectReader = (lines, marked) => {
  const found: FoundSignal[] = [];
  for (const at of marked) {
    const text = lines[at]?.text ?? "";
    if (text.length > 2000 || !mayRefuse.test(text) || !refusable.test(text)) continue;
    const refusals = splitSentences(text).filter(refuses);
    if (refusals.length > 0)
      found.push({ ...signal, ...(refusals.every(isPassing) ? { passing: true } : {}), from: at, to: at });
  }
  return found;
};

export const refusal: DialectDefinition = {
  name: "refusal",
  marks: ["<promise", "exit_signal", "loop_complete", "exit_status"],
  marksInText: ["completion signal", "completion promise", "completion token"],
  read: readRefusal,
};

const signal = {
  dialect: "refusal",
  scope: "run",
  says: "continue",
  fields: {},
  answers: null,
  ignoredBecause: null,
} as const;

const splitSentences = (text: string): readonly string[] => text.split(/(?<=[.!?])\s+(?=[A-Z*#])/);

/** "I will not output it until the tests pass", "I did not print it last time". */
const isPassing = (sentence: string): boolean =>
  /\b(?:until|unless|before|if|did not|didn['’]t|had not|hadn['’]t|earlier|previously|last (?:turn|time|iteration))\b/i.test(
    sentence,
  );

function refuses(sentence: string): boolean {
  const where = sentence.search(refusable);
  if (where < 0) return false;
  if (/^\W*(?:do not|don['’]t|never|if|when|only|unless)\b/i.test(sentence) || /\byou\b/i.test(sentence)) return false;
  return refusesToGive.test(sentence.slice(0, where)) || cannotBeGiven.test(sentence.slice(where));
}
