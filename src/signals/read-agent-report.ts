import { type AgentReport, type Claims, contradictionWarning } from "../core/agent-report.js";
import { foldWarnings } from "../core/fold-warnings.js";
import type { Settings } from "../core/settings.js";
import { finalMessage, type Transcript } from "../core/transcript.js";
import { type Explicit, weighSignals } from "./answers.js";
import { type Doubt, noNonce, oldNonce, type SignalOptions } from "./dialects/found.js";
import { instructedBecause } from "./lead-in.js";
import { readLines } from "./lines.js";
import { saysBlocked } from "./prose/blocked.js";
import { readClaimedTests } from "./prose/claimed-tests.js";
import { readConfidence } from "./prose/confidence.js";
import { type Denial, findDenials } from "./prose/denials.js";
import { hasDoubts, namesUnit, speaksOfPart } from "./prose/doubts.js";
import { type JsonVerdict, readJsonVerdict } from "./prose/json-verdict.js";
import { isEnglish } from "./prose/language.js";
import { doubtsElsewhere, statesWholeElsewhere } from "./prose/languages/read-language.js";
import { findLoneWord, type LoneWord } from "./prose/lone-words.js";
import { isUndone } from "./prose/neighbours.js";
import { findOwnWords } from "./prose/own-words.js";
import { type FoundPhrase, readPhrases } from "./prose/phrases.js";
import { countQuestions } from "./prose/questions.js";
import { readRemainingWork } from "./prose/remaining.js";
import { countErrors } from "./prose/reported-errors.js";
import { readSentences, type Sentence } from "./prose/sentences.js";
import { findTopics } from "./prose/topics.js";
import { reportsSuccess } from "./prose/unit-claims.js";
import { findWholeClaim } from "./prose/whole-claims.js";
import { defaultSignalOptions, type ReadSignal, readOverheard, scanSignals } from "./read-signals.js";
import { isTestOnly } from "./test-only.js";

/** The signal words that a run agreed on with its agent. */
export type AgentReportOptions = Partial<Pick<Settings, "promise" | "abortPromise" | "nonce" | "patterns">>;

/** Reads one iteration's output: signals, completion phrases and contradictions, combined into one claim. */
export function readAgentReport(transcript: Transcript, options: AgentReportOptions = {}): AgentReport {
  const { promise, abortPromise, nonce } = options;
  const signalOptions = {
    promise: promise ?? defaultSignalOptions.promise,
    abortPromise: abortPromise ?? null,
    nonce: nonce ?? null,
  };
  const final = finalMessage(transcript);
  const lines = final ? readLines(final) : [];
  const read = final ? scanSignals(final.text, lines, signalOptions) : [];
  const explicit = weighSignals(read);
  const weak = weakYes(read);
  const prose = readProse({ text: final?.text ?? "", lines, read, patterns: options.patterns ?? [] });
  const failure = transcript.ending.is === "failed" ? transcript.ending.failure : null;
  const denied = failure !== null && deniesInError(transcript, signalOptions);
  const denials = [...prose.denials, ...denialsAside(transcript)];
  const settle = (explicit: Explicit): Claims =>
    denyClaims(settleClaims(explicit, { prose, weak, failed: failure !== null, denied }), denials);
  const claims = settle(explicit);
  return {
    spoke: final !== undefined && !failure,
    ...claims,
    besideOwnTests: read.some(({ besideTests }) => besideTests)
      ? settle(weighSignals(read.map((signal) => signal.besideTests ?? signal)))
      : null,
    weakBecause: read.some(isOldAnswer) ? describeOld : describeWeak(claims, weak),
    work: workField(read),
    abort: explicit.abort,
    override: explicit.override,
    signals: [...readOverheard(transcript, signalOptions), ...read.map(({ signal }) => signal)],
    phrases: prose.phrases.map(({ phrase }) => phrase),
    remaining: explicit.remaining ?? prose.remaining,
    deniedTasks: denials.flatMap((denial) => (denial.of === "named" ? [denial.task] : [])),
    tests: readClaimedTests(testField(read), prose.sentences),
    confidence: readConfidence(prose.sentences),
    errors: countErrors(final?.text ?? "", lines, prose.isTaken),
    questions: prose.questions,
    denials: transcript.denials,
    testOnly: isTestOnly(transcript, read),
    failure,
    limit: failure?.limit ?? null,
    warnings: foldWarnings([
      ...transcript.notes,
      ...explicit.warnings,
      ...(claims.contradictory && !explicit.contradictory ? [contradictionWarning] : []),
      ...(weak ? [`line ${weak.line}: ${describeDoubt(weak)}`] : []),
      ...read.filter(isOldAnswer).map(({ signal }) => `line ${signal.line}: ${describeOld}`),
    ]),
  };
}

interface Settling {
  readonly prose: Prose;
  readonly weak: WeakYes | null;
  readonly failed: boolean;
  /** A "no" in the agent's last words, which a failing CLI printed as its error. */
  readonly denied: boolean;
}

