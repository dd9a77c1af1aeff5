import { completionBlockers } from "../completion.js";
import { exit } from "../decision.js";
import { stateOfKind } from "../evidence.js";
import { abstain, type Rule, speak } from "../rule.js";

/** The dual gate of phase5: the tests pass and every plan of the roadmap is ticked. Unknown is not a pass. */
export const dualGate: Rule = {
  name: "dual-gate",
  summary: "the tests pass and every plan in the roadmap is ticked",
  uses: [],
  about: "run",
  asks: "any-time",
  judge({ seen, settings }) {
    const { tasks, evidence } = seen;
    const tests = stateOfKind(evidence, "tests");
    if (tests !== "holds") return abstain(tests ? `the tests are ${tests}` : "nobody ran the tests");
    if (tasks.is !== "list") return abstain("there is no roadmap to finish");
    const blockers = completionBlockers(seen, settings);
    if (blockers.length > 0) return abstain(blockers.join("; "));
    return speak(exit("completed", `the tests pass and all ${tasks.total} plans are ticked`));
  },
};
