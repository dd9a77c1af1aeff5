import type { Outcome } from "../decide/decision.js";
import type { RunState } from "./current-run.js";
import type { AcceptRecord } from "./person-records.js";

/** A person's word: for tasks, or for the whole run. */
export interface Acceptance {
  /** The number of its record. */
  readonly n: number;
  readonly at: string;
  readonly by: string;
  readonly tasks: readonly string[];
  readonly whole?: true;
}

export const toAcceptance = ({ n, at, tasks, by, whole }: AcceptRecord): Acceptance => ({
  ...{ n, at, tasks, by: typeof by === "string" && by !== "" ? by : "a person" },
  ...(whole === true ? { whole } : {}),
});

type AcceptableRun = Pick<RunState, "run" | "last">;

/** A person's word for the whole run, given after it ended. A later decision of the run stands for itself. */
export const findAcceptance = ({ run, last }: AcceptableRun): Acceptance | null =>
  (run?.ended && run.acceptances?.findLast(({ n, whole }) => whole && n > (last?.n ?? 0))) || null;

/** How the last run ended, a person's word afterwards included. Null for one that has not ended. */
export const findOutcome = (state: AcceptableRun): Outcome | null =>
  findAcceptance(state) ? "completed" : state.run?.ended ? (state.last?.outcome ?? null) : null;

/** "jane, 2026-05-04 09:30 UTC" */
export const describeWho = ({ by, at }: Pick<Acceptance, "by" | "at">): string =>
  `${by}, ${at.slice(0, 16).replace("T", " ")} UTC`;