/** Signals first, then a "yes" that is not bound to this turn, then what the prose implies. */
function settleClaims(explicit: Explicit, { prose, weak, failed, denied }: Settling): Claims {
  const isTold = explicit.claim !== null && explicit.taskClaim !== null;
  const implied = isTold ? nothingImplied : implyClaim(prose, explicit);
  const runYes = weak?.run && !explicit.remaining ? ("complete" as const) : implied.claim;
  const taskYes = weak ? ("complete" as const) : implied.taskClaim;
  return {
    claim: failed ? "failed" : (explicit.claim ?? runYes),
    taskClaim: failed ? "none" : (explicit.taskClaim ?? taskYes),
    explicit: !failed && explicit.claim !== null,
    taskExplicit: !failed && explicit.taskClaim !== null,
    runDenied: explicit.runDenied || denied,
    taskDenied: explicit.taskDenied,
    contradictory: explicit.contradictory,
  };
}

/** A plain no in the same message stands against every yes in it, wherever the two stand. */
function denyClaims(claims: Claims, denials: readonly Denial[]): Claims {
  const deniesTask = denials.some(({ of }) => of === "task");
  const deniesRun = deniesTask || denials.some(({ of }) => of === "run");
  if (!deniesRun) return claims;
  if (claims.claim === "failed") return { ...claims, runDenied: true, taskDenied: claims.taskDenied || deniesTask };
  const isTaskYes = deniesTask && (claims.taskExplicit || claims.explicit) && hasYes(claims);
  return {
    ...claims,
    claim: claims.claim === "complete" ? "continue" : claims.claim,
    taskClaim: deniesTask && claims.taskClaim === "complete" ? "continue" : claims.taskClaim,
    runDenied: true,
    taskDenied: claims.taskDenied || deniesTask,
    contradictory: claims.contradictory || isTaskYes,
  };
}

const hasYes = ({ claim, taskClaim }: Claims): boolean => claim === "complete" || taskClaim === "complete";

type WeakYes = Doubt & { readonly line: number };

/** A "yes" in the right place that is still only a weak claim: without this turn's nonce, or in a cut-off block. */
function weakYes(read: readonly ReadSignal[]): WeakYes | null {
  const last = read.findLast(
    ({ found: { doubt }, signal }) =>
      doubt &&
      doubt.because !== oldNonce &&
      (doubt.run || doubt.task) &&
      (signal.trusted || signal.ignoredBecause === doubt.because),
  );
  return last?.found.doubt ? { ...last.found.doubt, line: last.signal.line } : null;
}

/** A yes of another turn, printed again: then the words around it may be old, too. */
const isOldAnswer = ({ found: { doubt } }: ReadSignal): boolean =>
  doubt?.because === oldNonce && (doubt.run || doubt.task);

const describeOld =
  "the status block carries the NONCE of another turn, so it does not count: copy the NONCE from the prompt";

const describeDoubt = ({ because }: Doubt): string =>
  because === noNonce
    ? "the status block does not carry the NONCE of its prompt, so it counts as words only: copy the NONCE from the prompt"
    : "the status block has no closing line, so it counts as words only: end it as the prompt shows";

const describeWeak = ({ explicit, taskExplicit, claim, taskClaim }: Claims, weak: WeakYes | null): string | null => {
  const isWeak = (claim === "complete" && !explicit) || (taskClaim === "complete" && !taskExplicit);
  return weak && isWeak ? describeDoubt(weak) : null;
};

/** A failing CLI may print the agent's last words as its error: a "no" in them still counts. */
function deniesInError({ overheard }: Transcript, options: SignalOptions): boolean {
  const words = overheard.filter(({ source }) => source === "synthetic");
  return words.some((overheard) => weighSignals(scanSignals(overheard.text, readLines(overheard), options)).runDenied);
}

/** Denials printed between the events of a stream. */
const denialsAside = ({ overheard }: Transcript): readonly Denial[] =>
  overheard
    .filter(({ source }) => source === "aside")
    .flatMap((aside) => findDenials(readSentences(readLines(aside), () => true)));

interface Prose {
  readonly sentences: readonly Sentence[];
  readonly phrases: readonly FoundPhrase[];
  readonly remaining: AgentReport["remaining"];
  readonly denials: readonly Denial[];
  readonly questions: number;
  // Computed lazily: only needed if prose alone would make the claim.
  isBlocked(): boolean;
  isEnglish(): boolean;
  /** A word for "done" alone on the first or last line. */
  findLoneWord(): LoneWord | null;
  /** The verdict of a message that consists of JSON only. */
  readonly verdict: JsonVerdict | null;
  /** Whether any signal in the message says "no", trusted or not. */
  isDenied(): boolean;
  /** Whether the message shows what was or is to be printed: an old answer, a prompt, or a manual we did not recognise. */
  instructs(): boolean;
  isTaken(at: number): boolean;
}

interface Words {
  readonly text: string;
  readonly lines: ReturnType<typeof readLines>;
  readonly read: readonly ReadSignal[];
  readonly patterns: readonly string[];
}

