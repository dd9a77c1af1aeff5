import type { Budget } from "../../decide/run-request.js";
import type { DecisionRecord } from "../../store/record.js";
import type { Readable, TurnTarget } from "./full-mode.js";

/** What the full screen asks of the run. Each answers in words. */
export interface ViewActions {
  tell(text: string, task: string | null): Promise<string>;
  answer(text: string): Promise<string>;
  raise(budget: Budget): Promise<string>;
  /** What is kept of a turn; throws with a message for a person where nothing is. */
  read(what: Readable, target: TurnTarget): Promise<string>;
  /** What the run decided before; none for one that begins. */
  past(run: string): readonly DecisionRecord[];
}
