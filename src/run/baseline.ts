import type { CheckState } from "../core/evidence.js";
import type { Settings } from "../core/settings.js";
import { isLeft, type Task } from "../core/tasks.js";
import { type Baseline, takeBaseline } from "../evidence/baseline.js";
import { verifyCommandsIn } from "../evidence/criteria/read-criteria.js";
import type { CheckPlan } from "../evidence/plan.js";
import { exactState } from "../evidence/tests/judge-run.js";
import { quoteTail } from "../evidence/tests/output-tail.js";
import { readList } from "../loop/select.js";
import type { FolderGuard } from "../store/guard.js";
import type { RunHost } from "./options.js";
import type { Parts } from "./parts.js";
import { refuseUnrunnable, type TriedIn } from "./refuse-checks.js";

export interface BaselineOptions {
  readonly cwd: string;
  readonly parts: Parts;
  readonly tasksFile: string | null;
  /** Where the checks' output is saved. */
  readonly logDirectory: string;
  /** That of the run's start, if it is resumed. */
  readonly saved: Baseline | null;
  readonly save: (baseline: Baseline) => void;
  readonly guard: FolderGuard;
  /** Folders in the workspace that untildone writes. */
  readonly own: readonly string[];
  readonly place: TriedIn;
  readonly grantedBy: Settings["grantedBy"];
}

/** The state at the start of the run: taken now, or that of its start if the run is resumed. */
export async function openBaseline(options: BaselineOptions, { stop, emit }: RunHost): Promise<Baseline> {
  const { cwd, parts, tasksFile, logDirectory, saved, save, guard, own, place, grantedBy } = options;
  if (saved !== null) return saved;
  const list = await readList(parts.tracker);
  for (const text of parts.warnings) emit({ type: "warning", text });
  const { baseline } = await takeBaseline({
    cwd,
    plans: parts.plans,
    tasksFile,
    verifyFirst: list.is === "tasks" ? openVerify(list.tasks) : [],
    ignore: own,
    signal: stop.now,
    logDirectory,
  });
  for (const restored of guard.restore()) emit({ type: "file-restored", ...restored });
  const warnings = stop.now.aborted ? [] : refuseUnrunnable(parts.plans, baseline, { place, grantedBy });
  // An interrupted baseline is incomplete: no turn follows it, and a resumed run takes it again.
  if (!stop.now.aborted) save(baseline);
  emit({ type: "baseline-taken", failing: describeFailing(baseline, cwd), notes: [...parts.notes, ...baseline.notes] });
  for (const text of warnings) emit({ type: "warning", text });
  if (!parts.plans.some((plan) => canVerify(plan, baseline))) emit({ type: "warning", text: noCheck });
  return baseline;
}

/** The commands beside the criteria of tasks that are still to do. */
function openVerify(tasks: readonly Task[]): readonly string[] {
  const left = tasks.filter(isLeft);
  return left.flatMap(({ title, acceptance }) => verifyCommandsIn([title, ...acceptance].join("\n")));
}

const describeFailing = ({ checks }: Baseline, cwd: string): readonly string[] =>
  checks
    .filter(({ state }) => state !== "holds")
    .flatMap((check) => [
      `${check.name} ${stateWords[exactState(check)]}${check.failing.length > 0 ? `: ${check.failing.slice(0, 5).join(", ")}` : ""}`,
      ...quoteTail(check.tail).map((line) => `  ${line}`),
    ])
    .map((line) => line.replaceAll(`${cwd}/`, ""));

const stateWords: Readonly<Record<CheckState, string>> = {
  holds: "holds",
  fails: "fails already",
  unknown: "says nothing",
  empty: "has no test",
  "cannot-run": "cannot run",
  "not-run": "did not run",
};

/** A required command. A detected one counts only if it runs any tests. */
function canVerify(plan: CheckPlan, { checks }: Baseline): boolean {
  if (plan.kind === "judge") return true;
  if (plan.kind !== "command" || !plan.required) return false;
  return !plan.found || checks.find(({ name }) => name === plan.name)?.state !== "unknown";
}

const noCheck =
  'no check can verify the work: tasks will be done but unverified. Name one with --check tests="npm test", or refuse such tasks with --set unverified=refuse';
