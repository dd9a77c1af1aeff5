import type { AgentReport } from "../../../decide/agent-report.js";
import { instructedBecause } from "../lead-in.js";
import type { readLines } from "../lines.js";
import type { ReadSignal } from "../read-signals.js";
import { isOldAnswer } from "../weak-yes.js";
import { saysBlocked } from "./blocked.js";
import { type Denial, findDenials } from "./denials.js";
import { type JsonVerdict, readJsonVerdict } from "./json-verdict.js";
import { isEnglish } from "./language.js";
import { findLoneWord, type LoneWord } from "./lone-words.js";
import { findOwnWords } from "./own-words.js";
import { type FoundPhrase, readPhrases } from "./phrases.js";
import { countQuestions, needsAnswer } from "./questions.js";
import { readRemainingWork } from "./remaining.js";
import { readSentences, type Sentence } from "./sentences.js";
import { findTopics } from "./topics.js";

export interface Prose {
  readonly sentences: readonly Sentence[];
  readonly phrases: readonly FoundPhrase[];
  readonly remaining: AgentReport["remaining"];
  readonly denials: readonly Denial[];
  readonly questions: number;
  /** One of them is more than an offer. */
  needsAnswer(): boolean;
  // Computed lazily: only needed if prose alone would make the claim.
  isBlocked(): boolean;
  isEnglish(): boolean;
  /** A word for "done" alone on the first or last line. */
  findLoneWord(): LoneWord | null;
  /** The verdict of a message that consists of JSON only. */
  readonly verdict: JsonVerdict | null;
  /** Whether any signal in the message says "no", trusted or not. */
  isDenied(): boolean;
  /** The same without what is said of the run alone. */
  isTaskDenied(): boolean;
  /** Whether the message shows what was or is to be printed: an old answer, a prompt, or a manual we did not recognise. */
  instructs(): boolean;
  isTaken(at: number): boolean;
}

interface AnswerText {
  readonly text: string;
  readonly lines: ReturnType<typeof readLines>;
  readonly read: readonly ReadSignal[];
  readonly patterns: readonly string[];
}

export function readProse({ text, lines, read, patterns }: AnswerText): Prose {
  const taken = new Set<number>();
  for (const { found } of read) if (found.answers) for (let at = found.from; at <= found.to; at++) taken.add(at);
  const isTaken = (at: number): boolean => taken.size > 0 && taken.has(at);
  const lastWords = findOwnWords(lines);
  // If the answer itself stands before the agent's last words, so may a "no".
  const ownWords = read.some(({ found }) => found.answers && found.from < lastWords) ? 0 : lastWords;
  const isOwn = (at: number): boolean => at >= ownWords && !isTaken(at);
  const sentences = readSentences(lines, isOwn);
  const fields = fieldProse(read);
  const own = fields.length === 0 ? sentences : [...sentences, ...fields];
  return {
    sentences,
    phrases: readPhrases(own, patterns),
    remaining: readRemainingWork(own),
    denials: findDenials(own),
    questions: countQuestions(sentences),
    needsAnswer: () => needsAnswer(sentences),
    isBlocked: () => saysBlocked(sentences),
    isEnglish: () => isEnglish(text),
    findLoneWord: () => findLoneWord(lines, isOwn),
    verdict: read.length === 0 ? readJsonVerdict(text, lines) : null,
    isDenied: () => read.some(isNo),
    isTaskDenied: () => read.some((signal) => isNo(signal) && !(signal.signal.trusted && signal.found.scope === "run")),
    instructs: () =>
      read.some(isOldAnswer) ||
      read.some(({ found }) => found.says === "template" || instructedBecause(lines, found.from) !== undefined),
    isTaken,
  };
}

const isNo = ({ found: { says } }: ReadSignal): boolean =>
  says === "continue" || says === "blocked" || says === "contradictory";

const fieldSentence = (text: string, line: number): Sentence => {
  const lower = text.toLowerCase();
  return {
    text,
    lower,
    topics: findTopics(lower),
    line,
    edge: false,
    closing: false,
    heading: false,
    section: "",
    item: null,
  };
};

/** The free text of a trusted block counts as the agent's prose, too. */
function fieldProse(read: readonly ReadSignal[]): readonly Sentence[] {
  const last = read.findLast(({ signal, found }) => signal.trusted && found.answers);
  if (!last) return [];
  const sentences: Sentence[] = [];
  for (const key of freeFields) {
    const text = last.found.fields[key];
    if (text) for (const part of splitSentences(text)) sentences.push(fieldSentence(part, last.signal.line));
  }
  return sentences;
}

const freeFields = ["RECOMMENDATION", "EXIT_REASON", "SUMMARY"];

/** Most fields are one sentence. Test for that first, because a lookbehind at every blank is expensive. */
const splitSentences = (text: string): readonly string[] =>
  /[.!?]\s/.test(text) ? text.split(/(?<=[.!?])\s+/) : [text];
