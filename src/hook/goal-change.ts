import { oneLine } from "../lib/text/printable.js";
import type { PrivateFolder } from "../run/records/private-folder.js";
import { type Goal, isSameGoal } from "./goal.js";
import { listMetGoals, type Session } from "./session.js";

const maxGoal = 150;

interface GoalNow {
  /** The goal of the project, whoever it is for. */
  readonly goal: Goal | null;
  readonly folder: PrivateFolder;
}

/** An agent that edits or removes the goal it is held to is noticed. One that was met in another session is gone rightly. */
export function describeGoalChange({ held = null }: Session, { goal, folder }: GoalNow): string | null {
  if (held === null || isSameGoal(held, goal) || listMetGoals(folder).includes(held.at)) return null;
  const text = oneLine(held.text);
  const was = text.length > maxGoal ? `${text.slice(0, maxGoal)}…` : text;
  return `the goal was ${goal === null ? "removed" : "changed"} during this session (it was: ${was})`;
}
