import { policyForKind, resolvePolicy } from "../../decide/policies/policies.js";
import { readExported } from "../../fleet/exported.js";
import { UserError } from "../../lib/errors.js";
import { summarizeRun } from "../../run/loop/summarize-run.js";
import { readLedger } from "../../run/records/ledger.js";
import type { PrivateFolder } from "../../run/records/private-folder.js";
import { summarizeEnd } from "../../run/summarize-end.js";
import { findAcceptance } from "../../store/acceptance.js";
import type { DecisionRecord } from "../../store/record.js";
import { findWaitingWords, nothingWaiting } from "../../store/words.js";
import { byTitle } from "../name-task.js";
import { describeAction, type PersonRecord } from "../person-actions.js";
import { clipLine } from "./clip-text.js";
import { collectRun } from "./collect-run.js";
import { findAgent, findStatus, findWorktree } from "./find-status.js";
import { listCases } from "./for-you.js";
import { writeHeadline } from "./headline.js";
import { findProofFile } from "./proof-file.js";
import { readTurns } from "./read-turns.js";
import { reportBudget, reportProof } from "./report-budget.js";
import { reportDecision, SharedParts } from "./report-decision.js";
import { reportRefused } from "./report-refused.js";
import { reportTasks } from "./report-tasks.js";
import type { ReportedAction, ReportedDecision, RunReport } from "./run-report.js";

export interface ReportSource {
  /** The project's folder, and its state folder. */
  readonly cwd: string;
  readonly folder: string;
  /** The id of the run or the beginning of it; null for the last one. */
  readonly run: string | null;
  /** Where the records of the project's runs are. */
  readonly privateFolder: PrivateFolder | null;
}

/** Where the logs of a run are. Its name comes from the journal, and must not lead elsewhere. */
export const logFolder = (folder: string, run: string): string => `${folder}/logs/${run.replaceAll(/[^\w-]+/g, "-")}`;

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
  const summary = summarizeEnd({
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
  const status = findStatus(last, privateFolder);
  const tasks = reportTasks(records, summary, ledger?.list ?? null);
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
    outcome: acceptance ? "completed" : last.decision.outcome,
    exitCode: acceptance ? 0 : (last.decision.exitCode ?? null),
    onlyReview: acceptance ? null : (last.decision.onlyReview ?? null),
    acceptance: acceptance && { by: acceptance.by, at: acceptance.at },
    headline: writeHeadline({
      ...{ status, decision: last.decision, summary, acceptance },
      person: recent,
      isPaused: status === "running" && isPaused(recent),
      fleet: readExported(folder),
      name: byTitle(new Map(tasks.map(({ id, title }) => [id, title]))),
    }),
    problems: [...problems, ...turns.problems],
    summary,
    tasks,
    refused,
    forYou: listCases({ summary, tasks, refused, isOver: status === "ended" || status === "cut-off" }),
    budget: reportBudget(last, settings),
    proof: reportProof(summary),
    proofFile: findProofFile(cwd, logs),
    person: person.slice(-maxActions).map(toAction),
    decisions,
  };
}

/** The run may have ended before, and been resumed. */
function sinceLastEnd(person: readonly PersonRecord[], records: readonly DecisionRecord[]): readonly PersonRecord[] {
  const end = records.slice(0, -1).findLast(({ decision, unit }) => decision.decision === "EXIT" && unit === undefined);
  return person.filter(({ n }) => n > (end?.n ?? 0));
}

const isPaused = (person: readonly PersonRecord[]): boolean => {
  const asked = person.findLast((record) => record.kind === "control");
  return asked?.kind === "control" && asked.action === "pause";
};

const maxActions = 200;

const toAction = (record: PersonRecord): ReportedAction => ({
  n: record.n,
  at: record.at,
  text: clipLine(describeAction(record)),
});

/** Others can write to the journal, so a record may lack what the report needs: then this throws. */
function createReader(): (record: DecisionRecord) => ReportedDecision {
  const shared = new SharedParts();
  return (record) => {
    const alone = { records: [record], last: record, current: null, message: null, advice: null, worktree: null };
    summarizeRun({ ...alone, owed: [], unmarked: [], waiting: nothingWaiting });
    return reportDecision(record, shared);
  };
}
