import { plural } from "../../lib/text/plural.js";
import { exit } from "../decision.js";
import { streak } from "../progress.js";
import { abstain, type Rule, speak } from "../rule.js";

/** Iterations that only run tests make no progress, and are no sign of completion either. */
export const testOnly: Rule = {
  name: "test-only",
  summary: "iterations in a row that only ran tests",
  uses: ["testOnlyLimit"],
  looksBack: ({ testOnlyLimit }) => testOnlyLimit,
  about: "task",
  asks: "after-turn",
  judge({ seen, settings }) {
    const limit = settings.testOnlyLimit;
    const row = streak(seen.turn.facts, seen.history, (facts) =>
      facts.limited || facts.interrupted ? "skips" : facts.testOnly === true ? "counts" : "ends",
    );
    if (limit === 0 || row < limit) return abstain(`${row} of ${limit} iterations in a row only ran tests`);
    return speak(exit("needs-review", `${plural(row, "iteration")} in a row only ran tests`));
  },
};
