import { pathJoin } from "../../system/folder.js";
import type { Baseline } from "../baseline.js";
import type { CheckContext } from "../check-context.js";
import { toResult } from "../checks/command.js";
import { findStartFiles, type PutBack } from "../original-tests/put-back.js";
import { runInCopy } from "../original-tests/run-in-copy.js";
import type { CommandPlan } from "../plan.js";
import type { CheckResult } from "../tests/judge-run.js";
import { newTestReader } from "../tests/test-run.js";
import { buildFor } from "../without-work/find-build.js";
import { type Changes, realChanges } from "../workspace/changes.js";
import type { WorkspaceState } from "../workspace/state.js";

export interface AtStart extends Pick<CheckContext, "cwd" | "signal" | "logDirectory"> {
  readonly plans: readonly CommandPlan[];
  readonly now: WorkspaceState;
  /** Everything that changed since the start. */
  readonly changes: Changes;
  /** What the checks came to just now, in the project itself. */
  readonly results: readonly CheckResult[];
  readonly baseline: Pick<Baseline, "texts">;
}

/**
 * What the checks came to at the start, where nobody ran them then: they run in a copy with every change taken back. A
 * copy is only fair if the checks are as green in it as in the project while nothing is taken back; else nothing is known.
 */
export async function checksAtStart(asked: AtStart): Promise<readonly CheckResult[]> {
  const [root, ...others] = asked.now.roots;
  const { problems } = asked.changes;
  if (!root || others.length > 0 || problems.length > 0 || realChanges(asked.changes).length === 0) return [];
  const putBack = await findStartFiles(asked.changes, asked.baseline);
  if (putBack === null) return [];
  const { cwd, signal, logDirectory } = asked;
  const logs = logDirectory === null ? null : pathJoin(logDirectory, "at-start");
  const run = async (plan: CommandPlan, files: readonly PutBack[]): Promise<CheckResult | null> => {
    const scene = { cwd, signal, logDirectory: logs, newTestReader };
    const build = buildFor(plan, { cwd, plans: asked.plans });
    const ran = await runInCopy(plan, scene, { root, putBack: files, unseen: null, build });
    return typeof ran === "string" ? null : toResult(plan, ran.finding, ran.cwd);
  };
  const found: CheckResult[] = [];
  for (const plan of asked.plans) {
    const here = asked.results.find(({ name }) => name === plan.name);
    if (here?.state !== "holds") continue;
    const then = await run(plan, putBack);
    if (then === null || (then.state === "fails" && (await run(plan, []))?.state !== "holds")) continue;
    found.push(then);
  }
  return found;
}
