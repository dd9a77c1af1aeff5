import type { CheckState } from "../core/evidence.js";
import type { Settings } from "../core/settings.js";
import { isLeft } from "../core/tasks.js";
import { type Baseline, takeBaseline } from "../evidence/baseline.js";
import { exactState } from "../evidence/tests/judge-run.js";
import { quoteTail } from "../evidence/tests/output-tail.js";
import { readList } from "../loop/select.js";
import type { FolderGuard } from "../store/guard.js";
import type { RunHost } from "./options.js";
import type { Parts } from "./parts.js";
import { refuseUnrunnable, type TriedIn } from "./refuse-checks.js";
import { canCheck, refuseUncheckable, verifyCommandsOf, warnUncheckable } from "./uncheckable.js";

export interface BaselineOptions {
  readonly cwd: string;
  readonly parts: Parts;
  readonly settings: Settings;
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
  /** Puts back what an earlier run refused. */
  readonly recall: (taken: Baseline) => Promise<Baseline>;
}

const noProofs =
  "proofSeconds is 0: what only new tests could prove will be called not proven. To change that, set it to the seconds that a proof may take";

/** The state at the start of the run: taken now, or that of its start if the run is resumed. */
export async function openBaseline(options: BaselineOptions, { stop, emit }: RunHost): Promise<Baseline> {
  const { cwd, parts, settings, tasksFile, logDirectory, saved, save, guard, own, place, recall } = options;
  const { grantedBy, retries } = settings;
  if (settings.proofSeconds === 0) emit({ type: "warning", text: noProofs });
  if (saved !== null) return saved;
  const list = await readList(parts.tracker);
  const tasks = list.is === "tasks" ? list.tasks.filter(isLeft) : [];
  for (const text of parts.warnings) emit({ type: "warning", text });
  const { baseline: taken } = await takeBaseline({
    cwd,
    plans: parts.plans,
    tasksFile,
    verifyFirst: tasks.flatMap(verifyCommandsOf),
    ignore: own,
    signal: stop.now,
    logDirectory,
    retries,
  });
  for (const restored of guard.restore()) emit({ type: "file-restored", ...restored });
  const warnings = stop.now.aborted ? [] : refuseUnrunnable(parts.plans, taken, { place, grantedBy });
  const baseline = stop.now.aborted ? taken : await recall(taken);
  // An interrupted baseline is incomplete: no turn follows it, and a resumed run takes it again.
  if (!stop.now.aborted) save(baseline);
  emit({ type: "baseline-taken", failing: describeFailing(baseline, cwd), notes: [...parts.notes, ...baseline.notes] });
  for (const text of warnings) emit({ type: "warning", text });
  if (!canCheck({ plans: parts.plans, baseline, tasks })) {
    if (settings.unverified === "refuse") throw refuseUncheckable();
    emit({ type: "warning", text: warnUncheckable(settings) });
  }
  return baseline;
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
