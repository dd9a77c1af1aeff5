import { toKnownTasks } from "../../tasks/tracker.js";
import { refuseWithoutGit } from "../git/git.js";
import { allAgents } from "../loop/agent-roles.js";
import { openDaySpending } from "../records/day-spending.js";
import { unmeasuredBudgets } from "./budget.js";
import { chooseFrom } from "./choose-tasks.js";
import { missingLogIns } from "./log-ins.js";
import type { RunContext } from "./open-run.js";
import { type RunHost, type RunOptions, spendingPlace } from "./options.js";
import { resolveParts } from "./parts.js";
import { refuseUnusable } from "./probe-agents.js";
import { refuseEndless } from "./refuse-endless.js";
import { refuseUnusableList } from "./refuse-list.js";
import { refuseParallel } from "./refuse-parallel.js";
import { refuseSpentDay } from "./refuse-spent-day.js";
import { reviewersOf, warnOfReviewers } from "./reviewers.js";
import { refuseOtherRoom } from "./run-room.js";
import { avoidProject, refuseSandbox } from "./sandbox-options.js";
import { takeBackLeft } from "./take-back-left.js";

/** Refuses what cannot work, before anything is written, but for what a killed run owes. */
export async function prepareRun(options: RunOptions, host: RunHost): Promise<Pick<RunContext, "parts" | "list">> {
  avoidProject(options);
  await takeBackLeft(options, host);
  await refuseRun(options);
  return readParts(options);
}

async function refuseRun(options: RunOptions): Promise<void> {
  refuseEndless(options.config);
  refuseParallel(options);
  await refuseWithoutGit(options);
  await refuseSandbox(options);
  refuseSpentDay(openDaySpending(spendingPlace(options)));
  refuseOtherRoom(options, options.resume);
  // In a sandbox, nothing of an agent runs outside of it.
  if (options.config.sandbox === "none") await refuseUnusable(allAgents(options.agents), options.cwd, (probe) => probe);
}

/** The parts of a run and its list, both of which can be used. */
async function readParts(options: RunOptions): Promise<Pick<RunContext, "parts" | "list">> {
  const parts = await resolveParts(options, options.cwd);
  const listing = await parts.tracker.list();
  const list = toKnownTasks(listing);
  refuseUnusableList(options, list);
  // The list of a resumed run is in its worktree.
  if (!(options.resume && options.git.worktree)) chooseFrom(options, listing);
  return { parts, list };
}

/** What a person should know of the agents before the first turn. */
export const warnOfAgents = (options: RunOptions): readonly string[] => [
  ...unmeasuredBudgets(allAgents(options.agents), {
    ...options.config.resolved.settings,
    maxCostPerDay: openDaySpending(spendingPlace(options))?.read().limit ?? null,
  }),
  ...missingLogIns([...allAgents(options.agents), ...reviewersOf(options)], options),
  ...warnOfReviewers(options),
];
