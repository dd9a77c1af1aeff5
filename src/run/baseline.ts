import { UserError } from "../base/errors.js";
import { isRecord } from "../base/is-record.js";
import { type Baseline, takeBaseline } from "../evidence/baseline.js";
import type { CheckPlan } from "../evidence/plan.js";
import type { FolderGuard } from "../store/guard.js";
import { findRun } from "../store/run-state.js";
import type { Store } from "../store/store.js";
import { readIfThere } from "../system/files.js";
import type { RunHost } from "./options.js";
import type { Parts } from "./parts.js";

export interface BaselineOptions {
  readonly cwd: string;
  readonly parts: Parts;
  readonly tasksFile: string | null;
  /** Where the baseline is saved. */
  readonly file: string;
  readonly store: Store;
  readonly run: string;
  readonly resumed: boolean;
  readonly guard: FolderGuard;
  /** Folders in the workspace that untildone writes. */
  readonly own: readonly string[];
}

/** The state at the start of the run: taken now, or loaded if the run is resumed. */
export async function openBaseline(options: BaselineOptions, { stop, emit }: RunHost): Promise<Baseline> {
  const { cwd, parts, tasksFile, file, store, run, resumed, guard, own } = options;
  const saved = resumed ? readIfThere(file) : null;
  if (saved !== null) return readBaseline(saved, file);
  const hasWorked = resumed && (findRun(store.runState, run)?.judged ?? 0) > 0;
  if (hasWorked) throw cannotResume("missing", file);
  const { baseline } = await takeBaseline({
    cwd,
    plans: parts.plans,
    tasksFile,
    ignore: own,
    signal: stop.now,
    logDirectory: file.replace(/\.json$/, ""),
  });
  for (const restored of guard.restore()) emit({ type: "file-restored", ...restored });
  // An interrupted baseline is incomplete: a resumed run takes it again.
  if (!stop.now.aborted) store.writeRunFile(file, JSON.stringify(baseline));
  emit({ type: "baseline-taken", failing: describeFailing(baseline, cwd), notes: [...parts.notes, ...baseline.notes] });
  if (!parts.plans.some((plan) => canVerify(plan, baseline))) emit({ type: "warning", text: noCheck });
  return baseline;
}

const describeFailing = ({ checks }: Baseline, cwd: string): readonly string[] =>
  checks
    .filter(({ state }) => state !== "holds")
    .map(
      ({ name, state, failing }) =>
        `${name} ${state} already${failing.length > 0 ? `: ${failing.slice(0, 5).join(", ")}` : ""}`,
    )
    .map((line) => line.replaceAll(`${cwd}/`, ""));

/** A new baseline would include the run's own work, so the run cannot continue without the saved one. */
function readBaseline(text: string, file: string): Baseline {
  try {
    const saved: unknown = JSON.parse(text);
    if (isRecord(saved) && isRecord(saved["state"]) && Array.isArray(saved["checks"]))
      return saved as unknown as Baseline;
  } catch {
    // Reported below.
  }
  throw cannotResume("damaged", file);
}

const cannotResume = (how: "missing" | "damaged", file: string): UserError =>
  new UserError({
    what: `the run cannot be resumed: its saved baseline is ${how}`,
    where: file,
    fix: "start a new run without --resume; the work so far stays as it is",
  });

/** A required command. A detected one counts only if it runs any tests. */
function canVerify(plan: CheckPlan, { checks }: Baseline): boolean {
  if (plan.kind === "judge") return true;
  if (plan.kind !== "command" || !plan.required) return false;
  return !plan.found || checks.find(({ name }) => name === plan.name)?.state !== "unknown";
}

const noCheck =
  'no check can verify the work: tasks will be done but unverified. Name one with --check tests="npm test", or refuse such tasks with --set requireChecks=true';
