import { budgetLines, isSpent } from "../decide/budget.js";
import { isAboutHonesty } from "../decide/evidence.js";
import type { Settings } from "../decide/settings.js";
import { findAcceptance } from "../store/acceptance.js";
import type { RunState } from "../store/current-run.js";
import type { DecisionRecord } from "../store/record.js";
import type { WaitingWords } from "../store/words.js";
import { findDeletedTests } from "./deleted-tests.js";
import type { WorktreeAdvice } from "./git/git-worktree.js";
import { nextStep, type RunEnding } from "./loop/next-step.js";
import type { RunSummary } from "./loop/run-summary.js";
import { summarizeRun } from "./loop/summarize-run.js";
import { acceptableTasks } from "./start/acceptable.js";

export interface RunAtEnd {
  /** The decisions of the run, oldest first. */
  readonly records: readonly DecisionRecord[];
  readonly last: DecisionRecord;
  readonly state: Pick<RunState, "run" | "last">;
  readonly settings: Settings;
  /** The last agent used. */
  readonly agent: RunEnding["agent"];
  readonly keys?: readonly string[];
  /** The agent's last message. */
  readonly message: string | null;
  /** Questions nobody answered, and words that no prompt had. */
  readonly waiting: WaitingWords;
  readonly owed: readonly string[];
  readonly unmarked: readonly string[];
  readonly worktree: WorktreeAdvice | null;
  /** Tasks that the run was not about. */
  readonly leftOut?: readonly string[];
  /** The work was committed, turn by turn, where the person works. */
  readonly isCommitted?: boolean;
}

/** The summary of a run with the command to type next: when it ends, and whenever its journal is read again. */
export const summarizeEnd = ({ state, settings, agent, keys = [], ...ended }: RunAtEnd): RunSummary =>
  summarizeRun({
    ...ended,
    current: state.run,
    advice: findAcceptance(state)
      ? null
      : nextStep({
          decision: ended.last.decision,
          failure: ended.last.observation.turn?.report.failure ?? null,
          agent,
          keys,
          acceptable: acceptableTasks(state),
          asks: ended.waiting.questions.length > 0,
          isAnswered: ended.waiting.words.some(({ question }) => question !== undefined),
          explainDecision: findExplainingDecision(ended.records),
          spent: budgetLines(ended.last.observation, settings)
            .filter(isSpent)
            .map(({ name }) => name),
          tamperedIn: findTampered(ended.records),
          deletedFrom: findDeletedTests(ended.last.observation.evidence),
        }),
  });

/** The decision that best explains the end of the run: the last one after a turn, or one that set a task aside. */
const findExplainingDecision = (records: readonly DecisionRecord[]): number | null =>
  records.findLast(({ decision, observation }) => decision.setAside || observation.turn)?.n ?? null;

/** The turn since which the tests are no longer those of the start, up to the end. One of several tasks has its own turns. */
function findTampered(records: readonly DecisionRecord[]): number | null {
  const isTampered = ({ observation }: DecisionRecord): boolean =>
    observation.evidence.some((check) => isAboutHonesty(check) && check.state === "fails");
  const isUnknown = ({ observation }: DecisionRecord): boolean =>
    !observation.evidence.some((check) => isAboutHonesty(check) && check.state === "holds");
  let first: DecisionRecord | null = null;
  for (const record of records.toReversed()) {
    if (isTampered(record)) first = record;
    else if (!isUnknown(record) || first === null) break;
  }
  return first === null || first.unit !== undefined || first.about ? null : first.iteration;
}
