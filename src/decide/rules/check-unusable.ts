import { exit } from "../decision.js";
import { describeCheck, type Evidence } from "../evidence.js";
import { abstain, type Rule, speak } from "../rule.js";

/** A required check can no longer run, and not as at the start either: this machine is at fault, and no task. */
export const checkUnusable: Rule = {
  name: "check-unusable",
  summary: "a required check that ran at the start can no longer run here, not even without the work",
  uses: [],
  about: "run",
  asks: "any-time",
  judge({ seen: { evidence } }) {
    const broken = evidence.filter(isBroken);
    if (broken.length === 0) return abstain("no check was broken by this machine");
    return speak(
      exit("aborted", `${broken.map(describeCheck).join("; ")}; not even as at the start, so no task is to blame`),
    );
  },
};

const isBroken = ({ required, now, blamed }: Evidence): boolean =>
  required && now === "cannot-run" && blamed === "place";
