import type { Said } from "../core/said.js";
import type { Settings } from "../core/settings.js";
import { finalMessage, type Transcript } from "../core/transcript.js";
import { type Explicit, weighSignals } from "./answers.js";
import { mayBeBlocked, saysBlocked } from "./blocked.js";
import { readClaimedTests } from "./claimed-tests.js";
import { readConfidence } from "./confidence.js";
import { hasDoubts, speaksOfPart } from "./doubts.js";
import type { SignalOptions } from "./found.js";
import { isEnglish } from "./language.js";
import { instructedBecause } from "./lead-in.js";
import { readLines } from "./lines.js";
import { type FoundPhrase, readPhrases } from "./phrases.js";
import { countQuestions } from "./questions.js";
import { defaultSignalOptions, hearsay, type ReadSignal, signalsOf } from "./read-signals.js";
import { mayNameWork, readRemainingWork } from "./remaining.js";
import { countErrors } from "./reported-errors.js";
import { readSentences, type Sentence } from "./sentences.js";
import { isTestOnly } from "./test-only.js";
import { statesWhole } from "./whole-claims.js";

/** How to listen: the words a run agreed on with its agent. */
export type ListenOptions = Partial<Pick<Settings, "promise" | "abortPromise" | "nonce" | "patterns">>;

/** What the agent said in one iteration: signals, phrases and their opposites, weighed into one claim. */
export function listen(transcript: Transcript, options: ListenOptions = {}): Said {
  const { promise, abortPromise, nonce } = options;
  const signalOptions = {
    promise: promise ?? defaultSignalOptions.promise,
    abortPromise: abortPromise ?? null,
    nonce: nonce ?? null,
  };
  const final = finalMessage(transcript);
  const lines = final ? readLines(final) : [];
  const read = final ? signalsOf(final.text, lines, signalOptions) : [];
  const explicit = weighSignals(read);
  const prose = readProse({ text: final?.text ?? "", lines, read, patterns: options.patterns ?? [] });
  const failure = transcript.ending.is === "failed" ? transcript.ending.failure : null;
  const isTold = explicit.claim !== null && explicit.taskClaim !== null;
  const implied = isTold ? nothingImplied : implyClaim(prose, explicit);
  const tests = readClaimedTests(testField(read), prose.sentences);
  return {
    spoke: final !== undefined && !failure,
    claim: failure ? "failed" : (explicit.claim ?? implied.claim),
    taskClaim: failure ? "none" : (explicit.taskClaim ?? implied.taskClaim),
    explicit: !failure && explicit.claim !== null,
    taskExplicit: !failure && explicit.taskClaim !== null,
    runDenied: explicit.runDenied || (failure !== null && deniesInError(transcript, signalOptions)),
    taskDenied: explicit.taskDenied,
    contradictory: explicit.contradictory,
    abort: explicit.abort,
    override: explicit.override,
    signals: [...hearsay(transcript, signalOptions), ...read.map(({ signal }) => signal)],
    phrases: prose.phrases.map(({ phrase }) => phrase),
    remaining: explicit.remaining ?? prose.remaining,
    tests,
    confidence: readConfidence(prose.sentences),
    errors: countErrors(lines.filter((_, at) => !prose.isTaken(at))),
    questions: prose.questions,
    denials: transcript.denials,
    testOnly: isTestOnly(transcript, read),
    failure,
    limit: failure?.limit ?? null,
    warnings: [...transcript.notes, ...explicit.warnings],
  };
}

/** A CLI that fails may print the agent's last words as its error: a no in them is still a no. */
function deniesInError({ overheard }: Transcript, options: SignalOptions): boolean {
  const words = overheard.filter(({ source }) => source === "synthetic");
  return words.some((said) => weighSignals(signalsOf(said.text, readLines(said), options)).runDenied);
}

