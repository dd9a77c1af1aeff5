import type { CheckState } from "../../decide/evidence.js";
import { isLeft } from "../../decide/tasks.js";
import { type Baseline, takeBaseline } from "../../evidence/baseline.js";
import { exactState } from "../../evidence/checks/tests/judge-run.js";
import { quoteTail } from "../../evidence/checks/tests/output-tail.js";
import type { FolderGuard } from "../../store/guard.js";
import { listFile } from "../../tasks/find-list.js";
import { isGiven } from "../../tasks/given-tasks.js";
import { readList } from "../loop/select.js";
import { recallRefused } from "../records/refused-memory.js";
import { saveRecord } from "../records/run-record.js";
import type { OpenedRun } from "./open-run.js";
import { makeWarn } from "./options.js";
import { refuseUnrunnable } from "./refuse-checks.js";
import { canCheck, refuseUncheckable, verifyCommandsOf, warnUncheckable } from "./uncheckable.js";

interface BaselinePlace {
  readonly guard: FolderGuard;
  /** Folders in the workspace that untildone writes. */
  readonly own: readonly string[];
}

const noProofs =
  "proofSeconds is 0: what only new tests could prove will be called not proven. To change that, set it to the seconds that a proof may take";

/** The state at the start of the run: taken now, or that of its start if the run is resumed. */
export async function openBaseline(opened: OpenedRun, { guard, own }: BaselinePlace): Promise<Baseline> {
  const { options, host, work, parts, room, logs, record, privateFolder } = opened;
  const { stop, emit } = host;
  const { cwd } = work;
  const { settings } = options.config.resolved;
  const { grantedBy, retries } = settings;
  if (settings.proofSeconds === 0) emit({ type: "warning", text: noProofs });
  if (record.baseline !== null) return record.baseline;
  const list = await readList(parts.tracker);
  const tasks = list.is === "tasks" ? list.tasks.filter(isLeft) : [];
  for (const text of parts.warnings) emit({ type: "warning", text });
  const { baseline: taken } = await takeBaseline({
    ...{ cwd, room },
    plans: parts.plans,
    tasksFile: listFile(options.tasks),
    // What a person typed is theirs; a list on a server may have been written by anybody.
    ...(isGiven(options.tasks) ? { acceptance: tasks.flatMap(({ acceptance }) => acceptance) } : {}),
    verifyFirst: tasks.flatMap(verifyCommandsOf),
    ignore: own,
    signal: stop.now,
    logDirectory: `${logs}/baseline`,
    retries,
  });
  for (const restored of guard.restore()) emit({ type: "file-restored", ...restored });
  const place = { cwd, isCopy: work.worktree !== null || options.isClone === true, setup: options.git.setup };
  const warnings = stop.now.aborted ? [] : refuseUnrunnable(parts.plans, taken, { place, grantedBy });
  const baseline =
    stop.now.aborted || options.isClone
      ? taken
      : await recallRefused(taken, { folder: privateFolder, warn: makeWarn(host) });
  // An interrupted baseline is incomplete: no turn follows it, and a resumed run takes it again.
  if (!stop.now.aborted) saveRecord(privateFolder, { ...record, baseline });
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
