import type { Rule } from "../rule.js";
import { sessionGoal } from "./session-goal.js";
import { sessionLimit } from "./session-limit.js";
import { sessionQuestion } from "./session-question.js";
import { sessionUnchanged } from "./session-unchanged.js";
import { sessionUnchecked } from "./session-unchecked.js";
import { sessionUnheld } from "./session-unheld.js";
import { sessionUnseen } from "./session-unseen.js";

/** When the stop of an interactive session is let go although the work is not done. After the rules of every policy. */
export const sessionRules: readonly Rule[] = [
  sessionQuestion,
  sessionGoal,
  sessionUnseen,
  sessionUnheld,
  sessionUnchecked,
  sessionUnchanged,
  sessionLimit,
];
