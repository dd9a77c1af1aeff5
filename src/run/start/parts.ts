import type { CheckPlan } from "../../evidence/plan.js";
import { type Planned, planChecks } from "../../evidence/plan-checks.js";
import { UserError } from "../../lib/errors.js";
import { exists } from "../../lib/files/disk.js";
import { readText } from "../../lib/files/files.js";
import { pathResolve, textAt } from "../../lib/files/folder.js";
import { readLimits } from "../../lib/files/open-file.js";
import { listFile } from "../../tasks/find-list.js";
import { folderText } from "../../tasks/folder.js";
import { givenFile } from "../../tasks/given-tasks.js";
import { openTracker } from "../../tasks/open-tracker.js";
import type { Tracker } from "../../tasks/tracker.js";
import type { Phase } from "../loop/agent-port.js";
import { templateVariables, unknownVariables } from "../loop/prompt.js";
import { resumedPlans } from "../records/resumed-plans.js";
import type { RunOptions } from "./options.js";

/** What a run uses in one folder: the project, or its worktree. */
export interface Parts {
  readonly tracker: Tracker;
  readonly plans: readonly CheckPlan[];
  /** Messages about checks that were not found. */
  readonly notes: readonly string[];
  /** Checks that were named and are none. */
  readonly warnings: readonly string[];
  readonly prompt: string;
  readonly promptFile: string | null;
  readonly template: string | null;
  readonly phases: readonly Phase[];
}

/** Resolves everything but the state, so that mistakes are reported before anything starts. */
export async function resolveParts(options: RunOptions, cwd: string): Promise<Parts> {
  const { config, env, tasks, templateFile } = options;
  const { optionalSections, taskMarks } = config.resolved.settings;
  const { plans, notes, warnings } = resolvePlans(options, cwd);
  const promptFile = findPromptFile(options, cwd);
  return {
    tracker: await openTracker(tasks, { cwd, env, optionalSections, taskMarks }),
    plans,
    notes,
    warnings,
    prompt: promptFile === null ? defaultPrompt : readText(promptFile, cwd, readLimits.prompt),
    promptFile,
    template: templateFile === null ? null : readTemplate(templateFile, cwd),
    phases: resolvePhases(options, cwd),
  };
}

/** Planned once: a resumed run has its plans from its start, whatever the project's files say now. */
function resolvePlans(options: RunOptions, cwd: string): Planned {
  if (options.resume) return { plans: resumedPlans(options.resume, options, cwd), notes: [], warnings: [] };
  const { checks, checkOrigin, detectChecks, config } = options;
  return planChecks({ cwd, checks, origin: checkOrigin, detect: detectChecks, tests: config.resolved.settings });
}

/** The default prompt. */
const defaultPrompt = "Work on the task below in this repository. Finish it, run the tests, and stop.";

function findPromptFile({ config, promptFile, tasks }: RunOptions, cwd: string): string | null {
  const usual = [`${config.stateFolder}/PROMPT.md`, "PROMPT.md"];
  const found = promptFile ?? usual.find((path) => exists(pathResolve(cwd, path))) ?? null;
  if (found === null && tasks === "none")
    throw new UserError({
      what: "there is nothing to ask the agent: no prompt and no task list",
      where: "untildone run",
      fix: "write PROMPT.md or name one with --prompt, or name a task list with --tasks",
    });
  return found;
}

/** The configured phases, or a single one with the run's prompt. */
function resolvePhases({ config: { phases } }: RunOptions, cwd: string): readonly Phase[] {
  if (phases.length === 0) return [{ name: "work", template: null }];
  return phases.map(({ name, prompt }) => ({
    name,
    template: prompt === undefined ? null : readTemplate(prompt, cwd),
  }));
}

function readTemplate(path: string, cwd: string): string {
  const template = readText(path, cwd, readLimits.prompt);
  const [unknown] = unknownVariables(template);
  if (unknown === undefined) return template;
  throw new UserError({
    what: `unknown variable {{${unknown}}}`,
    where: path,
    fix: `known: ${templateVariables.join(", ")}`,
  });
}

/** The current text of the task list; null if it is not a file. */
export function readListText(list: string, cwd: string): string | null {
  const file = givenFile(list) ?? listFile(list);
  if (file === null) return null;
  const path = pathResolve(cwd, file);
  return textAt(path) ?? folderText(path);
}
