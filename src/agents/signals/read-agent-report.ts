import { type AgentReport, type Claims, contradictionWarning } from "../../decide/agent-report.js";
import { foldWarnings } from "../../decide/fold-warnings.js";
import type { Settings } from "../../decide/settings.js";
import { finalMessage, type Transcript } from "../../decide/transcript.js";
import { type Explicit, weighSignals } from "./answers.js";
import type { SignalOptions } from "./dialects/found.js";
import { readLines } from "./lines.js";
import { readClaimedTests } from "./prose/claimed-tests.js";
import { readConfidence } from "./prose/confidence.js";
import { type Denial, findDenials } from "./prose/denials.js";
import { implyClaim, nothingImplied } from "./prose/imply-claim.js";
import { type Prose, readProse } from "./prose/read-prose.js";
import { countErrors } from "./prose/reported-errors.js";
import { readSentences } from "./prose/sentences.js";
import { defaultSignalOptions, type ReadSignal, readOverheard, scanSignals } from "./read-signals.js";
import { isTestOnly } from "./test-only.js";
import { describeDoubt, describeOld, describeWeak, isOldAnswer, type WeakYes, weakYes } from "./weak-yes.js";

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
