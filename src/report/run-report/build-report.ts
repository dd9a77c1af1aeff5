import { policyForKind, resolvePolicy } from "../../decide/policies/policies.js";
import { readExported } from "../../fleet/exported.js";
import { UserError } from "../../lib/errors.js";
import { readLedger } from "../../run/records/ledger.js";
import type { PrivateFolder } from "../../run/records/private-folder.js";
import { acceptableTasks } from "../../run/start/acceptable.js";
import { summarizeEnd } from "../../run/summarize-end.js";
import { findAcceptance } from "../../store/acceptance.js";
import { findWaitingWords } from "../../store/words.js";
import { byTitle } from "../name-task.js";
import { collectRun } from "./collect-run.js";
import { createReader } from "./create-reader.js";
import { findAgent, findStatus, findWorktree } from "./find-status.js";
import { listCases } from "./for-you.js";
import { writeHeadline } from "./headline.js";
import { logFolder } from "./log-folder.js";
import { findProofFile } from "./proof-file.js";
import { readStart } from "./read-start.js";
import { readTurns } from "./read-turns.js";
import { reportBudget, reportProof } from "./report-budget.js";
import { findPause, listActions, sinceLastEnd } from "./report-person.js";
import { reportRefused } from "./report-refused.js";
import { reportTasks } from "./report-tasks.js";
import { markUndone, withoutUndone } from "./report-undone.js";
import type { RunReport } from "./run-report.js";

export interface ReportSource {
  /** The project's folder, and its state folder. */
  readonly cwd: string;
  readonly folder: string;
  /** The id of the run or the beginning of it; null for the last one. */
  readonly run: string | null;
  /** Where the records of the project's runs are. */
  readonly privateFolder: PrivateFolder | null;
}

/** Puts a run together from its journal, its logs and its checkpoints. Changes nothing. */
export async function buildReport({ cwd, folder, run: named, privateFolder }: ReportSource): Promise<RunReport> {
  const { records, read, person, state, problems } = collectRun(folder, named, createReader());
  const [first, last] = [records[0], records.at(-1)];
  if (!first || !last)
    throw new UserError({
      what: "the run has no decision that can be read",
      where: folder,
      fix: "name another run; untildone history lists them",
    });
  const { run } = last;
  const logs = logFolder(folder, run);
  const startedAt = new Date(Date.parse(first.at) - 1000 * (first.after.seconds ?? 0)).toISOString();
  const worktree = findWorktree(logs, run);
  const turns = await readTurns(read, records, { cwd, run, logs, startedAt, privateFolder });
  const { decisions } = turns;
  const ledger = privateFolder && readLedger(privateFolder, run);
  const { settings } = policyForKind(resolvePolicy(last.policy, last.settings), last.taskKind);
  const listed = settings.grantedBy === "facts" ? ledger?.list : undefined;
  const undone = state.run?.undone ?? [];
  const ended = summarizeEnd({
    records,
    last,
    state,
    settings,
    agent: findAgent(last),
    message: turns.message,
    waiting: findWaitingWords(folder, run),
    owed: listed?.owed ?? [],
    unmarked: listed?.unmarked ?? [],
    worktree,
    // Checkpoints that are not on a branch of the run are on the person's own.
    isCommitted: worktree === null && turns.onOwnBranch,
  });
  const summary = withoutUndone(ended, undone);
  const status = findStatus(last, privateFolder);
  const tasks = markUndone(
    reportTasks(records, ended, { list: ledger?.list ?? null, diffs: turns.diffsOfTasks }),
    undone,
  );
  const refused = reportRefused(decisions, { records, tasks });
  const acceptance = findAcceptance(state);
  const recent = sinceLastEnd(person, records);
  return {
    version: 1,
    run,
    project: cwd.slice(cwd.lastIndexOf("/") + 1) || cwd,
    startedAt,
    lastAt: last.at,
    status,
    outcome: acceptance ? "completed" : status === "running" ? null : last.decision.outcome,
    exitCode: acceptance ? 0 : status === "running" ? null : (last.decision.exitCode ?? null),
    onlyReview: acceptance ? null : (last.decision.onlyReview ?? null),
    acceptance: acceptance && { by: acceptance.by, at: acceptance.at },
    headline: writeHeadline({
      ...{ status, decision: last.decision, summary, acceptance },
      person: recent,
      undone,
      pause: status === "running" ? findPause(recent, last) : null,
      fleet: readExported(folder),
      name: byTitle(new Map(tasks.map(({ id, title }) => [id, title]))),
    }),
    problems: [...problems, ...turns.problems],
    summary,
    tasks,
    refused,
    forYou: listCases({
      ...{ summary, tasks, refused, acceptable: acceptableTasks(state) },
      isOver: status === "ended" || status === "cut-off",
    }),
    budget: reportBudget(last, settings),
    proof: reportProof(summary),
    proofFile: findProofFile(cwd, logs),
    person: listActions(person),
    decisions,
    atStart: privateFolder ? readStart(privateFolder, run) : [],
  };
}
