import type { RoomOptions } from "../../agents/sandbox/check-room.js";
import type { CheckState } from "../../decide/evidence.js";
import type { CommandRun } from "../../lib/process/command-run.js";
import { plural } from "../../lib/text/plural.js";
import type { CheckContext, CheckLog, Finding } from "../check-context.js";
import type { CommandPlan } from "../plan.js";
import { projectFilesAt } from "../project-files.js";
import { runForEvidence } from "../run-for-evidence.js";
import { findCannotRun } from "./cannot-run/cannot-run.js";
import { fixInside } from "./cannot-run/fix-inside.js";
import { suggestFix } from "./cannot-run/suggest-fix.js";
import { formatParts, partFeedback } from "./command-feedback.js";
import { failingKeys, findFlaky, withoutFlaky } from "./tests/flaky.js";
import { judgeAgainstStart } from "./tests/judge-against-start.js";
import { type CheckResult, type JudgedRun, judgeRun, type RunCommandEnd } from "./tests/judge-run.js";
import { readLeftReports } from "./tests/left-reports.js";
import { countAllowed, noneRemoved, type RemovedTests, type TestCensus, takeCensus } from "./tests/lost-tests.js";
import { outputTail } from "./tests/output-tail.js";
import { TestNameScan } from "./tests/test-names.js";
import { failureKey, type TestRun } from "./tests/test-run.js";

export interface CommandFinding extends Finding {
  readonly now: CheckState;
  readonly tests: TestRun;
  readonly exitCode: number | null;
  readonly census: TestCensus;
  /** Tests that ran at the start and do not now, in words, and what the check would come to without that. */
  readonly lost?: string;
  readonly apartFromLost?: JudgedRun["apartFromLost"];
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

type CheckPlace = Pick<CheckContext, "cwd" | "signal" | "logDirectory" | "room" | "newTestReader"> &
  Pick<RoomOptions, "shows">;

/** Runs a named command and says what came of it, against what came of it at the start of the run. */
export async function checkCommand(
  plan: CommandPlan,
  scene: CheckPlace,
  compared: ComparedWith,
): Promise<CommandFinding> {
  const { last, flaky, logs, warnings } = await runWithRetries(plan, scene, compared);
  const { atStart, removed } = compared;
  const ended = withoutFlaky(last, flaky);
  const { tests, census, cannotRun } = ended;
  const judged = judgeAgainstStart(judgeRun(plan, ended, atStart), { plan, census, atStart, removed });
  const exitCode = ended.ending.is === "exited" ? ended.ending.code : null;
  const tail = judged.state === "holds" || tests.failures.length > 0 ? [] : outputTail(ended.text);
  const asked = cannotRun ? suggestFix(cannotRun, plan.words, projectFilesAt(scene.cwd)) : "";
  const fix = cannotRun ? { fix: fixInside(cannotRun, asked, scene.room) } : {};
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
async function runWithRetries(plan: CommandPlan, scene: CheckPlace, compared: ComparedWith): Promise<Runs> {
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

const isGreen = ({ ending }: RunCommandEnd): boolean => ending.is === "exited" && ending.code === 0;

type CommandEnd = RunCommandEnd & { readonly census: TestCensus };

interface Once {
  readonly ended: CommandEnd;
  readonly log: CheckLog;
  readonly warnings: readonly string[];
}

async function runOnce(plan: CommandPlan, scene: CheckPlace, name = plan.name): Promise<Once> {
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
