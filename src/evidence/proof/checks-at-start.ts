import { pathJoin, realPath } from "../../system/folder.js";
import type { CheckContext } from "../check-context.js";
import { checkCommand, noStart, toResult } from "../checks/command.js";
import { makeCleanCopy } from "../original-tests/clean-copy.js";
import { heldContents, type PutBack } from "../original-tests/put-back.js";
import type { CommandPlan } from "../plan.js";
import type { CheckResult } from "../tests/judge-run.js";
import { newTestReader } from "../tests/test-run.js";
import { type Changes, type FileChange, realChanges } from "../workspace/changes.js";
import type { WorkspaceState } from "../workspace/state.js";

export interface AtStart extends Pick<CheckContext, "cwd" | "signal" | "logDirectory"> {
  readonly plans: readonly CommandPlan[];
  readonly now: WorkspaceState;
  /** Everything that changed since the start. */
  readonly changes: Changes;
  /** What the checks came to just now, in the project itself. */
  readonly results: readonly CheckResult[];
}

/**
 * What the checks came to at the start, where nobody ran them then: they run in a copy with every change taken back. A
 * copy is only fair if the checks are as green in it as in the project while nothing is taken back; else nothing is known.
 */
export async function checksAtStart(asked: AtStart): Promise<readonly CheckResult[]> {
  const [root, ...others] = asked.now.roots;
  const files = realChanges(asked.changes);
  if (!root || others.length > 0 || asked.changes.problems.length > 0 || files.length === 0) return [];
  const putBack = await takenBack(files);
  if (putBack === null) return [];
  const found: CheckResult[] = [];
  for (const plan of asked.plans) {
    const here = asked.results.find(({ name }) => name === plan.name);
    if (here?.state !== "holds") continue;
    const then = await runInCopy(plan, asked, { root, putBack });
    if (then.state === "fails" && (await runInCopy(plan, asked, { root, putBack: [] })).state !== "holds") continue;
    found.push(then);
  }
  return found;
}

/** Each changed file as it was; null if the content of one is not known. */
async function takenBack(files: readonly FileChange[]): Promise<readonly PutBack[] | null> {
  const held = await heldContents(files);
  const putBack: PutBack[] = [];
  for (const { root, path, from, before } of files) {
    if (before === null || from !== null) putBack.push({ root, path, measure: "test", content: null });
    if (before === null) continue;
    const content = held.get(before.hash);
    if (content === undefined) return null;
    putBack.push({ root, path: from ?? path, measure: "test", content });
  }
  // What was added goes first: a link may stand where a folder was.
  return putBack.toSorted((one, other) => Number(one.content !== null) - Number(other.content !== null));
}

type Copied = Pick<Parameters<typeof makeCleanCopy>[0], "root" | "putBack">;

async function runInCopy(
  plan: CommandPlan,
  { cwd, signal, logDirectory }: AtStart,
  copied: Copied,
): Promise<CheckResult> {
  const copy = await makeCleanCopy({ cwd, unseen: null, ...copied });
  try {
    const words = plan.words.map((word) => word.replaceAll(`${realPath(cwd)}/`, `${copy.cwd}/`));
    const logs = logDirectory === null ? null : pathJoin(logDirectory, "at-start");
    const scene = { cwd: copy.cwd, signal, logDirectory: logs, newTestReader };
    return toResult(plan, await checkCommand({ ...plan, words }, scene, noStart), copy.cwd);
  } finally {
    copy.remove();
  }
}
