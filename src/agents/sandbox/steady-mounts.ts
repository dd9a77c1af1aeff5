import { exists } from "../../lib/files/disk.js";
import { realPath } from "../../lib/files/folder.js";
import type { Mount } from "./sandbox.js";

/** Mounts that were decided when no agent was at work, and where each path led then. */
export interface SteadyMounts {
  /** Those that are still there, or in words why they are not to be used. */
  now(): readonly Mount[] | string;
}

/**
 * An agent can replace a file of the project by a link: what was to be protected would lead to what was to be hidden. A
 * path that is gone is left out, as it is anywhere else.
 */
export function steadyMounts(mounts: readonly Mount[]): SteadyMounts {
  const places = mounts.map((mount) => ({ mount, led: realPath(mount.path) }));
  return {
    now() {
      const moved = places.find(({ mount, led }) => isThere(mount) && realPath(mount.path) !== led);
      if (moved) return `${moved.mount.path} leads elsewhere than when the run began`;
      return mounts.filter((mount) => isMade(mount) || isThere(mount));
    },
  };
}

/** Nothing of the disk is shown there. */
const isMade = ({ as }: Mount): boolean => as === "empty" || as === "scratch";

const isThere = ({ path }: Mount): boolean => exists(path);
