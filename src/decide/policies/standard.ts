import { rules } from "../rules/all-rules.js";
import { type PolicyDefinition, step } from "./definition.js";

const from = "design, the standard policy";

/** Limits come late, so that work finished in the last allowed iteration counts as finished. */
export const standard: PolicyDefinition = {
  name: "standard",
  summary: "recommended: a claim, visible work and passing checks; then every way to be stuck",
  steps: [
    step(rules.interrupted, from),
    step(rules.forcedCompletion, from),
    step(rules.breakerOpen, from),
    step(rules.agentUnusable, from),
    step(rules.trackerUnusable, from),
    step(rules.checkUnusable, from),
    step(rules.acceptedTask, from),
    step(rules.acceptedCompletion, from),
    step(rules.noWorkLeft, from),
    step(rules.judgedAgain, from),
    step(rules.onlySetAside, from),
    step(rules.allBlocked, from),
    step(rules.waitsFor, from),
    step(rules.waitingForPerson, from),
    step(rules.confirmedCompletion, from),
    step(rules.disputed, from),
    step(rules.knownFailures, from),
    step(rules.tampering, from),
    step(rules.hollowClaims, from),
    step(rules.testOnly, from),
    step(rules.sameTaskFailing, from),
    step(rules.taskCap, from),
    step(rules.sameFailure, from),
    step(rules.breakerTripped, from),
    step(rules.stagnation, from),
    step(rules.oscillation, from),
    step(rules.budgetSpent, from),
  ],
  settings: {},
};
