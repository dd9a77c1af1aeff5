import { UserError } from "../../lib/errors.js";
import type { Claim } from "../../run/learning/claim.js";

export interface GradedThing {
  readonly run: string;
  /** Null: the whole run. */
  readonly task: string | null;
}

/** A run id may be cut, but not so short that it could be a task. */
const shortestRun = 6;
const mostNamed = 8;

/** What a word means: a task of the last run that claimed it, or a run by its id or the beginning of that. */
export function findGraded(claims: readonly Claim[], word: string, wantedRun: string | undefined): GradedThing {
  const runs = [...new Set(claims.map(({ run }) => run))];
  if (claims.length === 0) throw nothingYet;
  const within = wantedRun === undefined ? undefined : findRun(runs, wantedRun);
  if (wantedRun !== undefined && within === undefined) throw unknownThing(`there is no run ${wantedRun}`, runs, []);
  const task = claims.findLast((claim) => claim.task === word && (within === undefined || claim.run === within));
  if (task) return { run: task.run, task: word };
  const run = within === undefined ? findRun(runs, word) : undefined;
  if (run !== undefined) return { run, task: null };
  const last = within ?? runs.at(-1);
  const tasks = [...new Set(claims.flatMap((claim) => (claim.run === last ? (claim.task ?? []) : [])))];
  throw unknownThing(`no run claimed a task ${word}${within === undefined ? "" : ` in run ${within}`}`, runs, tasks);
}

const nothingYet = new UserError({
  what: "there is nothing to grade: no task was claimed as done yet",
  where: "untildone grade",
  fix: "start a run with: untildone run",
});

function findRun(runs: readonly string[], word: string): string | undefined {
  const found = runs.filter((run) => run === word || (word.length >= shortestRun && run.startsWith(word)));
  return found.find((run) => run === word) ?? (found.length === 1 ? found[0] : undefined);
}

function unknownThing(what: string, runs: readonly string[], tasks: readonly string[]): UserError {
  const named = tasks.length > 0 ? `tasks of the last run: ${cut(tasks)}` : `runs: ${cut(runs.toReversed())}`;
  return new UserError({ what, where: "untildone grade", fix: named });
}

const cut = (names: readonly string[]): string =>
  `${names.slice(0, mostNamed).join(", ")}${names.length > mostNamed ? ", …" : ""}`;
