import { rules } from "../rules/all-rules.js";
import { type PolicyDefinition, step } from "./definition.js";

const gate = 'cub, "Exit Gate Logic"';

/**
 * cub: two indicators and an explicit signal; the breaker trips if the gate does not pass in five iterations.
 * Deviations, where the document contradicts itself: passing tests and a clean tree are two indicators in every healthy
 * repository, so one of the two must be about the work; `EXIT_STATUS: COMPLETE` with remaining work named does not
 * pass; the agent may skip the threshold with `EXIT_OVERRIDE` only if the operator allows it, and never over a veto.
 */
export const cub: PolicyDefinition = {
  name: "cub",
  summary: "the cub loop: two completion indicators and an explicit signal, or the breaker trips",
  steps: [
    step(rules.interrupted),
    step(rules.forcedCompletion, 'cub, "Override Mechanisms"'),
    step(rules.breakerOpen, 'cub, "Integration with Circuit Breaker"'),
    step(rules.agentUnusable),
    step(rules.trackerUnusable),
    step(rules.acceptedTask, gate),
    step(rules.acceptedCompletion, gate),
    step(rules.noWorkLeft),
    step(rules.allBlocked),
    step(rules.breakerTripped, 'cub, "Integration with Circuit Breaker"'),
    step(rules.budgetSpent),
  ],
  settings: {
    grantedBy: "indicators",
    maxIterationsPerTask: null,
    maxLimitWaits: 0,
    minScore: 0,
    breaker: { gateRefused: 5 },
  },
};
