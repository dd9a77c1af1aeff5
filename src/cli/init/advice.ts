import { openRepository } from "../../lib/git/git.js";
import type { Io } from "../command.js";
import type { Advice } from "./finish.js";
import { describeCheck, hasTests, type Project, type Wishes } from "./project.js";
import { installedAgents } from "./wizard.js";

/** What was found, what is missing, and how to go on. */
export async function adviseProject(project: Project, { tasks, testCommand }: Wishes, io: Io): Promise<Advice> {
  const repository = await openRepository(io.cwd);
  const installed = installedAgents(io);
  const isTested = testCommand !== null || hasTests(project);
  const isEmpty = tasks.length === 0 && project.tasks.is !== "tasks";
  return {
    notes: [
      ...(isEmpty ? project.nearly.map((line) => line.replace("--tasks ", "untildone init --tasks ")) : []),
      ...project.checks.map((check) => `check ${describeCheck(check)}`),
      ...(isTested
        ? []
        : ["no command that could verify the work was found: name one under checks in the configuration"]),
      installed.length > 0 ? `agents installed: ${installed.join(", ")}` : "no agent that untildone knows is installed",
      ...(repository.ok ? [] : [`${repository.why}: checkpoints and worktrees need git (git init)`]),
    ],
    next: [
      ...(isEmpty ? [`write your tasks into ${project.list}`] : []),
      installed.length > 0
        ? "untildone doctor says whether a run can start, untildone run --dry-run what it would do"
        : "install an agent (untildone doctor says how); then untildone run --dry-run says what a run would do",
    ],
  };
}
