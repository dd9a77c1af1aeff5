import type { CheckState } from "../../decide/evidence.js";
import { policyNames } from "../../decide/policies/policy-names.js";
import { exactState } from "../../evidence/checks/tests/judge-run.js";
import type { CommandPlan } from "../../evidence/plan.js";
import { type CheckFacts, type Finding, fail, ok, warn } from "./finding.js";
import type { RanCheck, TriedCheck } from "./try-checks.js";

/** What came of a check, what a run would make of it, and what to do about it. */
export function describeTried({ plan, ran }: TriedCheck, policy: string): Finding {
  const label = `check ${plan.name}`;
  const command = `${plan.words.join(" ")} (${plan.origin})`;
  if (ran === null) return warn(label, `not run, the time is over: ${command}`, "give it more time: --timeout 30m");
  const { state, tail, fix } = adviseOn(plan, ran);
  const { exitCode, passed, failed, total } = ran.result;
  const facts = { exitCode, passed, failed, total, seconds: ran.seconds, tail: state === "holds" ? [] : tail };
  const check: CheckFacts = { state, required: plan.required, command: plan.words, ...facts };
  const left = (ran.finding.warnings ?? []).map((warning) => `; ${warning}`).join("");
  const text = `${words[state]}: ${ran.finding.detail}, ${ran.seconds} s: ${command}${left}`;
  return { ...severity(state, { plan, policy })(label, text, fix), check };
}

const words: Readonly<Record<CheckFacts["state"], string>> = {
  holds: "holds",
  fails: "fails",
  empty: "empty",
  unknown: "unknown",
  unfinished: "not finished",
  "cannot-run": "cannot run",
  "not-run": "not run",
};

/** A run is not started if a required check cannot run, except under the policies that came before that rule. */
function severity(
  state: CheckFacts["state"],
  { plan, policy }: { readonly plan: CommandPlan; readonly policy: string },
): typeof warn {
  if (state === "holds") return ok;
  const isOlder = policyNames.some((name) => name === policy && name !== "standard");
  return state === "cannot-run" && plan.required && !isOlder ? fail : warn;
}

interface Advice {
  readonly state: CheckFacts["state"];
  readonly tail: readonly string[];
  readonly fix: string | null;
}

/** What a run would say of it, and the same advice. */
function adviseOn(plan: CommandPlan, { finding, result, isCut }: RanCheck): Advice {
  const { tail = [], fix } = result;
  if (isCut && finding.state !== "fails") return { state: "unfinished", tail, fix: "give it more time: --timeout 30m" };
  const state = exactState(result);
  return { state, tail, fix: [fix, usualFix(state, plan)].filter(Boolean).join("; ") || null };
}

function usualFix(state: CheckState, { name, origin }: CommandPlan): string | null {
  switch (state) {
    case "holds":
      return null;
    case "fails":
      return "a run can start: what fails already is told apart from what the agent breaks";
    case "empty":
      return `add a test, or name another command: --check ${name}="COMMAND"`;
    case "cannot-run":
      return `a run can go on without it: --optional-check ${name}`;
    case "unknown":
    case "not-run":
      return `change the check (${origin})`;
  }
}
