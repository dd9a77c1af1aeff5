import { rules } from "../rules/all-rules.js";
import { type PolicyDefinition, step } from "./definition.js";

const decision = 'gold, "Part 2: Exit Condition Update"';

/**
 * gold: only the tracker decides what is done. No task selected means all done, all blocked or a configuration error,
 * each with its own exit. The loop marks nothing, unless the operator forces it. Without a list the agent's explicit
 * exit signal ends the run. Deviations, where the document contradicts itself: the exit code comes from the final
 * decision, so "all done" is 0 although no agent ran, and an early failure does not spoil a finished run; an empty list
 * is an error, not success.
 */
export const gold: PolicyDefinition = {
  name: "gold",
  marksTasks: false,
  summary:
    "the gold loop: the task tracker decides; all done is 0, all blocked is 1, anything else without a task is an error",
  steps: [
    step(rules.interrupted),
    step(rules.forcedCompletion),
    step(rules.breakerOpen),
    step(rules.agentUnusable),
    step(rules.noWorkLeft, decision),
    step(rules.allBlocked, decision),
    step(rules.trackerUnusable, decision),
    step(rules.acceptedCompletion, 'gold, "Exit Code Semantics" 0'),
    step(rules.stagnation, 'gold, "Exit Code Semantics" 1'),
    step(rules.budgetSpent, 'gold, "Exit Code Semantics" 1'),
  ],
  settings: {
    grantedBy: "indicators",
    maxIterationsPerTask: null,
    maxLimitWaits: 0,
    exitCodes: "gold",
    indicatorThreshold: 0,
    minScore: 0,
  },
};
