import type { HiddenWatch, TouchedHidden } from "../loop/hidden-files.js";
import type { HiddenRun } from "./hidden-run.js";

/** The paths of hidden checks in one folder, with what was done there in the current iteration. */
export function watchHidden(hidden: Pick<HiddenRun, "sweep">, cwd: string): HiddenWatch {
  let last: { readonly iteration: number; readonly touched: TouchedHidden } | null = null;
  return {
    async sweep(iteration) {
      const now = await hidden.sweep(cwd);
      const before = last?.iteration === iteration ? last.touched : null;
      const touched = before ? join(before, now) : now;
      last = { iteration, touched };
      return touched;
    },
  };
}

const join = (one: TouchedHidden, other: TouchedHidden): TouchedHidden => ({
  written: both(one.written, other.written),
  committed: both(one.committed, other.committed),
  problems: both(one.problems, other.problems),
});

const both = (one: readonly string[], other: readonly string[]): readonly string[] => [...new Set([...one, ...other])];
