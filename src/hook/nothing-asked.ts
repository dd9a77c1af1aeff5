import { defaultStateFolder, mayBeConfigured } from "../config/config-places.js";
import { findChecks } from "../evidence/find-checks.js";
import { exists } from "../lib/files/disk.js";
import type { Owner } from "../run/records/private-folder.js";
import { listPlaces } from "../tasks/find-list.js";
import { mayHaveGoal } from "./goal.js";

/**
 * Whether it is plain that nothing is asked for in a project: no configuration, list, check or goal. An agent waits for
 * every stop, so this must not load what reads them. If it is not plain, they are read.
 */
export const isNothingAsked = (cwd: string, owner: Owner): boolean =>
  !mayBeConfigured(cwd, owner) &&
  !listPlaces(defaultStateFolder).some((path) => exists(`${cwd}/${path}`)) &&
  findChecks(cwd).plans.length === 0 &&
  !mayHaveGoal(cwd, owner);
