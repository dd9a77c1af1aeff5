import { openTrackerIn, type TrackerOptions } from "./open.js";
import { systemWorld } from "./system-world.js";
import type { Tracker } from "./tracker.js";

export interface OpenOptions extends TrackerOptions {
  /** The project's folder, which paths are taken from. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Opens a task list: a path (Markdown, JSON, JSON Lines, YAML, a folder), `github:OWNER/REPO?label=…`, `beads`, `none`,
 * or null for the list a project usually keeps. What cannot be used shows when it is listed, as a value.
 */
export function openTracker(spec: string | null, { cwd, env, ...options }: OpenOptions): Promise<Tracker> {
  return openTrackerIn(systemWorld(cwd, env), spec, options);
}
