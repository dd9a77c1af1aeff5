import type { CheckContext } from "../../check-context.js";
import type { BuildFinder } from "../without-work/find-build.js";
import type { CopyOptions } from "./clean-copy.js";

export interface WorkCopyOptions extends CopyOptions {
  readonly build: BuildFinder;
  /** Milliseconds that are left for all that runs in it. */
  readonly left?: () => number;
  /** Nothing is known of a run in which what rules the tests does not stay as it is. */
  readonly mustStay?: true;
}

export type CopyScene = Pick<CheckContext, "signal" | "logDirectory" | "room" | "newTestReader"> & {
  /** Folders that commands work in, beside the copy. */
  readonly shows?: readonly string[];
};
