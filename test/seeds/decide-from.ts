import { type Decision, decideSituation, parseSituation } from "../../src/index.js";

/** The whole way from a situation as somebody writes it down to the decision. */
export const decisionOf = (situation: unknown): Decision => decideSituation(parseSituation(situation)).decision;

/** A Markdown list with the first `done` of `total` boxes ticked. */
export const boxes = (done: number, total: number): { markdown: string } => ({
  markdown: Array.from({ length: total }, (_, at) => `- [${at < done ? "x" : " "}] piece of work`).join("\n"),
});

/** The same fact a number of times: a history. */
export const times = <T>(count: number, fact: T): T[] => Array.from({ length: count }, () => fact);
