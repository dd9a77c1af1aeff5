import type { Rule } from "../rule.js";
import { acceptedCompletion } from "./accepted-completion.js";
import { acceptedTask } from "./accepted-task.js";
import { agentUnusable } from "./agent-unusable.js";
import { allBlocked } from "./all-blocked.js";
import { breakerOpen } from "./breaker-open.js";
import { breakerTripped } from "./breaker-tripped.js";
import { budgetSpent } from "./budget-spent.js";
import { checkUnusable } from "./check-unusable.js";
import { confirmedCompletion } from "./confirmed-completion.js";
import { disputed } from "./disputed.js";
import { dualGate } from "./dual-gate.js";
import { escalated } from "./escalated.js";
import { findingsLeft } from "./findings-left.js";
import { forcedCompletion } from "./forced-completion.js";
import { highCompletion } from "./high-completion.js";
import { hollowClaims } from "./hollow-claims.js";
import { interrupted } from "./interrupted.js";
import { judgedAgain } from "./judged-again.js";
import { knownFailures } from "./known-failures.js";
import { lowConfidence } from "./low-confidence.js";
import { noWorkLeft } from "./no-work-left.js";
import { onlySetAside } from "./only-set-aside.js";
import { oscillation } from "./oscillation.js";
import { sameFailure } from "./same-failure.js";
import { sameTaskFailing } from "./same-task-failing.js";
import { stagnation } from "./stagnation.js";
import { tampering } from "./tampering.js";
import { taskCap } from "./task-cap.js";
import { testOnly } from "./test-only.js";
import { tooManyErrors } from "./too-many-errors.js";
import { trackerUnusable } from "./tracker-unusable.js";
import { waitingForPerson } from "./waiting-for-person.js";
import { waitsFor } from "./waits-for.js";

/** Every rule by its own name, for policies composed in a configuration. */
export const rules = {
  interrupted,
  forcedCompletion,
  breakerOpen,
  agentUnusable,
  trackerUnusable,
  checkUnusable,
  acceptedTask,
  acceptedCompletion,
  noWorkLeft,
  judgedAgain,
  onlySetAside,
  allBlocked,
  waitsFor,
  waitingForPerson,
  confirmedCompletion,
  escalated,
  findingsLeft,
  disputed,
  knownFailures,
  tampering,
  hollowClaims,
  testOnly,
  sameTaskFailing,
  taskCap,
  sameFailure,
  breakerTripped,
  stagnation,
  oscillation,
  budgetSpent,
  highCompletion,
  lowConfidence,
  tooManyErrors,
  dualGate,
} as const satisfies Record<string, Rule>;

export const rulesByName: ReadonlyMap<string, Rule> = new Map(
  Object.values(rules).map((rule): [string, Rule] => [rule.name, rule]),
);
