import { readNote } from "../agent-report.js";
import { exit } from "../decision.js";
import { abstain, type Rule, speak } from "../rule.js";

/** The person of an interactive session is there: one question is enough to let them answer. */
export const sessionQuestion: Rule = {
  name: "session-question",
  summary: "the agent of a session asks the person something, or says that it is blocked",
  uses: [],
  about: "run",
  asks: "after-turn",
  judge({ seen }) {
    const { asked, blocked } = seen.turn.facts;
    const needs = (seen.turn.report && readNote(seen.turn.report)) ?? "the person has to answer";
    if (blocked) return speak(exit("blocked", `the agent says it is blocked: ${needs}`));
    if (asked) return speak(exit("blocked", "the agent asks the person a question"));
    return abstain("the agent asks nothing");
  },
};