function readProse({ text, lines, read, patterns }: Words): Prose {
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
    isBlocked: () => saysBlocked(sentences),
    isEnglish: () => isEnglish(text),
    findLoneWord: () => findLoneWord(lines, isOwn),
    verdict: read.length === 0 ? readJsonVerdict(text, lines) : null,
    isDenied: () =>
      read.some(({ found }) => found.says === "continue" || found.says === "blocked" || found.says === "contradictory"),
    instructs: () =>
      read.some(isOldAnswer) ||
      read.some(({ found }) => found.says === "template" || instructedBecause(lines, found.from) !== undefined),
    isTaken,
  };
}

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

const nothingImplied: Pick<AgentReport, "claim" | "taskClaim"> = { claim: "none", taskClaim: "none" };

/**
 * Without a signal, prose can make a claim if the first or last sentences say that everything is done and nothing
 * contradicts it.
 */
function implyClaim(prose: Prose, explicit: Explicit): Pick<AgentReport, "claim" | "taskClaim"> {
  const remaining = explicit.remaining ?? prose.remaining;
  // Never guess against a visible "no", however it is fenced, quoted or cut off.
  const mayGuess = !prose.isDenied() && !prose.instructs();
  if (prose.verdict) return implyVerdict(mayGuess ? prose.verdict : null);
  const isBlocked = prose.isBlocked();
  const whole = mayGuess && saysWhole(prose);
  const unit = whole || (mayGuess && saysUnit(prose) && prose.isEnglish());
  const open = unit && (prose.questions > 0 || isBlocked || hasDoubts(prose.sentences));
  const taskClaim = unit && !open && remaining?.of !== "task" ? "complete" : "none";
  if (isBlocked) return { claim: "blocked", taskClaim };
  if (whole && !remaining && !open) return { claim: "complete", taskClaim };
  return { claim: remaining ? "continue" : "none", taskClaim };
}

function implyVerdict(verdict: JsonVerdict | null): Pick<AgentReport, "claim" | "taskClaim"> {
  if (verdict === null) return nothingImplied;
  if (verdict === "task") return { claim: "none", taskClaim: "complete" };
  return { claim: verdict, taskClaim: verdict === "complete" ? "complete" : "none" };
}

const saysUnit = ({ phrases, sentences }: Prose): boolean =>
  phrases.some(({ edge, phrase }) => edge && phrase.of === "unit") ||
  sentences.some((sentence) => sentence.edge && reportsSuccess(sentence));

/** In a sentence at either end of the message, in any language we read, or as one word on its own line. */
function saysWhole(prose: Prose): boolean {
  const { sentences } = prose;
  const isStated = (isClaim: (at: number) => boolean): boolean =>
    sentences.some(({ edge }, at) => edge && isClaim(at) && !isUndone(sentences, at));
  if (namesOpenSection(sentences)) return false;
  const lone = prose.findLoneWord();
  if (lone === "all" || (lone === "word" && !namesUnit(sentences))) return true;
  if (isStated((at) => statesWholeElsewhere(sentences, at)) && !sentences.some(doubtsElsewhere)) return true;
  return isStated((at) => statesWhole(prose, at)) && prose.isEnglish();
}

/**
 * If a numbered part is reported as done, only phrases such as "all tasks" count; if a task is named, criteria do not.
 */
function statesWhole({ sentences, phrases }: Prose, at: number): boolean {
  const sentence = sentences[at];
  const claim = sentence ? findWholeClaim(sentence) : null;
  if (!sentence || claim === null) return false;
  if (claim === "criteria" && phrases.some(({ phrase }) => phrase.of === "unit" && phrase.subject !== null))
    return false;
  if (!speaksOfPart(sentences)) return true;
  return (claim === "all" || claim === "thing") && /\b(?:all|every|everything)\b/.test(sentence.lower);
}

/** A heading over unfinished work: then "DONE" is a heading, too, and "all" does not mean everything. */
const namesOpenSection = (sentences: readonly Sentence[]): boolean =>
  sentences.some(
    ({ heading, lower, text }) =>
      (heading || text.endsWith(":")) &&
      /^\W*(?:to-?dos?|in progress|next(?: up| tasks?| story| stories)?|up next|pending|blocked|remaining(?: work| tasks)?|backlog|not (?:yet )?done|wip|doing|upcoming|open(?: items| tasks| work)?)\W*$/.test(
        lower,
      ),
  );

function testField(read: readonly ReadSignal[]): string | undefined {
  return read.findLast(({ signal, found }) => signal.trusted && found.fields["TESTS_STATUS"] !== undefined)?.found
    .fields["TESTS_STATUS"];
}

/** The field that says where the work is. Agents use several names; a bare count is not a place. */
const workFields = ["WORK", "WHERE", "WORK_AT", "FILES", "FILES_CHANGED", "CHANGED_FILES", "EVIDENCE"];

function workField(read: readonly ReadSignal[]): string | null {
  for (const { signal, found } of read.toReversed()) {
    if (!signal.trusted && found.doubt === undefined) continue;
    const named = workFields.map((key) => found.fields[key] ?? "").find((text) => /[\w/]\.\w|\//.test(text));
    if (named !== undefined) return named.slice(0, 2000);
  }
  return null;
}
