import type { FoundSignal } from "./found.js";
import { combineAnswers, interpret, readScope, saysTestsFail } from "./interpret.js";

/** Turns the fields of a block into a signal with its answers for the run and the task. */
export function statusFound({
  dialect,
  from,
  to,
  fields,
  ignoredBecause,
}: Pick<FoundSignal, "dialect" | "from" | "to" | "fields" | "ignoredBecause">): FoundSignal {
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
