import type { CheckRoom } from "../../agents/sandbox/check-room.js";
import type { CommandPlan } from "../../evidence/plan.js";
import { lookAtWorkspace } from "../../evidence/workspace/state.js";
import { type CopiedPath, tryInCopy } from "../../run/snapshots/try-in-copy.js";
import type { ProofStatement, ProvedCheck } from "./statement.js";

/** A recorded check, made once more. */
export interface ReplayedCheck {
  readonly check: string;
  readonly was: ProvedCheck["state"];
  readonly now: ProvedCheck["state"];
  readonly why: string | null;
}

export interface ReplayPlace {
  readonly cwd: string;
  /** Files that were proved as others than lie here. */
  readonly proved: readonly CopiedPath[];
  readonly room: CheckRoom;
  readonly signal: AbortSignal;
  onCheck(check: ReplayedCheck): void;
}

/** Makes the recorded commands again in copies of what was proved. What lies here is not touched. */
export async function replayChecks(
  { predicate }: ProofStatement,
  place: ReplayPlace,
): Promise<readonly ReplayedCheck[]> {
  const { cwd, proved, room, signal, onCheck } = place;
  const now = await lookAtWorkspace(cwd, { ignore: predicate.content.leftOut });
  const root = now.roots[0]?.path ?? cwd;
  const plans = predicate.checks.flatMap((check) => toPlan(check) ?? []);
  const replayed: ReplayedCheck[] = [];
  for (const plan of plans) {
    const was = predicate.checks.find(({ name }) => name === plan.name)?.state ?? "unknown";
    const result = await tryInCopy(plan, proved, { cwd, now, root, plans, signal, room });
    if (signal.aborted) break;
    const check = { check: plan.name, was, now: result.is, why: result.is === "holds" ? null : result.why };
    onCheck(check);
    replayed.push(check);
  }
  return replayed;
}

/** Whoever changed a proof has named no shell: its words are given to no other program. */
function toPlan({ name, required, command, env, timeoutSeconds, reads }: ProvedCheck): CommandPlan | null {
  if (command === null || !Array.isArray(command) || command.length === 0) return null;
  return {
    ...{ kind: "command", name, required, when: "always", parallel: false, found: false },
    ...{ words: command.map(String), env, origin: "the proof", reads: reads ?? "status" },
    timeoutSeconds: timeoutSeconds ?? 600,
  };
}
