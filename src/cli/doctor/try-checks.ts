import { outside } from "../../agents/sandbox/check-room.js";
import { type CommandFinding, checkCommand, noStart, toResult } from "../../evidence/checks/command.js";
import type { CheckResult } from "../../evidence/checks/tests/judge-run.js";
import { newTestReader } from "../../evidence/checks/tests/test-run.js";
import type { CommandPlan } from "../../evidence/plan.js";
import { removeFolder, temporaryFolder } from "../../lib/files/temporary-folder.js";
import type { Io } from "../command.js";
import { showProgress } from "./progress.js";

/** The world in which checks are tried. */
export interface CheckTrial {
  readonly io: Io;
  readonly signal: AbortSignal;
  /** Seconds for all of them; undefined for the usual limits. */
  readonly timeout: number | undefined;
}

/** A check that ran, or had no time to. */
export interface TriedCheck {
  readonly plan: CommandPlan;
  readonly ran: RanCheck | null;
}

export interface RanCheck {
  readonly finding: CommandFinding;
  readonly result: CheckResult;
  readonly seconds: number;
  /** It ran out of the time it has here, which is less than in a run. */
  readonly isCut: boolean;
}

const usual = { all: 600, each: 120 };

/** Runs the checks one after another, each as a run does at its start. */
export async function tryChecks(plans: readonly CommandPlan[], trial: CheckTrial): Promise<readonly TriedCheck[]> {
  const { signal, timeout } = trial;
  const until = performance.now() + (timeout ?? usual.all) * 1000;
  const logs = temporaryFolder("untildone-doctor-");
  const tried: TriedCheck[] = [];
  try {
    for (const plan of plans) {
      const left = (until - performance.now()) / 1000;
      const most = Math.ceil(Math.min(timeout ?? usual.each, left));
      tried.push({ plan, ran: most > 0 && !signal.aborted ? await tryCheck(plan, most, { ...trial, logs }) : null });
    }
  } finally {
    removeFolder(logs);
  }
  return tried;
}

async function tryCheck(
  plan: CommandPlan,
  most: number,
  { io, signal, logs }: CheckTrial & { readonly logs: string },
): Promise<RanCheck> {
  const hide = showProgress(plan, io);
  try {
    const limited = { ...plan, timeoutSeconds: Math.min(plan.timeoutSeconds, most) };
    const scene = { cwd: io.cwd, signal, logDirectory: logs, room: outside, newTestReader };
    const finding = await checkCommand(limited, scene, noStart);
    const [log] = finding.logs ?? [];
    return {
      finding,
      result: toResult(plan, finding, io.cwd),
      seconds: Math.round((log?.durationMs ?? 0) / 100) / 10,
      isCut: log?.ending.is === "timed-out" && most < plan.timeoutSeconds,
    };
  } finally {
    hide();
  }
}
