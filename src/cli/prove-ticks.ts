import { outside } from "../agents/sandbox/check-room.js";
import type { AuditedTask } from "../evidence/audit/audited-task.js";
import type { CommandPlan } from "../evidence/plan.js";
import { isTestFile } from "../evidence/proof/named-tests.js";
import { lookAtWorkspace } from "../evidence/workspace/state.js";
import type { WorkspaceState } from "../evidence/workspace/workspace-state.js";
import { openRepository, type Repository } from "../lib/git/git.js";
import { type CopiedPath, type CopyResult, tryInCopy } from "../run/snapshots/try-in-copy.js";

export interface ProvingTicks {
  readonly cwd: string;
  readonly plans: readonly CommandPlan[];
  readonly ignore: readonly string[];
  readonly signal: AbortSignal;
  onTask(task: AuditedTask): void;
}

/**
 * Takes back, in a copy, what the commits of each ticked task did, as far as nobody changed it since, and runs the checks:
 * those that pass with it and fail without it verify the task. What cannot be taken back stays as it was found.
 */
export async function proveTicks(tasks: readonly AuditedTask[], asked: ProvingTicks): Promise<readonly AuditedTask[]> {
  const { cwd, ignore, signal } = asked;
  const repository = await openRepository(cwd);
  const required = asked.plans.filter((plan) => plan.required);
  if (!repository.ok || required.length === 0) return tasks;
  const now = await lookAtWorkspace(cwd, { ignore });
  const withIt = new Map<CommandPlan, CopyResult>();
  const proved: AuditedTask[] = [];
  for (const task of tasks) {
    const paths = task.verdict === "tested" || task.verdict === "shown" ? await takeBack(task, repository) : [];
    const found =
      paths.length > 0 && !signal.aborted
        ? await tryWithout(paths, { ...asked, required, now, withIt, root: repository.root })
        : null;
    const next: AuditedTask =
      found === null ? task : { ...task, verdict: "verified", evidence: [found, ...task.evidence] };
    if (paths.length > 0) asked.onTask(next);
    proved.push(next);
  }
  return proved;
}

/** The files of its commits as they were before them, where they are now as the commits left them. Tests stay. */
async function takeBack({ commits }: AuditedTask, repository: Repository): Promise<readonly CopiedPath[]> {
  const [last] = commits;
  const first = commits.at(-1);
  if (last === undefined || first === undefined) return [];
  const [now, after, before] = await Promise.all([
    repository.tree("HEAD"),
    repository.tree(last),
    repository.tree(`${first}~1`),
  ]);
  if (!now || !after || !before) return [];
  const changed = [...after].filter(
    ([path, entry]) => before.get(path)?.hash !== entry.hash && now.get(path)?.hash === entry.hash,
  );
  const own = await touchedBy(commits, repository);
  const paths = changed
    .map(([path]) => path)
    .filter((path) => own.has(path) && !isTestFile(path) && !/\.(?:md|mdx|rst)$/.test(path));
  const known = await repository.blobs(paths.flatMap((path) => before.get(path)?.hash ?? []));
  return paths.map((path) => {
    const entry = before.get(path) ?? null;
    return { path, entry, bytes: entry && (known.get(entry.hash) ?? null) };
  });
}

async function touchedBy(commits: readonly string[], repository: Repository): Promise<ReadonlySet<string>> {
  const answer = await repository.ask([
    "log",
    "-z",
    "--no-walk",
    "--name-only",
    "--no-renames",
    "--format=",
    ...commits,
  ]);
  return new Set(
    answer.ok
      ? answer.out
          .toString("utf8")
          .split(/[\0\n]/)
          .filter(Boolean)
      : [],
  );
}

interface Trial extends ProvingTicks {
  readonly required: readonly CommandPlan[];
  readonly now: WorkspaceState;
  readonly root: string;
  /** What each check comes to with everything in place. */
  readonly withIt: Map<CommandPlan, CopyResult>;
}

async function tryWithout(paths: readonly CopiedPath[], trial: Trial): Promise<string | null> {
  const { cwd, now, root, plans, signal, withIt } = trial;
  const place = { cwd, now, root, plans, signal, room: outside };
  for (const plan of trial.required) {
    const whole = withIt.get(plan) ?? (await tryInCopy(plan, [], place));
    withIt.set(plan, whole);
    if (whole.is !== "holds") continue;
    const without = await tryInCopy(plan, paths, place);
    if (without.is === "fails") return `${plan.name} fails without ${paths[0]?.path}: ${without.why}`;
  }
  return null;
}
