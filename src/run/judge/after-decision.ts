import { standingFailures } from "../../decide/completion.js";
import type { Decision } from "../../decide/decision.js";
import { isAboutHonesty } from "../../decide/evidence.js";
import type { IterationFacts } from "../../decide/observation.js";
import { eased } from "../../decide/progress.js";
import type { Case } from "../../decide/rule.js";
import { standstill } from "../../decide/rules/stagnation.js";
import { tasksDoneBy } from "../../decide/tasks-done.js";
import { couldCheck } from "../../decide/unchecked-work.js";
import type { After } from "../../store/record.js";
import { historyLimit } from "./history-limit.js";

/** What the next decision needs to know about this one. */
export function aftermath(
  context: Case,
  decision: Decision,
): Pick<
  After,
  "breaker" | "past" | "historyLimit" | "stagnation" | "doneInRun" | "unverified" | "provenBy" | "factRan" | "gained"
> {
  const { history, again } = context.seen;
  const turn = again ? null : context.seen.turn;
  const past = turn ? toPast(context, turn.facts, decision) : {};
  return {
    breaker: context.breakerAfter,
    past,
    historyLimit: historyLimit(context.settings),
    stagnation: turn ? standstill(past, history, context.settings) : 0,
    ...countDone(context, decision),
    gained: hasGained(context, decision),
  };
}

/** A task done, or fewer failing tests while the tests are unaltered. */
function hasGained({ seen }: Case, decision: Decision): boolean {
  if (tasksDoneBy(decision).length > 0) return true;
  const isHonest = !seen.evidence.some((check) => isAboutHonesty(check) && check.state === "fails");
  return isHonest && seen.turn !== null && !seen.again && eased(seen.turn.facts, seen.history.at(-1));
}

/** What this decision adds to the tasks done in the run, where the workspace is known. */
function countDone({ gate, seen }: Case, { tasksDone: all, proof, forced }: Decision) {
  // What a group is, its parts say.
  const tasksDone = all.filter(({ byParts }) => !byParts);
  const isKnown = gate.visible !== null || forced;
  if (tasksDone.length === 0 || !isKnown) return { doneInRun: 0, unverified: tasksDone.length };
  const hasFact = (seen.facts ?? []).some(({ now }) => now !== "unknown");
  return {
    doneInRun: tasksDone.length,
    unverified: tasksDone.filter(({ verified }) => !verified).length,
    ...(proof.length > 0 ? { provenBy: proof } : {}),
    ...(hasFact && couldCheck(seen) ? { factRan: true } : {}),
  };
}

/**
 * The iteration as stored for later ones: short, since there are many. A task that passed the gate is done, whether or
 * not its box is ticked yet.
 */
function toPast({ gate, score, seen, settings }: Case, facts: IterationFacts, decision: Decision): IterationFacts {
  const done = tasksDoneBy(decision);
  const known = Object.entries(facts).filter(
    ([name, value]) => value !== false || name === "spoke" || name === "workVisible",
  );
  const knownFailing = standingFailures(seen, settings, done);
  return {
    ...(Object.fromEntries(known) satisfies IterationFacts),
    ...(gate.passed ? { passed: true } : {}),
    ...(gate.claimed && gate.proof?.isMeasured ? { hollow: true } : {}),
    ...(knownFailing === undefined ? {} : { knownFailing }),
    score: score.total,
    ...(done.length > 0 && !facts.tasksDone ? { tasksDone: done.length } : {}),
  };
}
