import { rules } from "../rules/all-rules.js";
import { type PolicyDefinition, step } from "./definition.js";

const chain = 'doyaken, "Exit Priority Chain"';

/**
 * doyaken's dual-condition gate and score, unscaled as in the document. Deviations, where the document contradicts
 * itself: `PHASE_COMPLETE: false` can reach 80 points and still never completes; commits count as modified files,
 * otherwise committed work would always score 65; three refused claims lead to review whatever they scored, otherwise
 * 50 to 69 would loop forever. Without a block the score cannot exceed 45, so prose alone never completes.
 */
export const doyaken: PolicyDefinition = {
  name: "doyaken",
  summary: "the doyaken loop: words and a status block, a score of 70 or more, review after three refused claims",
  steps: [
    step(rules.interrupted, `${chain} 1`),
    step(rules.forcedCompletion),
    step(rules.breakerOpen, `${chain} 2`),
    step(rules.agentUnusable),
    step(rules.trackerUnusable),
    step(rules.acceptedTask, `${chain} 3`),
    step(rules.acceptedCompletion, `${chain} 3`),
    step(rules.noWorkLeft),
    step(rules.allBlocked),
    step(rules.hollowClaims, `${chain} 4`),
    step(rules.breakerTripped, `${chain} 2`),
    step(rules.budgetSpent),
  ],
  settings: {
    grantedBy: "indicators",
    maxIterationsPerTask: null,
    maxLimitWaits: 0,
    indicatorThreshold: 1,
    indicatorWeights: { "tests pass": 1 },
    scaleScore: false,
    minScore: 70,
  },
};
