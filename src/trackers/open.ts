import { beadsTracker } from "./beads.js";
import { findList } from "./find-list.js";
import { type GithubOptions, githubTracker } from "./github.js";
import { readGithubSpec } from "./github-spec.js";
import type { ListOptions } from "./list-options.js";
import { openPath } from "./open-path.js";
import { createTracker, refused, type Tracker, unusable } from "./tracker.js";
import type { World } from "./world.js";

export interface TrackerOptions extends GithubOptions, ListOptions {}

/** Opens a task list by what names it: a path, `github:…`, `beads`, `none`, or null for the usual one. */
export async function openTrackerIn(world: World, spec: string | null, options: TrackerOptions): Promise<Tracker> {
  if (spec === "none") return noTracker;
  if (spec === null) {
    const found = await findListIn(world, { stateFolder: ".ralph", ...options });
    return found === null
      ? broken("the usual task list", "none of the usual task lists is there")
      : openTrackerIn(world, found, options);
  }
  if (spec === "beads") return beadsTracker(world);
  if (/^github:/i.test(spec)) {
    const github = readGithubSpec(spec);
    return typeof github === "string" ? broken(spec, github) : githubTracker(world, github, options);
  }
  return openPath(world, spec, options);
}

/** The name of the list a project keeps, or null. */
export const findListIn = (
  world: World,
  { stateFolder, ...options }: ListOptions & { readonly stateFolder: string },
): Promise<string | null> =>
  findList({
    stateFolder,
    exists: async (path) => (await world.read(path)).is !== "unreadable",
    holdsTasks: async (path) =>
      (await (await openPath(world, path, { ...options, plainLists: false })).list()).is === "tasks",
  });

/** No list was asked for: nothing is left and nothing is done. */
const noTracker: Tracker = createTracker({
  name: "none",
  list: async () => ({ is: "none" }),
  mark: async () => refused("there is no task list"),
});

function broken(name: string, why: string): Tracker {
  return createTracker({ name, list: async () => unusable(why), mark: async () => refused(why) });
}
