import { exit } from "../decision.js";
import { abstain, type Rule, speak } from "../rule.js";

/** Rule 3 of blackbox: the agent's language is too uncertain to continue. */
export const lowConfidence: Rule = {
  name: "low-confidence",
  summary: "the agent's language scores below the minimum confidence",
  uses: ["minConfidence"],
  about: "run",
  asks: "after-turn",
  judge({ seen, settings }) {
    const { report } = seen.turn;
    if (!report.spoke || report.failure) return abstain("the agent wrote nothing to measure");
    if (report.confidence >= settings.minConfidence)
      return abstain(`confidence ${report.confidence}, at least ${settings.minConfidence}`);
    return speak(
      exit(
        "needs-review",
        `stopped on doubt by policy: confidence ${report.confidence} is below ${settings.minConfidence}`,
      ),
    );
  },
};
