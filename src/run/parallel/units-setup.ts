import type { DecisionRecord } from "../../store/record.js";
import type { Session } from "../session.js";
import type { LinkedStop } from "./linked-stop.js";
import type { RunWriter } from "./run-writer.js";
import type { UnitPlaces } from "./unit.js";

export interface UnitsSetup {
  /** That of the run's own worktree. */
  readonly session: Session;
  readonly writer: RunWriter;
  readonly places: UnitPlaces;
  readonly stop: LinkedStop;
  /** How many tasks are worked on at once. */
  readonly most: number;
  /** A decision of the run by its number in the journal. */
  readRecord(n: number): DecisionRecord | null;
}
