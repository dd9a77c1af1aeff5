import { carryOn } from "../decision.js";
import { abstain, type Case, type Rule, speak, type TurnCase } from "../rule.js";
import { describePassed, unmetByGate } from "./accepted-task.js";
import { finish } from "./finish.js";

/** A task that was set aside is looked at once more when nothing else is left: much may have been done since. */
export const judgedAgain: Rule = {
  name: "judged-again",
  summary: "a task that was set aside passes on the facts of now, or gets one more turn, when only such tasks are left",
  uses: [],
  about: "run",
  asks: "any-time",
  judge(context) {
    const { again } = context.seen;
    if (!again) return abstain("no task is judged again");
    const unmet = hasTurn(context) ? unmetByGate(context) : "it did not claim completion";
    if (hasTurn(context) && unmet === undefined)
      return speak(finish(context, `judged again, on the facts of now: ${describePassed(context)}`));
    if (again.turn !== null) return speak(carryOn(`task ${again.task} gets one more turn: ${again.turn}`));
    return speak(carryOn(`task ${again.task} stays set aside: ${unmet}`));
  },
};

const hasTurn = (context: Case): context is TurnCase => context.seen.turn !== null;
