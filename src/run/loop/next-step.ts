import type { Agent } from "../../agents/agent.js";
import { budgetNames } from "../../decide/budget.js";
import type { Decision } from "../../decide/decision.js";
import type { Failure } from "../../decide/transcript.js";
import { advise, command, type StepAdvice } from "./advice.js";

export interface RunEnding {
  readonly decision: Pick<Decision, "outcome" | "rule" | "reason" | "onlyReview">;
  /** How the last turn failed, if it did. */
  readonly failure: Failure | null;
  /** The last agent used. */
  readonly agent: Pick<Agent, "setUp" | "model"> | null;
  /** The variables that are set and log it in; absent where a journal is read. */
  readonly keys?: readonly string[];
  /** Tasks that a person may accept. */
  readonly acceptable: readonly string[];
  /** The number of the decision that explains most; null if there was no turn. */
  readonly explainDecision: number | null;
  /** The agent asked something that nobody answered. */
  readonly asks: boolean;
  /** What it asked was answered since, and no prompt has had the answer yet. */
  readonly isAnswered?: boolean;
  /** The budgets that are used up, by name. */
  readonly spent: readonly string[];
  /** The first turn since which the work is not measured as at the start; null if it is, or if no turn can be named. */
  readonly tamperedIn: number | null;
  /** The test files that tests were deleted from, where nothing else is held against the work. */
  readonly deletedFrom?: readonly string[];
}

const resume = command("untildone run --resume");
const resumeWith = (flags: string): ReturnType<typeof command> => command(`${resume.text} ${flags}`);

const acceptAll = advise`${command("untildone accept --all")} takes it as done`;

/** How to have work checked, or to do without. */
export const remedies = 'name a check, such as --check tests="npm test", or add --set unverified=accept';
const nextTime = `Next time ${remedies}`;

/** The command to type next and why. Null if the work is done. */
export function nextStep(ending: RunEnding): StepAdvice | null {
  const { decision, explainDecision, asks } = ending;
  const explain = command(explainDecision === null ? "untildone explain" : `untildone explain ${explainDecision}`);
  switch (decision.outcome) {
    case "completed":
    case null:
      return null;
    case "interrupted":
      return advise`resume with: ${resume}`;
    case "stuck":
      return decision.rule === "breaker-open" || decision.rule === "breaker-tripped"
        ? advise`see what went wrong (${explain}), fix it, then ${resumeWith("--reset-breaker")}`
        : advise`see what went wrong (${explain}), fix it, then ${resume}`;
    case "blocked":
      if (!asks && ending.isAnswered) return advise`give the agent your answer: ${resume}`;
      return asks
        ? advise`answer the agent with: ${command('untildone answer "…"')}; then ${resume}`
        : advise`answer the agent in the task list or in the prompt, then ${resume}`;
    case "needs-review":
      return review(ending, explain);
    case "aborted":
      return afterAbort(ending);
  }
}

/** What no longer measures the work is put back before anybody is asked to believe it. */
function review(
  { decision, acceptable, tamperedIn, deletedFrom = [] }: RunEnding,
  explain: ReturnType<typeof command>,
): StepAdvice {
  if (decision.onlyReview === "unchecked") return advise`look at the work; ${acceptAll}. ${nextTime}`;
  if (decision.onlyReview) return advise`look at the work; ${acceptAll}, ${resume} tries again`;
  if (decision.rule === "tampering" && tamperedIn !== null)
    return advise`put back what turn ${String(tamperedIn)} changed about the tests: ${command(`untildone diff turn:${tamperedIn}`)} shows it, ${command(`untildone undo turn:${tamperedIn}`)} takes the turn back; then ${resume}${mayGo(deletedFrom)}`;
  return acceptable.length > 0
    ? advise`look at the work; ${command(`untildone accept ${acceptable.join(" ")}`)} takes it as done, ${resume} tries again`
    : advise`look at the work (${explain} says what was missing), then ${resume}`;
}

/** Only a person may say that tests may go. The command is typed into a shell, so a name that means something there is left out. */
const mayGo = (files: readonly string[]): StepAdvice | string =>
  files.length === 0 || !files.every((file) => /^[\w./@+ -]+$/.test(file))
    ? ""
    : advise`. If ${files.length === 1 ? "these tests" : "the tests of these files"} may go: ${resumeWith(`--set 'removedTests=${JSON.stringify(files)}'`)}`;

