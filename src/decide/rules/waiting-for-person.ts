import { plural } from "../../lib/text/plural.js";
import { type AgentReport, readNote } from "../agent-report.js";
import { exit } from "../decision.js";
import type { IterationFacts } from "../observation.js";
import { detectProgress, type StreakTest, streak } from "../progress.js";
import { abstain, type Rule, speak, type TurnCase } from "../rule.js";

/** The agent needs a person: it says so, is refused permissions, or keeps asking. */
export const waitingForPerson: Rule = {
  name: "waiting-for-person",
  summary: "says why it is blocked and changes nothing, or waits for a person in several iterations in a row",
  uses: ["waitingLimit"],
  looksBack: ({ waitingLimit }) => waitingLimit,
  about: "task",
  asks: "after-turn",
  judge(context) {
    const { seen, settings } = context;
    if (seen.pendingWords) return abstain("a person has said something that waits for the next prompt");
    const { facts, report } = seen.turn;
    const limit = settings.waitingLimit;
    if (limit === 0) return abstain("waiting has no limit");
    const again = saidBefore(context);
    if (again !== undefined)
      return speak(
        exit(
          "blocked",
          `needs a person for the same as in task ${again}, and no task is done yet: ${quote(facts.said)}`,
          {
            final: true,
          },
        ),
      );
    const waited = streak(facts, seen.history, isWaiting);
    const isLoop = settings.grantedBy === "facts" && !seen.session;
    const isPlain = isLoop && waited > 0 && facts.blocked === true && readNote(report) !== null;
    if (waited >= limit || (isPlain && settings.waitingLimit <= usualLimit))
      return speak(exit("blocked", describe(context, waited)));
    return abstain(`waiting for a person: ${waited} of ${limit} in a row`);
  },
};

/** Somebody who allows more turns does so for blocks with a reason, too. */
const usualLimit = 2;

const quote = (text: string | undefined): string => (text ? `"${text}"` : "nothing");

function describe({ seen }: TurnCase, waited: number): string {
  const { facts, report } = seen.turn;
  if (facts.blocked) return `says it is blocked${times(waited)}${withNote(report)}`;
  const row = `${plural(waited, "iteration")} in a row without progress`;
  if ((facts.denials ?? 0) > 0) return `was refused a permission, waiting for a person ${row}`;
  return `asked a question, waiting for a person ${row}${facts.said ? `: ${quote(facts.said)}` : ""}`;
}

const times = (waited: number): string => (waited > 1 ? `, ${plural(waited, "iteration")} in a row` : "");

const withNote = (report: AgentReport): string => {
  const note = readNote(report);
  return note ? `: "${note}"` : "";
};

/** The task that was set aside with the same words, while the run has gained nothing. */
function saidBefore({ seen }: TurnCase): string | undefined {
  const { facts } = seen.turn;
  if (seen.gained || !facts.said || isWaiting(facts, seen.history.at(-1)) !== "counts") return undefined;
  return (seen.setAside ?? []).find(({ said, task }) => said === facts.said && task !== facts.task)?.task;
}

const needsPerson = (facts: IterationFacts): boolean =>
  facts.blocked === true || facts.asked === true || (facts.denials ?? 0) > 0;

const isWaiting: StreakTest = (facts, before) => {
  if (facts.limited || facts.interrupted) return "skips";
  return needsPerson(facts) && detectProgress(facts, before) !== true ? "counts" : "ends";
};
