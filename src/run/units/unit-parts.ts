import type { Baseline } from "../../evidence/baseline.js";
import type { Repository } from "../../lib/git/git.js";
import type { Worktree } from "../git/git-worktree.js";
import type { UnitRecord } from "../records/unit-record.js";
import type { Session } from "../session.js";

export interface UnitParts {
  readonly record: StartedUnit;
  readonly session: Session;
  /** That of the unit's worktree. */
  readonly repository: Repository;
  readonly branch: string;
  /** The run's own worktree. */
  readonly trunk: Worktree;
  /** The task list's paths from the root: only the run changes it. */
  readonly listPaths: readonly string[];
  /** Paths from the root that are not committed. */
  readonly leftOut: readonly string[];
  /** For the next turn of a unit that was left; null for a new one. */
  readonly feedback: readonly string[] | null;
  readonly save: (record: UnitRecord) => void;
  readonly close: (isMerged: boolean) => Promise<void>;
}

export type StartedUnit = UnitRecord & { readonly baseline: Baseline };
