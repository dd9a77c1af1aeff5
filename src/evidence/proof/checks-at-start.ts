import { pathJoin } from "../../lib/files/folder.js";
import { isRecord } from "../../lib/json/is-record.js";
import type { Baseline } from "../baseline.js";
import type { CheckContext } from "../check-context.js";
import { toResult } from "../checks/command.js";
import type { CheckResult } from "../checks/tests/judge-run.js";
import { newTestReader } from "../checks/tests/test-run.js";
import { contentKey } from "../content-key.js";
import type { KeptResults } from "../kept-results.js";
import type { CheckPlan, CommandPlan } from "../plan.js";
import { type Changes, realChanges } from "../workspace/changes.js";
import type { WorkspaceState } from "../workspace/workspace-state.js";
import { digestPutBack, findStartFiles, type PutBack } from "./original-tests/put-back.js";
import { runInCopy } from "./original-tests/run-in-copy.js";
import { buildFor } from "./without-work/find-build.js";

export interface AtStart extends Pick<CheckContext, "cwd" | "signal" | "logDirectory" | "room"> {
  readonly plans: readonly CommandPlan[];
  /** All checks of the project, among which a build may be. */
  readonly builds: readonly CheckPlan[];
  readonly now: WorkspaceState;
  /** Everything that changed since the start. */
  readonly changes: Changes;
  /** What the checks came to just now, in the project itself. */
  readonly results: readonly CheckResult[];
  readonly baseline: Pick<Baseline, "texts">;
  /** Results by the content they were measured on. */
  readonly kept: KeptResults | null;
}

/**
 * What the checks came to at the start, where nobody ran them then: they run in a copy with every change taken back. A
 * copy is only fair if the checks are as green in it as in the project while nothing is taken back; else nothing is known.
 */
export async function checksAtStart(asked: AtStart): Promise<readonly CheckResult[]> {
  const [root, ...others] = asked.now.roots;
  const { problems } = asked.changes;
  if (asked.plans.length === 0) return [];
  if (!root || others.length > 0 || problems.length > 0 || realChanges(asked.changes).length === 0) return [];
  const putBack = await findStartFiles(asked.changes, asked.baseline);
  if (putBack === null) return [];
  const { cwd, signal, logDirectory, room } = asked;
  const logs = logDirectory === null ? null : pathJoin(logDirectory, "at-start");
  const run = async (plan: CommandPlan, files: readonly PutBack[]): Promise<CheckResult | null> => {
    const scene = { cwd, signal, room, logDirectory: logs, newTestReader };
    const build = buildFor(plan, { cwd, plans: asked.builds });
    const ran = await runInCopy(plan, scene, { root, putBack: files, unseen: null, build });
    if (typeof ran === "string") return null;
    return { ...toResult(plan, ran.finding, ran.cwd), census: ran.finding.census };
  };
  const measure = async (plan: CommandPlan): Promise<CheckResult | null> => {
    const then = await run(plan, putBack);
    return then?.state === "fails" && (await run(plan, []))?.state !== "holds" ? null : then;
  };
  const found: CheckResult[] = [];
  for (const plan of asked.plans) {
    const here = asked.results.find(({ name }) => name === plan.name);
    if (here?.state !== "holds") continue;
    const { words, env, reads } = plan;
    const key = asked.kept && (await contentKey(asked, ["at-start", words, env, reads, digestPutBack(putBack)]));
    const known = asked.kept && key !== null ? asked.kept.find(key, readResult) : null;
    const then = known ? { ...known, name: plan.name } : await measure(plan);
    if (then === null) continue;
    if (asked.kept && key !== null && !known && then.state !== "unknown") asked.kept.keep(key, then);
    found.push(then);
  }
  return found;
}

const readResult = (value: unknown): CheckResult | null =>
  isRecord(value) && Array.isArray(value["failing"]) && typeof value["state"] === "string"
    ? (value as unknown as CheckResult)
    : null;
