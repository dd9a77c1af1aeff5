import { advise, command, type StepAdvice } from "../../run/loop/advice.js";
import { adviseWhenDone } from "../done-advice.js";
import { listNames } from "../list-names.js";
import { asSentence } from "./as-sentence.js";
import { clipLine } from "./clip-text.js";
import { adviseOnFleet } from "./fleet-advice.js";
import { hasAnswer } from "./for-you.js";
import type { RunEnd } from "./headline.js";
import type { RunStatus } from "./run-report.js";

/** What to do next, the first step first. Each begins with a capital. */
export const adviseNext = (ending: RunEnd): readonly StepAdvice[] => listSteps(ending).map(capitalize);

function listSteps(ending: RunEnd): readonly StepAdvice[] {
  const { status, summary, decision, fleet, acceptance } = ending;
  const { worktree, notProven, changedTests, question } = summary;
  const isDone = status === "ended" && (acceptance !== null || decision.outcome === "completed");
  const isDoubtful = notProven.length > 0 && acceptance === null;
  return [
    ...firstSteps(ending),
    ...(status === "ended" && !fleet && !isDone ? acceptAside(ending) : []),
    ...(question !== null && !isDone ? [advise`The agent asks: “${clipLine(question)}”`] : []),
    ...(isDone && isDoubtful ? [advise`Look at the work that is not proven.`] : []),
    ...(changedTests.length > 0 ? [advise`Look at the tests that the agent changed.`] : []),
    ...(worktree ? [advise`Take over the work, in your own checkout, with: ${command(worktree.merge)}`] : []),
  ];
}

/** Where the first step does not accept them already. */
function acceptAside({ summary: { setAside: all, advice, questions } }: RunEnd): readonly StepAdvice[] {
  const setAside = all.filter((aside) => !hasAnswer(aside, questions));
  const isNamed = advice?.some(({ text, isCommand }) => isCommand && text.startsWith("untildone accept"));
  if (setAside.length === 0 || isNamed) return [];
  const ids = setAside.map(({ task }) => task);
  const accept = command(`untildone accept ${ids.join(" ")}`);
  return [
    advise`Look at ${listNames(ids)}, set aside for you: ${accept} takes ${ids.length === 1 ? "it" : "them"} as done`,
  ];
}

function firstSteps({ status, summary, decision, fleet, acceptance, pause }: RunEnd): readonly StepAdvice[] {
  const { verified, notProven } = summary;
  const outcome = status !== "ended" ? null : acceptance ? "completed" : decision.outcome;
  const isAllDone = decision.onlyReview !== undefined;
  if (fleet) return adviseOnFleet(fleet, { outcome, done: verified.length + notProven.length, isAllDone });
  if (status !== "ended") return [pause ? advise`Continue it with: ${command("untildone continue")}` : ifOpen[status]];
  const advice = summary.advice ?? adviseWhenDone(summary, { outcome });
  return advice ? [advice] : [];
}

const resume = command("untildone run --resume");

const ifOpen: Readonly<Record<Exclude<RunStatus, "ended">, StepAdvice>> = {
  running: advise`Wait for it; ${command("untildone state")} shows where it stands, ${command("untildone watch")} what it does.`,
  "cut-off": advise`Continue it with: ${resume}`,
  open: advise`If another loop makes these decisions, let it go on; continue a run of untildone with: ${resume}`,
};

function capitalize(advice: StepAdvice): StepAdvice {
  const [first, ...more] = advice;
  return first && !first.isCommand ? [{ ...first, text: asSentence(first.text) }, ...more] : advice;
}
