import type { CheckRoom } from "../agents/sandbox/check-room.js";
import type { KeptResults } from "../evidence/kept-results.js";
import type { CheckPlan } from "../evidence/plan.js";

/** The checks of a workspace. */
export interface ChecksPort {
  readonly plans: readonly CheckPlan[];
  /** Where their commands run, from the start of the run to its end. */
  readonly room: CheckRoom;
  /** What they came to, by the content they ran on; absent: every check runs. */
  readonly kept?: KeptResults;
  /** Where the logs of an iteration go. */
  logFile(iteration: number, name: string): string;
}
