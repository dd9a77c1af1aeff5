import { exit } from "../decision.js";
import { abstain, type Rule, speak } from "../rule.js";

/** Always first, in every policy. */
export const interrupted: Rule = {
  name: "interrupted",
  summary: "a person stopped the run",
  uses: [],
  about: "run",
  asks: "any-time",
  judge: ({ seen }) =>
    seen.interrupted ? speak(exit("interrupted", "a person stopped the run")) : abstain("nobody interrupted"),
};
