import { exit } from "../decision.js";
import { areRoundsSpent, blockingFindings, countFindings, describeFindings, describeUnreviewed } from "../review.js";
import { abstain, type Rule, speak } from "../rule.js";

/** Reviewers and author do not agree: a person has to decide. */
export const findingsLeft: Rule = {
  name: "findings-left",
  summary: "a reviewer's finding is left after the rounds that it may go back to the author",
  uses: ["reviewers", "reviewerRounds", "findings"],
  about: "task",
  asks: "after-turn",
  judge({ seen, settings, gate }) {
    const { reviews = [] } = seen;
    if (reviews.length === 0) return abstain("nobody reviewed the work");
    if (!gate.claimed || gate.passed) return abstain(gate.passed ? "the claim passed the gate" : "no claim");
    const left = blockingFindings(seen);
    if (left.length > 0 && areRoundsSpent(seen, settings))
      return speak(
        exit("needs-review", `${countFindings(reviews)} left after the review: ${describeFindings(seen).join("; ")}`),
      );
    const unknown = settings.findings === "refuse" ? describeUnreviewed(seen) : [];
    if (left.length === 0 && unknown.length > 0) return speak(exit("needs-review", unknown.join("; ")));
    const round = Math.max(...reviews.map((review) => review.round));
    return abstain(`findings went back ${round} of ${settings.reviewerRounds} times`);
  },
};