function afterAbort({ decision, failure, agent, spent, keys = [] }: RunEnding): StepAdvice {
  const { rule, reason } = decision;
  if (rule === "budget-spent") return largerBudget(spent);
  if (rule === "tracker-unusable")
    return advise`name a usable list with --tasks; ${command("untildone tasks --lint")} says what is wrong`;
  if (rule === "check-unusable") return advise`make the check run again, then resume with: ${resume}`;
  if (rule !== "agent-unusable" || !failure)
    return advise`see what ended it (${command("untildone explain")}), then resume with: ${resume}`;
  return afterFailure(failure, { agent, keys, reason });
}

interface FailedAgent extends Pick<RunEnding, "agent"> {
  readonly keys: readonly string[];
  readonly reason: string;
}

function afterFailure(failure: Failure, { agent, keys, reason }: FailedAgent): StepAdvice {
  switch (failure.kind) {
    case "auth":
      // An agent takes a key that is set before any log-in, so that logging in again would not help.
      if (keys.length > 0)
        return advise`${keys.join(" and ")} ${keys.length === 1 ? "is set and was" : "are set and were"} not accepted: correct ${keys.length === 1 ? "it" : "them"}, or ${command(`unset ${keys.join(" ")}`)}; then ${resume}`;
      return agent?.setUp
        ? advise`log in with: ${command(agent.setUp.logIn)}; then ${resume}`
        : advise`log the agent in, then ${resume}`;
    case "not-installed":
      return agent?.setUp
        ? advise`install it with: ${command(agent.setUp.install)}; then ${resume}`
        : advise`name a program that is there with --command`;
    case "billing":
      return advise`add credit to the agent's account, then ${resume}`;
    case "bad-flags":
      return afterBadFlags(agent, reason);
    default:
      return advise`resume with: ${resume}`;
  }
}

function afterBadFlags(agent: RunEnding["agent"], reason: string): StepAdvice {
  if (/root/i.test(reason))
    return advise`run as another user; or, in a sandbox only: ${command(`IS_SANDBOX=1 ${resume.text}`)}`;
  if (/--permissions/.test(reason))
    return advise`use the agent by its name, which has flags for it, or: ${resumeWith("--permissions all")}`;
  if (agent?.model !== undefined && /\bmodel\b/i.test(reason))
    return advise`name another model: ${resumeWith("--model MODEL")}`;
  return agent?.setUp
    ? advise`update it with: ${command(agent.setUp.install)}; then ${resume}`
    : advise`correct --command, then ${resume}`;
}

/** What a person can do about an agent that refuses to start with our flags. */
export function fixRefusal(agent: Agent | null, reason: string): string {
  if (/root/i.test(reason)) return "run as another user, or add --sandbox bwrap; in a container: export IS_SANDBOX=1";
  if (agent?.model !== undefined && /\bmodel\b/i.test(reason)) return "name another model with --model";
  if (agent?.setUp) return `update it with: ${agent.setUp.install}; if the option is yours, correct --agent-arg`;
  return "correct the command line of the agent";
}

/** How to go on when the limit of the day is used up. */
export const raiseDayLimit = "go on tomorrow, or raise it: untildone config --max-cost-per-day USD";
export const raiseOwnDayLimit = "go on tomorrow, or name a larger one for this run: --max-cost-per-day USD";

/** Resuming grants more iterations; time, tokens and money need an explicit larger budget. */
function largerBudget(spent: readonly string[]): StepAdvice {
  if (spent.includes(budgetNames.day))
    return advise`go on tomorrow, or raise it: ${command("untildone config --max-cost-per-day USD")}, then ${resume}`;
  if (spent.includes(budgetNames.dayOfRun))
    return advise`go on tomorrow, or raise it for this run: ${resumeWith("--max-cost-per-day USD")}`;
  const flags = spent.flatMap((name) => budgetFlags[name] ?? []);
  return flags.length === 0
    ? advise`resume with: ${resume} (it allows ${String(moreIterations)} more iterations)`
    : advise`resume with a larger budget: ${resumeWith(flags.join(" "))}`;
}

/** What a run gets that has used up its iterations and is resumed. */
export const moreIterations = 50;

const budgetFlags: Readonly<Record<string, string>> = {
  [budgetNames.time]: "--max-time TIME",
  [budgetNames.tokens]: "--max-tokens N",
  [budgetNames.cost]: "--max-cost USD",
};
