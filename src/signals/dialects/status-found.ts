import type { Found } from "./found.js";
import { combineAnswers, interpret, readScope, saysTestsFail } from "./interpret.js";

/** The fields of a block as a signal: what they answer, for the run and for the task. */
export function statusFound({
  dialect,
  from,
  to,
  fields,
  ignoredBecause,
}: Pick<Found, "dialect" | "from" | "to" | "fields" | "ignoredBecause">): Found {
  const answers = interpret(fields);
  const found = {
    dialect,
    scope: readScope(fields),
    says: combineAnswers(answers),
    from,
    to,
    fields,
    answers,
    ignoredBecause,
  };
  const isTests = saysTestsFail(fields) && (answers.runContradicted || answers.taskContradicted);
  return isTests ? { ...found, besideTests: interpret(fields, "left-out") } : found;
}
