import type { Evidence } from "../../decide/evidence.js";
import type { IterationFacts } from "../../decide/observation.js";
import type { KnownTasks } from "../../decide/tasks.js";
import type { Gathered } from "../../evidence/gathered.js";
import type { ProvedTurn } from "../../evidence/ledger/prove-turn.js";
import type { Iteration } from "./iteration.js";
import { nothingSpent } from "./spent.js";

/**
 * What is known of one turn. Whatever is left out was not looked at. What is given as `evidence`, `shown` or `feedback`
 * stands in place of what the checks and the proof say.
 */
export interface JudgedTurn extends Partial<Omit<Iteration, "tasks">> {
  readonly tasks: KnownTasks;
  /** What the checks found. */
  readonly seen?: Pick<Gathered, "evidence" | "facts" | "feedback"> | null;
  /** What they prove of the task, and of others claimed with it. */
  readonly proved?: Pick<ProvedTurn, "evidence" | "shown"> | null;
  /** What is visible of the task's work. */
  readonly workFacts?: IterationFacts;
}

/** What a person has said that no prompt has had yet. */
export interface PendingWords {
  countFor(task: string | null, scope?: "own"): number;
}

/** All that the judge reads, from what is known of a turn: nothing else is given to it. */
export function toIteration(turn: JudgedTurn, words: PendingWords | null): Iteration {
  const { seen, proved, workFacts, shown = proved?.shown, ...known } = turn;
  return withPending(
    {
      report: null,
      spent: nothingSpent,
      forceComplete: false,
      interrupted: false,
      response: null,
      warnings: [],
      ...known,
      evidence: evidenceOf(turn),
      feedback: known.feedback ?? seen?.feedback ?? [],
      facts: { ...seen?.facts, ...workFacts, ...known.facts },
      ...(shown ? { shown } : {}),
    },
    words,
  );
}

/** The checks of a turn as they are judged. */
export const evidenceOf = ({ evidence, proved, seen }: JudgedTurn): readonly Evidence[] =>
  evidence ?? proved?.evidence ?? seen?.evidence ?? [];

/** What a person has said meanwhile holds a claim: the task gets one more turn, with the words. */
function withPending(iteration: Iteration, words: PendingWords | null): Iteration {
  if (!words) return iteration;
  const { shown } = iteration;
  const claims = shown?.claims?.map((claim) => {
    const pendingWords = words.countFor(claim.task, "own");
    return pendingWords > 0 ? { ...claim, pendingWords } : claim;
  });
  return {
    ...iteration,
    pendingWords: words.countFor(iteration.task ?? null),
    ...(shown && claims ? { shown: { ...shown, claims } } : {}),
  };
}
