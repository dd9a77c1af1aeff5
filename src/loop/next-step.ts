import type { Agent } from "../agents/agent.js";
import { budgetNames } from "../core/budget.js";
import type { Decision } from "../core/decision.js";
import type { Failure } from "../core/transcript.js";

export interface RunEnding {
  readonly decision: Pick<Decision, "outcome" | "rule" | "reason" | "onlyReview">;
  /** How the last turn failed, if it did. */
  readonly failure: Failure | null;
  /** The last agent used. */
  readonly agent: Pick<Agent, "setUp" | "model"> | null;
  /** Tasks that a person may accept. */
  readonly acceptable: readonly string[];
  /** The number of the decision that explains most; null if there was no turn. */
  readonly explainDecision: number | null;
  /** The agent asked something that nobody answered. */
  readonly asks: boolean;
  /** The budgets that are used up, by name. */
  readonly spent: readonly string[];
}

const resumeCommand = "untildone run --resume";

const acceptAll = "untildone accept --all takes it as done";

/** How to have work checked, or to do without. */
export const remedies = 'name a check, such as --check tests="npm test", or add --set unverified=accept';
const nextTime = `Next time ${remedies}`;

/** The command to type next and why. Null if the work is done. */
export function nextStep({
  decision,
  failure,
  agent,
  acceptable,
  explainDecision,
  asks,
  spent,
}: RunEnding): string | null {
  const explain = explainDecision === null ? "untildone explain" : `untildone explain ${explainDecision}`;
  switch (decision.outcome) {
    case "completed":
    case null:
      return null;
    case "interrupted":
      return `resume with: ${resumeCommand}`;
    case "stuck":
      return decision.rule === "breaker-open" || decision.rule === "breaker-tripped"
        ? `see what went wrong (${explain}), fix it, then ${resumeCommand} --reset-breaker`
        : `see what went wrong (${explain}), fix it, then ${resumeCommand}`;
    case "blocked":
      return asks
        ? `answer the agent with: untildone answer "…"; then ${resumeCommand}`
        : `answer the agent in the task list or in the prompt, then ${resumeCommand}`;
    case "needs-review":
      if (decision.onlyReview === "unchecked") return `look at the work; ${acceptAll}. ${nextTime}`;
      if (decision.onlyReview) return `look at the work; ${acceptAll}, ${resumeCommand} tries again`;
      return acceptable.length > 0
        ? `look at the work; untildone accept ${acceptable.join(" ")} takes it as done, ${resumeCommand} tries again`
        : `look at the work (${explain} says what was missing), then ${resumeCommand}`;
    case "aborted":
      return afterAbort({ decision, failure, agent, spent });
  }
}

function afterAbort({
  decision,
  failure,
  agent,
  spent,
}: Pick<RunEnding, "decision" | "failure" | "agent" | "spent">): string {
  const { rule, reason } = decision;
  if (rule === "budget-spent") return largerBudget(spent);
  if (rule === "tracker-unusable") return "name a usable list with --tasks; untildone tasks --lint says what is wrong";
  if (rule === "check-unusable") return `make the check run again, then resume with: ${resumeCommand}`;
  if (rule !== "agent-unusable" || !failure)
    return `see what ended it (untildone explain), then resume with: ${resumeCommand}`;
  switch (failure.kind) {
    case "auth":
      return agent?.setUp
        ? `log in with: ${agent.setUp.logIn}; then ${resumeCommand}`
        : `log the agent in, then ${resumeCommand}`;
    case "not-installed":
      return agent?.setUp
        ? `install it with: ${agent.setUp.install}; then ${resumeCommand}`
        : "name a program that is there with --command";
    case "billing":
      return `add credit to the agent's account, then ${resumeCommand}`;
    case "bad-flags":
      return /root/i.test(reason)
        ? `run as another user; or, in a sandbox only: IS_SANDBOX=1 ${resumeCommand}`
        : /--permissions/.test(reason)
          ? `use the agent by its name, which has flags for it, or: ${resumeCommand} --permissions all`
          : agent?.model !== undefined && /\bmodel\b/i.test(reason)
            ? `name another model: ${resumeCommand} --model MODEL`
            : agent?.setUp
              ? `update it with: ${agent.setUp.install}; then ${resumeCommand}`
              : `correct --command, then ${resumeCommand}`;
    default:
      return `resume with: ${resumeCommand}`;
  }
}

/** What a person can do about an agent that refuses to start with our flags. */
export function fixRefusal(agent: Agent | null, reason: string): string {
  if (/root/i.test(reason)) return "run as another user, or add --sandbox bwrap; in a container: export IS_SANDBOX=1";
  if (agent?.model !== undefined && /\bmodel\b/i.test(reason)) return "name another model with --model";
  if (agent?.setUp) return `update it with: ${agent.setUp.install}; if the option is yours, correct --agent-arg`;
  return "correct the command line of the agent";
}

/** Resuming grants more iterations; time, tokens and money need an explicit larger budget. */
function largerBudget(spent: readonly string[]): string {
  const flags = spent.flatMap((name) => budgetFlags[name] ?? []);
  return flags.length === 0
    ? `resume with: ${resumeCommand} (it allows ${moreIterations} more iterations)`
    : `resume with a larger budget: ${resumeCommand} ${flags.join(" ")}`;
}

/** What a run gets that has used up its iterations and is resumed. */
export const moreIterations = 50;

const budgetFlags: Readonly<Record<string, string>> = {
  [budgetNames.time]: "--max-time TIME",
  [budgetNames.tokens]: "--max-tokens N",
  [budgetNames.cost]: "--max-cost USD",
};
