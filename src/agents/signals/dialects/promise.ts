import type { Says } from "../../../decide/agent-report.js";
import type { MessageLine } from "../lines.js";
import { withholdsElsewhere } from "../other-languages.js";
import { type DialectDefinition, type DialectReader, doubtNonce, type FoundSignal, noNonce } from "./found.js";

/** How many characters around a tag to read: a line may be as long as the output. */
const nearby = 400;
const tag = /<promise(?:\s{1,9}nonce\s?=\s?["']?([\w-]{1,64})["']?)?\s?>([^<]{0,200})<\/promise>/gi;

/**
 * `<promise>WORD</promise>`, with a nonce after the word or as an attribute, alone on its line or at the end of a
 * sentence that is neither negated nor conditional.
 */
const readPromise: DialectReader = (lines, marked, options) => {
  const found: FoundSignal[] = [];
  for (const at of marked) {
    const line = tagLine(lines, at);
    if (line === undefined) continue;
    let ticks = 0;
    let counted = 0;
    for (const match of line.matchAll(tag)) {
      for (; counted < match.index; counted++) if (line[counted] === "`") ticks++;
      const word = addNonce(collapse(match[2] ?? ""), match[1], options.nonce);
      const says = interpretPromise(word, options);
      const before = line.slice(Math.max(0, match.index - nearby), match.index);
      const end = match.index + match[0].length;
      const after = line.slice(end, end + nearby);
      const ignoredBecause =
        says === "other" ? `the word is "${word}"` : (quotedBecause(ticks) ?? mentionBecause(before, after) ?? null);
      found.push({
        dialect: "promise",
        scope: "run",
        says,
        from: at,
        to: at,
        fields: { PROMISE: word },
        answers: null,
        ignoredBecause,
        ...(says === "complete" && lacksNonce(word, options.nonce)
          ? { doubt: { because: doubtNonce(match[1], options.nonce) ?? noNonce, run: true, task: false } }
          : {}),
      });
    }
  }
  return found;
};

export const promise: DialectDefinition = {
  name: "promise",
  marks: ["<promise"],
  read: readPromise,
};

const collapse = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** A nonce in an attribute counts like one after the word. */
const addNonce = (word: string, attribute: string | undefined, nonce: string | null): string =>
  nonce !== null && attribute === nonce && !word.endsWith(` ${nonce}`) ? `${word} ${nonce}` : word;

/** A line that opens a tag. A tag may be split over a few lines; it then counts for its first line. */
function tagLine(lines: readonly MessageLine[], at: number): string | undefined {
  const line = lines[at]?.text ?? "";
  if (!/<promise[\s>]/i.test(line)) return undefined;
  if (/<\/promise>/i.test(line)) return line;
  return lines
    .slice(at, at + 4)
    .map(({ text }) => text.trim())
    .join(" ");
}

function interpretPromise(
  word: string,
  { promise, abortPromise, nonce }: { promise: string; abortPromise: string | null; nonce: string | null },
): Says {
  const bare = nonce !== null && word.endsWith(` ${nonce}`) ? word.slice(0, -nonce.length - 1) : word;
  const same = (wanted: string): boolean => bare.toLowerCase() === collapse(wanted).toLowerCase();
  if (abortPromise !== null && same(abortPromise)) return "abort";
  return promise !== "" && same(promise) ? "complete" : "other";
}

const lacksNonce = (word: string, nonce: string | null): boolean => nonce !== null && !word.endsWith(` ${nonce}`);

const quotedBecause = (ticks: number): string | undefined => (ticks % 2 === 1 ? "it is quoted as code" : undefined);

const strictCondition = /\b(?:if|when|whenever|once|until|unless)\b/i;
const order =
  /\b(?:should|would|will|must|can|could|may|only|to)\b(?:\s+\S+){0,2}?\s+(?:be\s+)?(?:output|print|reply|respond|emit|say|return|use)|^(?:\d+[.)]\s*)?(?:then\s+|and\s+)?(?:output|print|reply|respond|emit|say|return|use|end with)\b|\b(?:output|print|reply|respond|emit|say)\s*(?:with\b|[:\s]*$)/i;
const negated =
  /\b(?:not|never|cannot|without|yet|instead of|rather than|premature(?:ly)?)\b|n['’]t\b|\bno\b(?!(?:\s+\S+)?\s+(?:remaining|more|further|other|open|pending|outstanding|issues?|errors?|failures?|stories|tasks|items|work)\b)|\b(?:omit|skip|withh[eo]ld|defer|delay|postpon|refrain|avoid|hold(?:ing)? (?:back|off))\w*/i;
const gives =
  /\b(?:i|i['’](?:m|ve|ll)|we|now|hereby|therefore)\b.*\b(?:output|print|emit|send|giv|declar|signal|includ|say|issu|produc|writ|claim|return|report|conclud|provid|add)\w*|\b(?:outputting|emitting|signal+ing|declaring)\b/i;
const finished = /complet|\bdone\b|finish|\bpass|\bmet\b|fulfil|satisf|green|verified|implemented/i;

/**
 * Why the words around the tag make it a mention, or undefined if the tag is the answer. Only reads the tag's own
 * sentence, where the words before the tag must announce it or say that the work is finished: "skipping <promise>…" is
 * neither negated nor conditional, but still not an answer.
 */
function mentionBecause(before: string, after: string): string | undefined {
  if (/["'“‘«]$/.test(before.trimEnd())) return "it is quoted";
  if (/\b(?:e\.g\.|i\.e\.|for example|such as|expected(?: output)?|sample)\W*$/i.test(before))
    return "it is given as an example";
  if (/^\s*[+-]$/.test(before)) return "it is in a diff";
  if (!/^(?:[\s.!。！*_)\]✓]|\p{Extended_Pictographic}|\uFE0F)*$/u.test(after))
    return opensReport(before, after) ? undefined : "it is mentioned within a sentence";
  const lead = sentenceBefore(before);
  if (lead === "") return undefined;
  if (negated.test(lead)) return "it is negated";
  if (strictCondition.test(lead)) return "it is conditional or an instruction";
  if (order.test(lead) && !gives.test(lead)) return "it is conditional or an instruction";
  if (withholdsElsewhere(lead)) return "it is negated, conditional or an instruction";
  return gives.test(lead) || finished.test(lead) || /[:：→>—–-]$/.test(lead)
    ? undefined
    : "it is mentioned within a sentence";
}

/** First on its line, and followed by a sentence that says the work is finished. */
function opensReport(before: string, after: string): boolean {
  if (/[\p{L}\p{N}]/u.test(before) || !/^[\s*_—–:.!-]*\p{Lu}/u.test(after) || !finished.test(after)) return false;
  return (
    !/\b(?:only|after|must|should)\b/i.test(after) && ![negated, strictCondition, order].some((one) => one.test(after))
  );
}

/** The words between the last sentence and the tag, without surrounding Markdown and emoji. */
function sentenceBefore(before: string): string {
  const own = before.split(/[.!?。！？](?=\s|$|[^\w.])/).at(-1) ?? "";
  return own
    .replace(/^(?:[^\p{L}\p{N}]|\d+[.)]\s)+/u, "")
    .replace(/[\s*_]+$/, "")
    .trim();
}
