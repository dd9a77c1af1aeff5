import type { CheckContext } from "../check-context.js";
import type { CommandPlan } from "../plan.js";
import { findStartFiles } from "../proof/original-tests/put-back.js";
import { runInCopy } from "../proof/original-tests/run-in-copy.js";
import { buildFor } from "../proof/without-work/find-build.js";
import type { CommandFinding } from "./command.js";

/** Seconds to wait before each further try: what is wrong with a machine is often over soon. */
const waits = [5, 30, 120];

export interface BlameOptions {
  readonly run: () => Promise<CommandFinding>;
  /** Without it nobody waits, and a machine at fault is not told. */
  readonly sleep: ((seconds: number) => Promise<void>) | undefined;
}

/**
 * Who broke a check that ran at the start and cannot run now. Where it runs in a copy of the start, the task did. Where
 * it does not, the machine is at fault: it is tried again a few times before it is given up.
 */
export async function blameForCheck(
  plan: CommandPlan,
  scene: CheckContext,
  { finding, run, sleep }: BlameOptions & { readonly finding: CommandFinding },
): Promise<CommandFinding> {
  const ranAtStart = await runsAtStart(plan, scene);
  if (ranAtStart === null) return finding;
  if (ranAtStart) return { ...finding, blamed: scene.task?.id ?? "work" };
  for (const seconds of sleep ? waits : []) {
    if (scene.signal?.aborted) return finding;
    await sleep?.(seconds);
    const again = await run();
    if (again.now !== "cannot-run") return again;
  }
  return { ...finding, blamed: "place" };
}

/** Null where there is no such copy to be had. */
async function runsAtStart(plan: CommandPlan, scene: CheckContext): Promise<boolean | null> {
  const { sinceStart, baseline, now } = scene;
  const [root] = now.roots;
  if (!root || !sinceStart || !baseline || sinceStart.problems.length > 0) return null;
  const putBack = await findStartFiles(sinceStart, baseline);
  if (putBack === null) return null;
  const build = buildFor(plan, { cwd: scene.cwd, plans: [] });
  const ran = await runInCopy(plan, { ...scene, logDirectory: null }, { root, putBack, unseen: null, build });
  return typeof ran === "string" ? null : ran.finding.now !== "cannot-run";
}
