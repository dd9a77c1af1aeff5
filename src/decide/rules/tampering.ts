import { exit } from "../decision.js";
import { isAboutHonesty } from "../evidence.js";
import type { Observation } from "../observation.js";
import { lastCounted } from "../progress.js";
import { abstain, type Rule, speak } from "../rule.js";

/** The tests were altered, claim after claim, so the work can no longer be measured. */
export const tampering: Rule = {
  name: "tampering",
  summary: "tests were deleted, switched off or weakened at two claims in a row",
  uses: [],
  about: "task",
  asks: "after-turn",
  judge({ seen, gate, excluded }) {
    if (!gate.claimed || excluded) return abstain("no claim in this iteration");
    if (seen.turn.facts.tampered !== true) return abstain("the tests are unaltered since the start of the run");
    if (lastCounted(seen.history)?.tampered !== true) return abstain("the first claim with altered tests");
    const found = seen.evidence.find((check) => isAboutHonesty(check) && check.state === "fails");
    return speak(
      exit(
        "needs-review",
        `the work is no longer measured as at the start of the run: ${found?.detail ?? "tests were weakened"}`,
        { final: !mayGoOn(seen) },
      ),
    );
  },
};

/** A task was verified before, so the agent can do it honestly: this one is set aside, once, and its work parked. */
const mayGoOn = ({ doneInRun = 0, unverified = 0, setAside = [] }: Observation): boolean =>
  doneInRun > unverified && !setAside.some(({ rule }) => rule === "tampering");
