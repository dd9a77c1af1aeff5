import { plural } from "../../base/plural.js";
import { printable } from "../../base/printable.js";
import { cutText } from "../../base/text-width.js";
import type { CheckState, FailureLine, FeedbackParts } from "../../core/evidence.js";
import type { CommandRun } from "../../system/process.js";
import { maskSecrets } from "../../system/secrets.js";
import { findCannotRun } from "../cannot-run/cannot-run.js";
import { suggestFix } from "../cannot-run/suggest-fix.js";
import type { CheckContext, CheckLog, Finding } from "../check-context.js";
import { importantLines, plainLine } from "../important-lines.js";
import type { CommandPlan } from "../plan.js";
import { projectFilesAt } from "../project-files.js";
import { runForEvidence } from "../run-for-evidence.js";
import { failingKeys, findFlaky, withoutFlaky } from "../tests/flaky.js";
import { type CheckResult, type Ended, type Judged, judgeAgainstStart, judgeRun } from "../tests/judge-run.js";
import { readLeftReports } from "../tests/left-reports.js";
import { countAllowed, noneRemoved, type RemovedTests, type TestCensus, takeCensus } from "../tests/lost-tests.js";
import { outputTail, quoteTail } from "../tests/output-tail.js";
import { TestNameScan } from "../tests/test-names.js";
import { failureKey, type TestFailure, type TestRun, withinFolder } from "../tests/test-run.js";

export interface CommandFinding extends Finding {
  readonly now: CheckState;
  readonly tests: TestRun;
  readonly exitCode: number | null;
  readonly census: TestCensus;
  /** Tests that ran at the start and do not now, in words, and what the check would come to without that. */
  readonly lost?: string;
  readonly apartFromLost?: Judged["apartFromLost"];
  /** How many tests may be missing, since they are allowed to go; null: any number. */
  readonly lostAllowed?: number | null;
  readonly tail?: readonly string[];
  readonly fix?: string;
  /** Who broke it, where it could run at the start: a task's id, or "place". */
  readonly blamed?: string;
  /** Tests seen to pass and to fail on the same content, in this run so far. */
  readonly flaky: readonly string[];
}

/** What a command is compared with. */
export interface ComparedWith {
  readonly atStart: CheckResult | null;
  /** Tests that the user allows to go. */
  readonly removed: RemovedTests;
  /** Tests that are known to be flaky. */
  readonly flaky?: readonly string[];
  /** How often tests run again before a failure counts. */
  readonly retries?: number;
  /** Whether a failing test is worth another run. */
  readonly isNew?: (test: string) => boolean;
}

/** Nothing earlier to compare with. */
export const noStart: ComparedWith = { atStart: null, removed: noneRemoved };

type Surroundings = Pick<CheckContext, "cwd" | "signal" | "logDirectory" | "newTestReader">;

/** Runs a named command and says what came of it, against what came of it at the start of the run. */
export async function checkCommand(
  plan: CommandPlan,
  scene: Surroundings,
  compared: ComparedWith,
): Promise<CommandFinding> {
  const { last, flaky, logs, warnings } = await runWithRetries(plan, scene, compared);
  const { atStart, removed } = compared;
  const ended = withoutFlaky(last, flaky);
  const { tests, census, cannotRun } = ended;
  const judged = judgeAgainstStart(judgeRun(plan, ended, atStart), { plan, census, atStart, removed });
  const exitCode = ended.ending.is === "exited" ? ended.ending.code : null;
  const tail = judged.state === "holds" || tests.failures.length > 0 ? [] : outputTail(ended.text);
  const fix = cannotRun ? { fix: suggestFix(cannotRun, plan.words, projectFilesAt(scene.cwd)) } : {};
  const seen = { tests, exitCode, atStart, text: ended.text, cwd: scene.cwd, tail };
  const feedbackParts = judged.state === "holds" ? null : partFeedback(plan, judged, seen);
  const feedback = feedbackParts ? [formatParts(feedbackParts)] : [];
  const lostAllowed = atStart?.census ? countAllowed(atStart.census, census, removed) : 0;
  const more = { ...(tail.length > 0 ? { tail } : {}), ...fix, ...(lostAllowed === 0 ? {} : { lostAllowed }) };
  const told = { feedback, ...(feedbackParts ? { feedbackParts } : {}) };
  return { ...judged, tests, exitCode, census, ...more, flaky, warnings, ...told, logs };
}

interface Runs {
  readonly last: CommandEnd;
  readonly flaky: readonly string[];
  readonly logs: readonly CheckLog[];
  readonly warnings: readonly string[];
}

/** A test that is seen both ways on the same content is flaky. */
async function runWithRetries(plan: CommandPlan, scene: Surroundings, compared: ComparedWith): Promise<Runs> {
  const { retries = 0, isNew = () => true } = compared;
  let { ended, log, warnings } = await runOnce(plan, scene);
  const flaky = new Set(compared.flaky ?? []);
  const logs = [log];
  for (let again = 0; again < retries && plan.reads !== "status" && !scene.signal?.aborted; again++) {
    if (!failingKeys(ended).some((test) => !flaky.has(test) && isNew(test))) break;
    const next = await runOnce(plan, scene, `${plan.name}-again`);
    for (const test of findFlaky(ended, next.ended)) flaky.add(test);
    logs.push(next.log);
    warnings = [...new Set([...warnings, ...next.warnings])];
    // A second run that broke off must not hide what the first one showed.
    if (next.ended.tests.failures.length > 0 || isGreen(next.ended)) ended = next.ended;
  }
  return { last: ended, flaky: [...flaky], logs, warnings };
}

const isGreen = ({ ending }: Ended): boolean => ending.is === "exited" && ending.code === 0;

