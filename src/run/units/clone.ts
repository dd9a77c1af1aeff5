import { UserError } from "../../lib/errors.js";
import type { Repository } from "../../lib/git/git.js";
import { openRepository } from "../../lib/git/git.js";
import { openTracker } from "../../tasks/open-tracker.js";
import type { RunOptions } from "../start/options.js";
import { type Parts, resolveParts } from "../start/parts.js";

/** As planned at the start, with the list as it is now. */
export async function resolveIn(options: RunOptions, start: string): Promise<Parts> {
  const { cwd, env, tasks, config } = options;
  const { optionalSections, taskMarks } = config.resolved.settings;
  const tracker = await openTracker(tasks, { cwd, env, optionalSections, taskMarks });
  return { ...(await resolveParts(options, start)), tracker };
}

/** The repository of a folder that has one. */
export async function openAt(cwd: string): Promise<Repository> {
  const repository = await openRepository(cwd);
  if (repository.ok) return repository;
  throw new UserError({ what: repository.why, where: cwd, fix: "check the git repository" });
}

/** The branch that is checked out. */
export async function nameBranch(repository: Repository): Promise<string> {
  const answer = await repository.ask(["symbolic-ref", "-q", "--short", "HEAD"]);
  if (answer.ok) return answer.out.toString("utf8").trim();
  throw gone(repository.root);
}

export const gone = (where: string): UserError =>
  new UserError({ what: "the place where a task is worked on is gone", where, fix: "start the worker again" });
