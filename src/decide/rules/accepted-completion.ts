import { exit } from "../decision.js";
import { abstain, type Rule, speak } from "../rule.js";
import { describePassed, gateSettings, unmetByGate } from "./accepted-task.js";

export const acceptedCompletion: Rule = {
  name: "accepted-completion",
  summary: "no task is selected and the claim passes the gate",
  uses: gateSettings,
  about: "run",
  asks: "after-turn",
  judge(context) {
    if (context.seen.selection.is === "task") return abstain("a task is selected");
    const unmet = unmetByGate(context);
    return unmet ? abstain(unmet) : speak(exit("completed", describePassed(context)));
  },
};
