import { beadsTracker } from "./beads.js";
import { findList } from "./find-list.js";
import { type GithubOptions, githubTracker } from "./github.js";
import { readGithubSpec } from "./github-spec.js";
import { givenTracker } from "./given-tasks.js";
import type { ListOptions } from "./list-options.js";
import { openPath } from "./open-path.js";
import { createTracker, refused, type Tracker, unusable } from "./tracker.js";
import { type TrackerName, trackerOf } from "./tracker-specs.js";
import type { World } from "./world.js";

export interface TrackerOptions extends GithubOptions, ListOptions {}

/** Opens a task list by what names it: a path, `github:…`, `beads`, `none`, or null for the usual one. */
export async function openTrackerIn(world: World, spec: string | null, options: TrackerOptions): Promise<Tracker> {
  if (spec === null) {
    const found = await findListIn(world, { stateFolder: ".ralph", ...options });
    return found === null
      ? broken("the usual task list", "none of the usual task lists is there")
      : openTrackerIn(world, found, options);
  }
  const name = trackerOf(spec);
  return name === null ? openPath(world, spec, options) : openers[name](world, spec, options);
}

type Opener = (world: World, spec: string, options: TrackerOptions) => Tracker | Promise<Tracker>;

const openers: Readonly<Record<TrackerName, Opener>> = {
  none: () => noTracker,
  beads: (world) => beadsTracker(world),
  given: givenTracker,
  github(world, spec, options) {
    const github = readGithubSpec(spec);
    return typeof github === "string" ? broken(spec, github) : githubTracker(world, github, options);
  },
};

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
