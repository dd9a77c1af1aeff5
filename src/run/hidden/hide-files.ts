import type { CheckPlan } from "../../evidence/plan.js";
import { UserError } from "../../lib/errors.js";
import { pathFrom, pathResolve, realPath } from "../../lib/files/folder.js";
import { listFile } from "../../tasks/find-list.js";
import { isInside } from "../records/private-folder.js";
import { planSeals } from "../seals/seal-plans.js";
import type { OpenedRun } from "../start/open-run.js";
import type { RunHost, RunOptions } from "../start/options.js";
import { describeBroughtBack } from "./away.js";
import { findHidden, type HiddenPlace, hiddenPlansIn, ownPaths } from "./find-hidden.js";
import { HiddenRun } from "./hidden-run.js";

export type { HiddenRun };

/** Refuses checks that cannot be hidden, before anything is written. */
export function refuseHidden(options: RunOptions, plans: readonly CheckPlan[]): void {
  const place = placeOf(options);
  const asked = hiddenPlansIn(plans);
  if (asked.length > 0 && options.config.sandbox !== "none" && options.git.parallel > 1) throw refuseSeveral();
  for (const plan of asked) findHidden(plan, place);
}

const refuseSeveral = (): UserError =>
  new UserError({
    what: "hidden checks in a sandbox need a clone of their own, and --parallel needs worktrees of one repository",
    where: "--parallel",
    fix: "run without --parallel, or without --sandbox",
  });

/** In a sandbox the agent must not find them in the history either. */
export function pathsToLeaveOut(options: RunOptions, plans: readonly CheckPlan[]): readonly string[] {
  const asked = options.config.sandbox === "none" || options.isClone ? [] : hiddenPlansIn(plans);
  const place = placeOf(options);
  return ownPaths(
    asked.flatMap(({ hidden }) => hidden.files),
    asked.flatMap((plan) => findHidden(plan, place)),
  );
}

/** A worker of a fleet has a clone with all that is committed: nothing could be hidden there. */
export function refuseHiddenInClone(plans: readonly CheckPlan[]): void {
  const [first] = hiddenPlansIn(plans);
  if (!first) return;
  throw new UserError({
    what: `the check ${first.name} is hidden, and a fleet works in clones that have all its files`,
    where: `${first.origin}: checks.${first.name}.hidden`,
    fix: "run the list with untildone run, or leave the check out of the fleet: false in its configuration",
  });
}

function placeOf({ cwd, config, tasks, promptFile, templateFile }: RunOptions): HiddenPlace {
  const root = realPath(cwd);
  const within = (path: string | null): readonly string[] =>
    path === null ? [] : [pathFrom(root, pathResolve(root, path))];
  const configured = Object.values(config.origins).flatMap(
    ({ where }) => /^([^,:]+\.\w+)(?:,|$)/.exec(where)?.[1] ?? [],
  );
  return {
    root,
    needed: [...new Set([listFile(tasks), promptFile, templateFile, ...configured].flatMap(within))],
    own: [...within(config.stateFolder), ".untildone", ".ralph"],
  };
}

/** The run with the files of its hidden checks put away. Until `showFiles` they are in the private folder alone. */
export async function hideFiles(unsealed: OpenedRun): Promise<OpenedRun> {
  const opened = await withSeals(unsealed);
  const { id, options, privateFolder, parts, work } = opened;
  if (hiddenPlansIn(parts.plans).length === 0) return opened;
  try {
    if (isInside(privateFolder)) throw refuseInside(privateFolder.path);
    const { needed, own } = placeOf(options);
    const hidden = await HiddenRun.open({
      ...{ run: id, cwd: options.cwd, privateFolder: privateFolder.path, plans: parts.plans, needed, own },
    });
    if (hidden === null) return opened;
    const hiding = { ...opened, hidden, parts: { ...parts, plans: hidden.plans } };
    try {
      if (work.worktree) await hidden.hideIn(work.cwd, `${id}-worktree`);
    } catch (error) {
      await showFiles(hiding);
      throw error;
    }
    return hiding;
  } catch (error) {
    if (options.resume === null) await work.abandon();
    await opened.room.close();
    throw error;
  }
}

/** With the sealed checks of its open tasks. */
async function withSeals(opened: OpenedRun): Promise<OpenedRun> {
  const { parts, privateFolder, host } = opened;
  const listing = await parts.tracker.list();
  const { plans, warnings } = planSeals(privateFolder.path, listing.is === "tasks" ? listing.tasks : []);
  for (const text of warnings) warn(host, text);
  return plans.length === 0 ? opened : { ...opened, parts: { ...parts, plans: [...parts.plans, ...plans] } };
}

const refuseInside = (path: string): UserError =>
  new UserError({
    what: "the folder that hidden files would be put into is in the project, where the agent works",
    where: path,
    fix: "name a folder outside: XDG_STATE_HOME=/path/to/folder untildone run …",
  });

/** What was done in a clone becomes a branch here. */
export async function bringBack({ work, host }: Pick<OpenedRun, "work" | "host">): Promise<void> {
  const why = await work.bringBack?.();
  if (why)
    warn(
      host,
      `the commits of the clone were not brought here: ${why}; they are in ${work.worktree?.root} (untildone run --resume tries again)`,
    );
}

/** Puts everything back, and tells of what is not as it should be. */
export async function showFiles({ hidden, host }: Pick<OpenedRun, "hidden" | "host">): Promise<void> {
  if (hidden === null) return;
  for (const back of await hidden.close())
    if (back.displaced.length + back.problems.length > 0)
      for (const text of describeBroughtBack(back)) warn(host, text);
}

const warn = ({ emit }: Pick<RunHost, "emit">, text: string): void => emit({ type: "warning", text });
