import { UserError } from "../../lib/errors.js";
import type { RunOptions } from "./options.js";

/** Whether several tasks are worked on at once, or were at the start of the run: what is open is then finished first. */
export const isParallel = ({ git, resume }: Pick<RunOptions, "git" | "resume">): boolean =>
  git.parallel > 1 || Number(resume?.flags["parallel"] ?? 1) > 1;

/** What several tasks at once need, said before anything starts. */
export function refuseParallel(options: RunOptions): void {
  if (!isParallel(options)) return;
  const { tasks, config, forceComplete } = options;
  const { grantedBy } = config.resolved.settings;
  if (tasks === "none") throw refuse("a task list", "name one with --tasks");
  if (grantedBy !== "facts")
    throw refuse(`checked tasks, and policy ${config.resolved.name} trusts the list`, "use --policy standard");
  if (forceComplete) throw refuse("no --force-complete", "accept the task instead: untildone accept TASK");
}

const refuse = (needs: string, fix: string): UserError =>
  new UserError({ what: `--parallel needs ${needs}`, where: "--parallel", fix: `${fix}, or run without --parallel` });