type CommandEnd = Ended & { readonly census: TestCensus };

interface Once {
  readonly ended: CommandEnd;
  readonly log: CheckLog;
  readonly warnings: readonly string[];
}

async function runOnce(plan: CommandPlan, scene: Surroundings, name = plan.name): Promise<Once> {
  const reader = scene.newTestReader();
  const names = new TestNameScan();
  const onOutput = (chunk: Uint8Array): void => {
    reader.write(chunk);
    names.write(chunk);
  };
  const { run, log } = await runForEvidence({ ...plan, name }, scene, { onOutput });
  const { ending } = run;
  const text = run.output.text();
  const tests = readLeftReports(reader.end({ exitCode: ending.is === "exited" ? ending.code : null }), text, scene.cwd);
  const cannotRun = findCannotRun({ words: plan.words, ending, tests, text }, projectFilesAt(scene.cwd));
  const census = takeCensus(tests, names.end());
  const ended = { ending, tests, bytes: run.output.bytes, text, cwd: scene.cwd, census, cannotRun };
  return { ended, log, warnings: describeLeft(plan, run) };
}

const describeLeft = ({ name }: CommandPlan, { notEnded, leftBehind, log }: CommandRun): readonly string[] => [
  ...(notEnded.length > 0 ? [`started during ${name} and still running; not ended: ${notEnded.join(", ")}`] : []),
  ...(leftBehind > 0 ? [`${name} left ${plural(leftBehind, "process", "processes")} running; ended`] : []),
  ...(log?.problem ? [`the output of ${name} could not be stored: ${log.problem}`] : []),
];

/** What later runs of it are compared with. */
export function toResult(plan: CommandPlan, finding: CommandFinding, cwd: string): CheckResult {
  const { state, now, detail, tests, exitCode, tail, fix, flaky } = finding;
  const { failed, errors, passed, total, failures } = tests;
  return {
    name: plan.name,
    state,
    now,
    ...(now === "cannot-run" ? { why: detail } : {}),
    ...(tail ? { tail } : {}),
    ...(fix === undefined ? {} : { fix }),
    exitCode,
    failed: failed === null ? null : failed + (errors ?? 0),
    passed,
    total,
    failing: failures.map((failure) => failureKey(failure, cwd)),
    ...(flaky.length > 0 ? { flaky } : {}),
  };
}

interface Seen {
  readonly cwd: string;
  readonly tests: TestRun;
  readonly exitCode: number | null;
  readonly atStart: CheckResult | null;
  readonly text: string;
  readonly tail: readonly string[];
}

/** Without what stands in its last lines anyway. */
const listImportant = (text: string, tail: readonly string[]): readonly string[] =>
  importantLines(text)
    .map((line) => maskSecrets(printable(line)))
    .filter((line) => !tail.includes(line.trim()))
    .map((line) => `  ${line}`);

/** The command, what came of it, the failing tests that the agent broke first, and, where these do not say why, what was printed. */
function partFeedback(
  plan: CommandPlan,
  { detail, lost, now }: Pick<CommandFinding, "detail" | "lost" | "now">,
  { tests, exitCode, atStart, text, cwd, tail }: Seen,
): FeedbackParts | null {
  // A command that we found and in which nothing ever ran says nothing.
  if (plan.found && now === "empty" && tests.failures.length === 0 && !atStart?.total) return null;
  const old = atStart?.failing ?? [];
  const failures = tests.failures.map((failure) => {
    const test = failureKey(failure, cwd);
    return { test, line: formatFailure(failure, cwd), isOld: old.includes(test) };
  });
  const isExplained =
    exitCode === 0 || (tests.failures.length > 0 && tests.failures.every(({ message }) => message !== null));
  return {
    head: [
      `${plan.name} (${plan.words.join(" ")}): ${lost ?? summarize(detail, tests, exitCode)}`,
      ...(lost === undefined ? [] : [letThemRun]),
    ],
    failures,
    foot: [
      ...(isExplained ? [] : listImportant(text, tail)),
      ...(tail.length > 0 ? ["The last lines of its output:", ...quoteTail(tail).map((line) => `  ${line}`)] : []),
    ],
  };
}

function formatParts({ head, failures, foot }: FeedbackParts): string {
  const list = (some: readonly FailureLine[], most: number): readonly string[] =>
    some.slice(0, most).map(({ line }) => `- ${line}`);
  const broken = failures.filter(({ isOld }) => !isOld);
  const known = failures.filter(({ isOld }) => isOld);
  return [
    ...head,
    ...(broken.length > 0 ? ["Make these pass:", ...list(broken, 10)] : []),
    ...(known.length > 0
      ? ["These failed before the run, too. Make pass what belongs to your task:", ...list(known, 5)]
      : []),
    ...foot,
  ].join("\n");
}

const letThemRun =
  "Let them run again, as they did at the start. Tests may be added, renamed and moved; only a person may allow removing some (the setting removedTests).";

function summarize(detail: string, { failures }: TestRun, exitCode: number | null): string {
  if (failures.length > 0) return `${detail.replace(/ fail: .*$/s, " fail")}.`;
  // How to ask less of a check is for people.
  const told = detail.replace(/; to trust the exit status alone.*$/s, "");
  return exitCode === 0 ? `${told}. What shows nothing does not count as passed.` : told;
}

function formatFailure({ name, file, line, message }: TestFailure, cwd: string): string {
  const where = file === null ? "" : `${withinFolder(file, cwd)}${line === null ? "" : `:${line}`}: `;
  const why = message ? `: ${withinFolder(message.split("\n")[0] ?? "", cwd)}` : "";
  return cutText(plainLine(`${where}${withinFolder(name, cwd)}${why}`), 300);
}
