import type { WorktreeAdvice } from "../checkpoints/git-worktree.js";
import { budgetLines, isSpent } from "../core/budget.js";
import type { Settings } from "../core/settings.js";
import { nextStep, type RunEnding } from "../loop/next-step.js";
import { type RunSummary, summarizeRun } from "../loop/summarize-run.js";
import { findAcceptance } from "../store/acceptance.js";
import type { DecisionRecord } from "../store/record.js";
import type { RunState } from "../store/run-state.js";
import type { WaitingWords } from "../store/words.js";
import { acceptableTasks } from "./acceptable.js";

export interface RunAtEnd {
  /** The decisions of the run, oldest first. */
  readonly records: readonly DecisionRecord[];
  readonly last: DecisionRecord;
  readonly state: Pick<RunState, "run" | "last">;
  readonly settings: Settings;
  /** The last agent used. */
  readonly agent: RunEnding["agent"];
  /** The agent's last message. */
  readonly message: string | null;
  /** Questions nobody answered, and words that no prompt had. */
  readonly waiting: WaitingWords;
  readonly owed: readonly string[];
  readonly unmarked: readonly string[];
  readonly worktree: WorktreeAdvice | null;
  /** Tasks that the run was not about. */
  readonly leftOut?: readonly string[];
}

/** The summary of a run with the command to type next: when it ends, and whenever its journal is read again. */
export const summarizeEnd = ({ state, settings, agent, ...ended }: RunAtEnd): RunSummary =>
  summarizeRun({
    ...ended,
    current: state.run,
    next: findAcceptance(state)
      ? null
      : nextStep({
          decision: ended.last.decision,
          failure: ended.last.observation.turn?.report.failure ?? null,
          agent,
          acceptable: acceptableTasks(state),
          asks: ended.waiting.questions.length > 0,
          explainDecision: findExplainingDecision(ended.records),
          spent: budgetLines(ended.last.observation, settings)
            .filter(isSpent)
            .map(({ name }) => name),
        }),
  });

/** The decision that best explains the end of the run: the last one after a turn, or one that set a task aside. */
const findExplainingDecision = (records: readonly DecisionRecord[]): number | null =>
  records.findLast(({ decision, observation }) => decision.setAside || observation.turn)?.n ?? null;
