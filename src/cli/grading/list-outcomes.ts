import { printable } from "../../lib/text/printable.js";
import type { Outcome } from "../../run/learning/outcomes.js";
import { readOutcomes } from "../../run/learning/read-outcomes.js";
import type { Io } from "../command.js";

/** What is graded, oldest first. */
export function listOutcomes(folder: string, { isJson, io }: { readonly isJson: boolean; readonly io: Io }): number {
  const outcomes = readOutcomes(folder).outcomes();
  if (isJson) for (const outcome of outcomes) io.out(`${JSON.stringify(toPublic(outcome))}\n`);
  else if (outcomes.length === 0)
    io.err("nothing is graded yet; grade a task with: untildone grade TASK right, or wrong\n");
  else for (const outcome of outcomes) io.out(`${formatOutcome(outcome)}\n`);
  return 0;
}

const toPublic = ({ claim, verdict, contradicts, turns, usd }: Outcome) => ({
  ...{ run: claim.run, task: claim.task, is: verdict.is, from: verdict.from, by: verdict.by, why: verdict.why },
  ...{ at: verdict.at, decided: decidedAs(claim), agent: claim.agent, model: claim.model, kind: claim.kind },
  ...{ turns, usd, contradicts: contradicts && { is: contradicts.is, from: contradicts.from, at: contradicts.at } },
});

export function formatOutcome({ claim, verdict, contradicts }: Outcome): string {
  const why = verdict.why === null ? "" : `: ${verdict.why}`;
  const before = contradicts ? ` (before: ${contradicts.is}, ${describeSource(contradicts)})` : "";
  const head = `${verdict.is.padEnd(5)}  ${(claim.task ?? "the run").padEnd(8)}  ${decidedAs(claim).padEnd(8)}`;
  return printable(`${head}  run ${claim.run}  ${describeSource(verdict)}${why}${before}`);
}

/** What the run made of it. */
export const decidedAs = ({ done, verified }: Outcome["claim"]): string =>
  verified ? "verified" : done ? "done" : "refused";

/** "graded by jane", "reverted by 1a2b3c4d" */
export function describeSource({ from, by }: Outcome["verdict"]): string {
  switch (from) {
    case "person":
      return `graded by ${by}`;
    case "dashboard":
      return `graded on the dashboard by ${by}`;
    case "git":
      return `reverted by ${by.slice(0, 12)}`;
    case "accept":
      return `accepted by ${by}`;
    case "undo":
      return "undone";
  }
}