interface Prose {
  readonly sentences: readonly Sentence[];
  readonly phrases: readonly FoundPhrase[];
  readonly remaining: Said["remaining"];
  readonly questions: number;
  readonly blocked: boolean;
  /** Asked only where words alone would claim: it costs more than all the rest. */
  isEnglish(): boolean;
  /** Some signal in the message says no, trusted or not. */
  readonly denied: boolean;
  /** It shows somebody what to print: a prompt or a manual we did not recognise as one. */
  readonly instructs: boolean;
  isTaken(at: number): boolean;
}

interface Words {
  readonly text: string;
  readonly lines: ReturnType<typeof readLines>;
  readonly read: readonly ReadSignal[];
  readonly patterns: readonly string[];
}

function readProse({ text, lines, read, patterns }: Words): Prose {
  const taken = new Set(read.flatMap(({ found }) => (found.answers ? range(found.from, found.to) : [])));
  const isTaken = (at: number): boolean => taken.has(at);
  const sentences = readSentences(lines, isTaken);
  const own = [...sentences, ...fieldProse(read)];
  const lower = text.toLowerCase();
  return {
    sentences,
    phrases: readPhrases(own, patterns),
    remaining: mayNameWork.test(lower) ? readRemainingWork(own) : null,
    questions: countQuestions(sentences),
    blocked: mayBeBlocked.test(lower) && saysBlocked(sentences),
    isEnglish: () => isEnglish(text),
    denied: read.some(
      ({ found }) => found.says === "continue" || found.says === "blocked" || found.says === "contradictory",
    ),
    instructs: read.some(
      ({ found }) => found.says === "template" || instructedBecause(lines, found.from) !== undefined,
    ),
    isTaken,
  };
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

const fieldSentence = (text: string, line: number): Sentence => {
  const lower = text.toLowerCase();
  return { text, lower, line, edge: false, closing: false, heading: false, section: "", item: null };
};

/** The free text of a trusted block is the agent's prose too. */
function fieldProse(read: readonly ReadSignal[]): readonly Sentence[] {
  const keys = ["RECOMMENDATION", "EXIT_REASON", "SUMMARY"];
  const last = read.findLast(({ signal, found }) => signal.trusted && found.answers);
  return keys.flatMap((key) => {
    const text = last?.found.fields[key];
    return text ? text.split(/(?<=[.!?])\s+/).map((part) => fieldSentence(part, last.signal.line)) : [];
  });
}

const nothingImplied: Pick<Said, "claim" | "taskClaim"> = { claim: "none", taskClaim: "none" };

/** Without a signal the words may claim, if the message's first or last sentences say it of the whole and nothing speaks against it. */
function implyClaim(prose: Prose, explicit: Explicit): Pick<Said, "claim" | "taskClaim"> {
  const remaining = explicit.remaining ?? prose.remaining;
  // A guess is never made against a visible no, however it is fenced, quoted or cut off.
  const mayGuess = !prose.denied && !prose.instructs;
  const unit = mayGuess && prose.phrases.some(({ edge, phrase }) => edge && phrase.of === "unit");
  const whole = mayGuess && saysWhole(prose.sentences) && prose.isEnglish();
  const open = prose.questions > 0 || prose.blocked || hasDoubts(prose.sentences);
  const taskDone = (whole || (unit && prose.isEnglish())) && !open && remaining?.of !== "task";
  const taskClaim = taskDone ? "complete" : "none";
  if (prose.blocked) return { claim: "blocked", taskClaim };
  if (whole && !remaining && !open) return { claim: "complete", taskClaim };
  return { claim: remaining ? "continue" : "none", taskClaim };
}

/** At the edges of the message; where a numbered part is reported as done, only "all tasks" and its like will do. */
function saysWhole(sentences: readonly Sentence[]): boolean {
  const stated = sentences.filter((sentence) => sentence.edge && statesWhole(sentence));
  return speaksOfPart(sentences)
    ? stated.some(({ text }) => /\b(?:all|every|everything)\b/i.test(text))
    : stated.length > 0;
}

function testField(read: readonly ReadSignal[]): string | undefined {
  return read.findLast(({ signal, found }) => signal.trusted && found.fields["TESTS_STATUS"] !== undefined)?.found
    .fields["TESTS_STATUS"];
}
