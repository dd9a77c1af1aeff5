import { plural } from "../base/plural.js";
import { type AgentReport, readNote } from "../core/agent-report.js";
import { exit } from "../core/decision.js";
import type { IterationFacts } from "../core/observation.js";
import { detectProgress, type StreakTest, streak } from "../core/progress.js";
import { abstain, type Rule, speak } from "../core/rule.js";

/** The agent needs a person: it says so, is refused permissions, or keeps asking. */
export const waitingForPerson: Rule = {
  name: "waiting-for-person",
  summary: "says it is blocked, is refused a permission, or asks questions, several iterations in a row",
  uses: ["blockedLimit", "denialLimit", "questionLimit"],
  looksBack: ({ questionLimit, blockedLimit, denialLimit }) => Math.max(questionLimit, blockedLimit, denialLimit),
  about: "task",
  asks: "after-turn",
  judge({ seen, settings }) {
    const { facts } = seen.turn;
    const blocked = streak(facts, seen.history, isBlocked);
    if (reached(blocked, settings.blockedLimit))
      return speak(
        exit("blocked", `says it is blocked, ${plural(blocked, "iteration")} in a row${withNote(seen.turn.report)}`),
      );
    const denied = streak(facts, seen.history, isDenied);
    if (reached(denied, settings.denialLimit))
      return speak(
        exit("blocked", `was refused a permission ${plural(denied, "iteration")} in a row without progress`),
      );
    const asked = streak(facts, seen.history, isAsking);
    if (reached(asked, settings.questionLimit))
      return speak(exit("blocked", `asked a question ${plural(asked, "iteration")} in a row without progress`));
    const mixed = streak(facts, seen.history, isWaiting);
    if (settings.grantedBy === "facts" && mixed >= mixedLimit)
      return speak(
        exit("blocked", `asked, was blocked or was refused a permission ${mixed} iterations in a row without progress`),
      );
    return abstain(
      `blocked ${blocked} of ${settings.blockedLimit}, denied ${denied} of ${settings.denialLimit}, asked ${asked} of ${settings.questionLimit} in a row`,
    );
  },
};

const withNote = (report: AgentReport): string => {
  const note = readNote(report);
  return note ? `: "${note}"` : "";
};

const reached = (count: number, limit: number): boolean => limit > 0 && count >= limit;

const isBlocked: StreakTest = (facts) =>
  facts.limited || facts.interrupted ? "skips" : facts.blocked === true ? "counts" : "ends";

const withoutProgress =
  (holds: (facts: IterationFacts) => boolean): StreakTest =>
  (facts, before) => {
    if (facts.limited || facts.interrupted) return "skips";
    return holds(facts) && detectProgress(facts, before) !== true ? "counts" : "ends";
  };

/** Iterations in a row that wait for a person, for any of the three reasons. */
const mixedLimit = 4;

const isWaiting = withoutProgress(
  (facts) => facts.blocked === true || facts.asked === true || (facts.denials ?? 0) > 0,
);
const isDenied = withoutProgress((facts) => (facts.denials ?? 0) > 0);
const isAsking = withoutProgress((facts) => facts.asked === true);
