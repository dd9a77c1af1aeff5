import { carryOn } from "../decision.js";
import { abstain, type Rule, speak } from "../rule.js";

const mostInARow = 3;

/** The agent says that this task waits for another one of the list: that one comes first, at once. */
export const waitsFor: Rule = {
  name: "waits-for",
  summary: "changed nothing and says that it waits for another open task, which then comes first",
  uses: [],
  about: "run",
  asks: "after-turn",
  judge({ seen, gate }) {
    const { waits, selection } = seen;
    if (!waits || selection.is !== "task") return abstain("the agent names no task that this one waits for");
    if (gate.claimed) return abstain("the agent claims completion");
    if (waits.isKnown) return abstain(`${waits.for} was put first for this task before`);
    if (waits.inARow >= mostInARow) return abstain(`${waits.inARow} tasks in a row waited for another`);
    return speak(carryOn(`task ${selection.id} waits for ${waits.for}, which comes first`));
  },
};
