import { rules } from "../rules/all-rules.js";
import { type PolicyDefinition, step } from "./definition.js";

const logic = 'blackbox, "Decision Logic (priority order)"';

/**
 * blackbox's seven criteria in its order. Where the document contradicts itself, this follows its evident intent: the
 * completion share is ticked boxes out of all boxes (its formula divides by the unticked ones); 80 % with work left
 * exits as stuck, "stopped early by policy", never completed; low confidence is needs-review, too many errors is stuck.
 * Rule 5 speaks only where rule 2 cannot: before a turn, or with skipped tasks.
 */
export const blackbox: PolicyDefinition = {
  name: "blackbox",
  summary: "the blackbox loop: circuit breaker, share of ticked boxes, confident language, error count, stagnation",
  steps: [
    step(rules.interrupted),
    step(rules.forcedCompletion),
    step(rules.breakerOpen, `${logic} 1`),
    step(rules.agentUnusable),
    step(rules.trackerUnusable),
    step(rules.highCompletion, `${logic} 2`),
    step(rules.lowConfidence, `${logic} 3`),
    step(rules.tooManyErrors, `${logic} 4`),
    step(rules.noWorkLeft, `${logic} 5`),
    step(rules.breakerTripped, 'blackbox, "Circuit Breaker Priority"'),
    step(rules.stagnation, `${logic} 6`),
    step(rules.budgetSpent),
  ],
  settings: {
    grantedBy: "indicators",
    maxIterationsPerTask: null,
    maxLimitWaits: 0,
    minScore: 70,
    stagnationCounts: "tasks",
  },
};
