import { exit } from "../decision.js";
import { abstain, type Rule, speak } from "../rule.js";
import { isUnusable, type UnusableKind } from "../transcript.js";

/** Retrying cannot help: no agent, no login, no credit, wrong flags, or the agent's own abort promise. */
export const agentUnusable: Rule = {
  name: "agent-unusable",
  summary: "the agent is not installed, not logged in, refuses its flags, has no credit, or printed the abort promise",
  uses: ["abortPromise", "onLimit"],
  about: "run",
  asks: "any-time",
  judge({ seen, settings }) {
    const report = seen.turn?.report;
    if (!report) return abstain("no agent turn yet");
    if (report.abort) return speak(exit("aborted", "the agent printed the abort promise"));
    const { failure } = report;
    if (!failure) return abstain("the agent could run");
    if (failure.limit && settings.onLimit === "exit")
      return speak(exit("aborted", `a usage limit was hit, and onLimit is "exit": ${failure.message}`));
    if (!isUnusable(failure.kind)) return abstain(`the turn failed (${failure.kind}), which may pass`);
    return speak(exit("aborted", `${reasons[failure.kind]}: ${failure.message}`));
  },
};

const reasons: Readonly<Record<UnusableKind, string>> = {
  "not-installed": "the agent is not installed",
  auth: "the agent is not logged in",
  "bad-flags": "the agent refuses its flags or its model",
  billing: "the agent has no credit",
};
