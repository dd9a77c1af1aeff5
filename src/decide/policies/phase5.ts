import { rules } from "../rules/all-rules.js";
import { type PolicyDefinition, step } from "./definition.js";

/**
 * phase5: the tests pass and the whole roadmap is ticked; the same task failing three times in a row is stuck; a limit
 * aborts; Ctrl-C exits with 3. Deviations, where the document contradicts itself: a missing roadmap is not completion
 * (the run continues with a warning), unreadable test results are not a pass, a success resets the failure counter.
 */
export const phase5: PolicyDefinition = {
  name: "phase5",
  summary: "the phase-5 loop: tests pass and the roadmap is finished; same task failing; iteration limit; Ctrl-C",
  steps: [
    step(rules.interrupted, 'phase5, "Pattern 1: Signal Trap for Graceful Exit"'),
    step(rules.forcedCompletion),
    step(rules.breakerOpen),
    step(rules.agentUnusable),
    step(rules.dualGate, 'phase5, "Pattern 3: Dual-Exit Gate"'),
    step(rules.sameTaskFailing, 'phase5, "Pattern 2: Consecutive Failure Tracking"'),
    step(rules.budgetSpent, 'phase5, "Pattern 4: Exit Code Mapping"'),
  ],
  settings: { grantedBy: "indicators", maxIterationsPerTask: null, maxLimitWaits: 0, minScore: 70 },
};
