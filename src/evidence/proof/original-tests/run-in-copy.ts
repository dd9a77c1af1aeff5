import type { CheckContext } from "../../check-context.js";
import type { CommandFinding } from "../../checks/command.js";
import type { CommandPlan } from "../../plan.js";
import { WorkCopy } from "./work-copy.js";
import type { WorkCopyOptions } from "./work-copy-options.js";

type Scene = Pick<CheckContext, "cwd" | "signal" | "logDirectory" | "room" | "newTestReader">;

export interface CopyTerms extends Omit<WorkCopyOptions, "cwd" | "signal" | "parent"> {
  /** A command that runs in the copy before the check. */
  readonly prepare?: CommandPlan;
}

export interface RanInCopy {
  readonly finding: CommandFinding;
  /** What came of the command before it. */
  readonly prepared: CommandFinding | null;
  /** The project's folder in the copy, which paths in the output begin with. */
  readonly cwd: string;
  /** Files of the start that something rewrote while the check ran. */
  readonly rewritten: readonly string[];
}

/** Runs a check in a copy of the project that is gone afterwards; or says in words why it did not, or says nothing. */
export async function runInCopy(
  plan: CommandPlan,
  scene: Scene,
  { prepare, ...terms }: CopyTerms,
): Promise<RanInCopy | string> {
  const { cwd, signal, room } = scene;
  const copy = await WorkCopy.open({ cwd, signal, parent: room.copies, mustStay: true, ...terms });
  if (typeof copy === "string") return copy;
  try {
    const prepared = prepare ? await copy.command(prepare, scene) : null;
    const finding = await copy.run(plan, scene);
    return typeof finding === "string" ? finding : { finding, prepared, cwd: copy.cwd, rewritten: copy.rewritten };
  } finally {
    copy.remove();
  }
}
