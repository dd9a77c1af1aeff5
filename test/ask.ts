import { type Decision, decideSituation, parseSituation } from "../src/index.js";

/** A situation as a caller would write it, answered by the real engine. */
export function ask(situation: Record<string, unknown>): Decision {
  return decideSituation(parseSituation(situation)).decision;
}

/** The rule and what it said, short enough for a table. */
export function said(situation: Record<string, unknown>): string {
  const { rule, decision, outcome, taskDone, setAside } = ask(situation);
  if (setAside) return `${rule}: sets ${setAside.task} aside as ${setAside.outcome}`;
  return `${rule}: ${outcome ?? decision}${taskDone === null ? "" : ` [${taskDone}]`}`;
}

/** Why a rule abstained, or undefined where it spoke or was not reached. */
export function abstention(situation: Record<string, unknown>, rule: string): string | undefined {
  return ask(situation).abstained.find((entry) => entry.rule === rule)?.why;
}

/** Words of completion, two of the phrases the gate counts. */
export const doneWords = "All tasks are complete. The implementation is finished.";
/** A claim that passes the gate where nothing speaks against it. */
export const doneClaim = `${doneWords}\n\nEXIT_SIGNAL: true\n`;
/** The same for a task, with the run's end denied. */
export const taskClaim = `The task is done and ready for review.\n\n---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: false\n---END_RALPH_STATUS---\n`;
export const working = "I read the parser and changed two functions.";
export const idle = { filesChanged: 0, commits: 0, tasksDone: 0 };
export const busy = { filesChanged: 2, commits: 1, tasksDone: 0 };
export const green = [{ name: "tests", state: "holds", required: true }];
export const red = [{ name: "tests", state: "fails", required: true, detail: "2 tests fail" }];
