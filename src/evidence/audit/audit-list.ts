import type { Task } from "../../decide/tasks.js";
import { UserError } from "../../lib/errors.js";
import { openRepository } from "../../lib/git/git.js";
import { readProject } from "../proof/measured-files/project-texts.js";
import { lookAtWorkspace } from "../workspace/state.js";
import { auditTask } from "./audit-task.js";
import type { AuditedTask } from "./audited-task.js";
import { AuditedProject } from "./look-at-project.js";
import { commitsWith, readHistory } from "./read-history.js";

export interface AuditAsked {
  readonly cwd: string;
  readonly tasks: readonly Task[];
  /** The list's own file from the project's root; null if it is none. */
  readonly list: string | null;
  /** Only commits after this one count; null for all. */
  readonly since: string | null;
  readonly ignore: readonly string[];
}

export interface AuditedList {
  readonly tasks: readonly AuditedTask[];
  /** What could not be looked at, in words. */
  readonly notes: readonly string[];
}

/** What stands behind each tick of a list, whoever set it. */
export async function auditList({ cwd, tasks, list, since, ignore }: AuditAsked): Promise<AuditedList> {
  const repository = await openRepository(cwd);
  if (!repository.ok && since !== null)
    throw new UserError({
      what: `--since needs a git repository: ${repository.why}`,
      where: cwd,
      fix: "leave --since out, or run it in the repository of the list",
    });
  if (repository.ok && since !== null && (await repository.commitAt(since)) === null)
    throw new UserError({ what: `there is no commit ${since}`, where: "--since", fix: "name a commit, branch or tag" });
  const { roots, notes } = await lookAtWorkspace(cwd, { ignore });
  const [root] = roots;
  if (!root)
    throw new UserError({ what: "the project cannot be looked at", where: cwd, fix: notes[0] ?? "name its folder" });
  const project = new AuditedProject(await readProject(root), list);
  const history = repository.ok ? await readHistory(repository, since) : [];
  const scene = {
    ...{ project, history, tasks },
    commitsWith: async (word: string) => (repository.ok ? commitsWith(repository, word) : []),
  };
  const audited: AuditedTask[] = [];
  for (const task of tasks) if (task.status === "done" && !task.isGroup) audited.push(await auditTask(task, scene));
  return {
    tasks: audited,
    notes: repository.ok ? notes : [...notes, `no git history to look at: ${repository.why}`],
  };
}
