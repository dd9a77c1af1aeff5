import { UserError } from "../../lib/errors.js";
import { printable } from "../../lib/text/printable.js";
import type { ReportedTask, RunReport, TaskState } from "../run-report/run-report.js";
import { readProof } from "./read-proof.js";
import { reportOf } from "./replay-journal.js";
import type { ProofPredicate } from "./statement.js";

/** The report of a run from its proof alone: without its logs, diffs and transcripts, which a proof does not hold. */
export async function reportOfProof(text: string, file: string): Promise<RunReport> {
  const read = readProof(text, { is: "any" });
  if (read.is !== "signed") throw noReport(read.is === "unsigned" ? "nobody signed it" : read.why, file);
  const { predicate } = read.statement;
  const { lines } = predicate.journal;
  if (lines === null) throw noReport("it holds the digests of its records alone (untildone prove --no-journal)", file);
  try {
    const report = await reportOf(lines, predicate.run);
    const from = `Made from a proof alone, signed by ${read.key.id}: it holds no logs, diffs and transcripts.`;
    return {
      ...report,
      project: printable(String(predicate.run.project)),
      tasks: withTitles(report.tasks, predicate),
      problems: [...report.problems, from],
      proofFile: file,
    };
  } catch {
    throw noReport("a record lacks what a report needs", file); // Whoever signed it may have written anything into it.
  }
}

const noReport = (why: string, file: string): UserError =>
  new UserError({
    what: `no report can be made of it: ${why}`,
    where: file,
    fix: `see what is the matter: untildone verify ${file} --any-key`,
  });

/** Titles, and tasks that nothing was decided about, stand in the list alone, which the journal does not hold. */
function withTitles(tasks: readonly ReportedTask[], { tasks: proved }: ProofPredicate): readonly ReportedTask[] {
  const titles = new Map(proved.map(({ id, title }) => [id, title]));
  const known = new Set(tasks.map(({ id }) => id));
  const others = proved.filter(({ id, verdict }) => !known.has(id) && Object.hasOwn(untouched, verdict));
  return [
    ...tasks.map((task) => ({ ...task, title: titles.get(task.id) ?? task.title })),
    ...others.map(({ id, title, verdict, provedBy, notProven }) => ({
      ...{ id, title, provedBy, notProven, reason: null, diff: null },
      state: verdict as TaskState,
    })),
  ];
}

const untouched = { "not-done": true, "done-before": true, owed: true };
