import { plural } from "../../base/plural.js";
import type { CheckContext, Finding } from "../check-context.js";
import { importantLines, plainLine } from "../important-lines.js";
import type { CommandPlan } from "../plan.js";
import { runForEvidence } from "../run-for-evidence.js";
import { type CheckResult, judgeAgainstStart, judgeRun } from "../tests/judge-run.js";
import { readLeftReports } from "../tests/left-reports.js";
import { noneRemoved, type RemovedTests, type TestCensus, takeCensus } from "../tests/lost-tests.js";
import { TestNameScan } from "../tests/test-names.js";
import { failureKey, type TestFailure, type TestRun, withinFolder } from "../tests/test-run.js";

export interface CommandFinding extends Finding {
  readonly tests: TestRun;
  readonly exitCode: number | null;
  readonly census: TestCensus;
  /** Tests that ran at the start and do not now, in words. */
  readonly lost?: string;
}

/** What a command is compared with. */
export interface ComparedWith {
  readonly atStart: CheckResult | null;
  /** Tests that the user allows to go. */
  readonly removed: RemovedTests;
}

/** Nothing earlier to compare with. */
export const noStart: ComparedWith = { atStart: null, removed: noneRemoved };

type Surroundings = Pick<CheckContext, "cwd" | "signal" | "logDirectory" | "newTestReader">;

/** Runs a named command and says what came of it, against what came of it at the start of the run. */
export async function checkCommand(
  plan: CommandPlan,
  scene: Surroundings,
  { atStart, removed }: ComparedWith,
): Promise<CommandFinding> {
  const reader = scene.newTestReader();
  const names = new TestNameScan();
  const onOutput = (chunk: Uint8Array): void => {
    reader.write(chunk);
    names.write(chunk);
  };
  const { run, log } = await runForEvidence(plan, scene, { onOutput });
  const exitCode = run.ending.is === "exited" ? run.ending.code : null;
  const text = run.output.text();
  const tests = readLeftReports(reader.end({ exitCode }), text, scene.cwd);
  const census = takeCensus(tests, names.end());
  const ended = { ending: run.ending, tests, bytes: run.output.bytes, text, cwd: scene.cwd, census };
  const judged = judgeAgainstStart(judgeRun(plan, ended, atStart), { plan, census, atStart, removed });
  const warnings = [
    ...(run.notEnded.length > 0
      ? [`started during ${plan.name} and still running; not ended: ${run.notEnded.join(", ")}`]
      : []),
    ...(run.leftBehind > 0
      ? [`${plan.name} left ${plural(run.leftBehind, "process", "processes")} running; ended`]
      : []),
    ...(run.log?.problem ? [`the output of ${plan.name} could not be stored: ${run.log.problem}`] : []),
  ];
  const seen = { tests, exitCode, atStart, text, cwd: scene.cwd };
  const feedback = judged.state === "holds" ? [] : formatFeedback(plan, judged, seen);
  return { ...judged, tests, exitCode, census, warnings, feedback, logs: [log] };
}

/** What later runs of it are compared with. */
export function toResult(plan: CommandPlan, { state, tests, exitCode }: CommandFinding, cwd: string): CheckResult {
  const { failed, errors, passed, total, failures } = tests;
  return {
    name: plan.name,
    state,
    exitCode,
    failed: failed === null ? null : failed + (errors ?? 0),
    passed,
    total,
    failing: failures.map((failure) => failureKey(failure, cwd)),
  };
}

interface Seen {
  readonly cwd: string;
  readonly tests: TestRun;
  readonly exitCode: number | null;
  readonly atStart: CheckResult | null;
  readonly text: string;
}

/** The command, what came of it, the failing tests that the agent broke first, and, where these do not say why, what was printed. */
function formatFeedback(
  plan: CommandPlan,
  { detail, lost }: Pick<CommandFinding, "detail" | "lost">,
  { tests, exitCode, atStart, text, cwd }: Seen,
): readonly string[] {
  // A command that we found and in which nothing ever ran says nothing.
  if (plan.found && tests.failures.length === 0 && tests.status === "unknown" && !atStart?.total) return [];
  const old = atStart?.failing ?? [];
  const isOld = (failure: TestFailure): boolean => old.includes(failureKey(failure, cwd));
  const broken = tests.failures.filter((failure) => !isOld(failure));
  const known = tests.failures.filter(isOld);
  const isExplained =
    exitCode === 0 || (tests.failures.length > 0 && tests.failures.every(({ message }) => message !== null));
  const list = (failures: readonly TestFailure[], most: number): readonly string[] =>
    failures.slice(0, most).map((failure) => `- ${formatFailure(failure, cwd)}`);
  const lines = [
    `${plan.name} (${plan.words.join(" ")}): ${lost ?? summarize(detail, tests, exitCode)}`,
    ...(lost === undefined ? [] : [letThemRun]),
    ...(broken.length > 0 ? ["Make these pass:", ...list(broken, 10)] : []),
    ...(known.length > 0
      ? ["These failed before the run, too. Make pass what belongs to your task:", ...list(known, 5)]
      : []),
    ...(isExplained ? [] : importantLines(text).map((line) => `  ${line}`)),
  ];
  return [lines.join("\n")];
}

const letThemRun =
  "Let them run again, as they did at the start. Tests may be added, renamed and moved; to remove some, a person allows it with removedTests.";

function summarize(detail: string, { failures }: TestRun, exitCode: number | null): string {
  if (failures.length > 0) return `${detail.replace(/ fail: .*$/s, " fail")}.`;
  // How to ask less of a check is for people.
  const told = detail.replace(/; to trust the exit status alone.*$/s, "");
  return exitCode === 0 ? `${told}. What shows nothing does not count as passed.` : told;
}

function formatFailure({ name, file, line, message }: TestFailure, cwd: string): string {
  const where = file === null ? "" : `${withinFolder(file, cwd)}${line === null ? "" : `:${line}`}: `;
  const why = message ? `: ${withinFolder(message.split("\n")[0] ?? "", cwd)}` : "";
  return plainLine(`${where}${withinFolder(name, cwd)}${why}`).slice(0, 400);
}
