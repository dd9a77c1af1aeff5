import type { Agent } from "../../agents/agent.js";
import { bwrapRoom } from "../../agents/sandbox/bwrap-room.js";
import { type CheckRoom, outside } from "../../agents/sandbox/check-room.js";
import { containerRoom } from "../../agents/sandbox/container-room.js";
import type { Config } from "../../config/load.js";
import { realPath } from "../../lib/files/folder.js";
import { ownCopiesFolder } from "../../lib/files/temporary-folder.js";
import { planRooms } from "./plan-rooms.js";
import type { SandboxOptions } from "./sandbox.js";

/** What the room of a folder depends on, beside the options of the run. */
export interface RoomPlace {
  readonly run: string;
  /** The project, or its worktree. */
  readonly cwd: string;
  /** untildone's own folders: not to be seen. */
  readonly own: readonly string[];
  readonly agents: readonly Agent[];
  /** The commands of the checks. */
  readonly commands: readonly (readonly string[])[];
  /** Those of judges and reviewers. */
  readonly judges: readonly (readonly string[])[];
}

/** Where the checks of a run are made from its start to its end: nothing is started before the first of them. */
export function openCheckRoom(options: SandboxOptions, place: RoomPlace): CheckRoom {
  const { sandbox: kind } = options.config;
  if (kind === "none" || options.config.checksOutside) return outside;
  const here = { ...place, cwd: realPath(place.cwd) };
  if (kind === "bwrap") return bwrapRoom(planRooms(kind, options, { ...here, copies: null }));
  const copies = ownCopiesFolder();
  return containerRoom(planRooms(kind, options, { ...here, copies }), copies);
}

/** What results of checks depend on, as it is written down with a run. */
export function describeRoom(config: Pick<Config, "sandbox" | "sandboxImage" | "checksOutside">): string {
  const { sandbox: kind, sandboxImage: image, checksOutside } = config;
  if (kind === "none" || checksOutside) return "outside";
  return image === null || kind === "bwrap" ? kind : `${kind} ${image}`;
}
