import { addDone, type DoneSoFar } from "../run.js";
import type { Merged } from "./compare-branch.js";

/** What the tasks of a repository did, and what of it is proven: as the run counts it that has all of them. */
export const countMerged = (merged: ReadonlyMap<string, Merged>): DoneSoFar =>
  [...merged.values()].reduce<DoneSoFar>((done, { record }) => addDone(done, record.after), {});
