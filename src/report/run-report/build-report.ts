import { agentStarts } from "../../agents/known-agents.js";
import { UserError } from "../../base/errors.js";
import { plural } from "../../base/plural.js";
import { branchName, shortName } from "../../checkpoints/checkpoints.js";
import { readGitRecord } from "../../checkpoints/git-record.js";
import { adviseOn, type WorktreeAdvice } from "../../checkpoints/git-worktree.js";
import { readExported } from "../../fleet/exported.js";
import { summarizeRun } from "../../loop/summarize-run.js";
import { policyForKind, resolvePolicy } from "../../policies/policies.js";
import { gitRecordFile } from "../../run/git.js";
import { readLedger } from "../../run/ledger.js";
import { findCutOff, openRunFile } from "../../run/open-runs.js";
import type { PrivateFolder } from "../../run/private-folder.js";
import { summarizeEnd } from "../../run/summarize-end.js";
import { findAcceptance } from "../../store/acceptance.js";
import type { DecisionRecord } from "../../store/record.js";
import { findWaitingWords, nothingWaiting } from "../../store/words.js";
import { exists } from "../../system/disk.js";
import { readIfThere } from "../../system/files.js";
import { describeAction, type PersonRecord } from "../person-actions.js";
import { clipLine } from "./clip-text.js";
import { collectRun } from "./collect-run.js";
import { writeHeadline } from "./headline.js";
import { readDiffs } from "./read-diffs.js";
import { readWords } from "./read-words.js";
import { reportDecision, SharedParts } from "./report-decision.js";
import { reportRefused } from "./report-refused.js";
import { reportTasks } from "./report-tasks.js";
import type { ReportedAction, ReportedDecision, RunReport, RunStatus } from "./run-report.js";
import { type TurnName, turnKey } from "./turn-key.js";

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
  const turns = records.map(nameTurn);
  const words = readWords(logs, turns, orderByNeed(read, turns));
  const diffs = await readDiffs(cwd, { run, startedAt, hasUnits: turns.some(({ unit }) => unit !== null) });
  const decisions = read.map((decision, at) => complete(decision, { words: words.byTurn, diffs, turn: turns[at] }));
  const ledger = privateFolder && readLedger(privateFolder, run);
  const { settings } = policyForKind(resolvePolicy(last.policy, last.settings), last.taskKind);
  const listed = settings.grantedBy === "facts" ? ledger?.list : undefined;
  const summary = summarizeEnd({
    records,
    last,
    state,
    settings,
    agent: findAgent(last),
    message: findMessage(words.byTurn, records),
    waiting: findWaitingWords(folder, run),
    owed: listed?.owed ?? [],
    unmarked: listed?.unmarked ?? [],
    worktree: findWorktree(logs, run),
  });
  const status = findStatus(last, privateFolder);
  const tasks = reportTasks(records, summary);
  const acceptance = findAcceptance(state);
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
      person: sinceLastEnd(person, records),
      fleet: readExported(folder),
    }),
    problems: [...problems, ...describeGaps(words.notRead)],
    summary,
    tasks,
    refused: reportRefused(decisions, { records, tasks }),
    person: person.slice(-maxActions).map(toAction),
    decisions,
  };
}

/** The run may have ended before, and been resumed. */
function sinceLastEnd(person: readonly PersonRecord[], records: readonly DecisionRecord[]): readonly PersonRecord[] {
  const end = records.slice(0, -1).findLast(({ decision, unit }) => decision.decision === "EXIT" && unit === undefined);
  return person.filter(({ n }) => n > (end?.n ?? 0));
}

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
    const alone = { records: [record], last: record, current: null, message: null, next: null, worktree: null };
    summarizeRun({ ...alone, owed: [], unmarked: [], waiting: nothingWaiting });
    return reportDecision(record, shared);
  };
}

/** Refused claims first: their words are what the report is about. */
function orderByNeed(decisions: readonly ReportedDecision[], turns: readonly TurnName[]): readonly TurnName[] {
  const refused = turns.filter((_, at) => decisions[at]?.claim === "refused");
  return [...turns.slice(-1), ...refused.reverse()];
}

const nameTurn = ({ iteration, unit }: DecisionRecord): TurnName => ({ iteration, unit: unit ?? null });

/** The run itself has no turn where its tasks have their own: then it is the last one of them. */
function findMessage(words: ReadonlyMap<string, string>, records: readonly DecisionRecord[]): string | null {
  const [last, lastOfUnit] = [records.at(-1), records.findLast(({ unit }) => unit !== undefined)];
  const names = [last, lastOfUnit].flatMap((record) => (record ? [turnKey(nameTurn(record))] : []));
  return names.map((name) => words.get(name)).find((text) => text !== undefined) ?? null;
}

interface Beside {
  readonly words: ReadonlyMap<string, string>;
  readonly diffs: Awaited<ReturnType<typeof readDiffs>>;
  readonly turn: TurnName | undefined;
}

/** A decision before a turn has the number of an iteration, but no words and no changes of its own. */
function complete(decision: ReportedDecision, { words, diffs, turn }: Beside): ReportedDecision {
  const { detail, hadTurn } = decision;
  if (!hadTurn || !turn) return decision;
  const { iteration, unit } = turn;
  const diff = diffs.get(turnKey({ iteration, unit: unit && shortName(unit) })) ?? null;
  return { ...decision, detail: { ...detail, words: words.get(turnKey(turn)) || null, diff } };
}

const describeGaps = (notRead: number): readonly string[] =>
  notRead === 0
    ? []
    : [
        `The agent's messages of ${plural(notRead, "iteration")} are left out: there is too much output. It is in the folder logs.`,
      ];

function findAgent({ turns }: DecisionRecord) {
  const turn = turns?.at(-1);
  const start = turn && agentStarts.find(({ name }) => name === turn.agent);
  if (!turn) return null;
  return { setUp: start?.setUp ?? null, ...(turn.model === null ? {} : { model: turn.model }) };
}

function findWorktree(logs: string, run: string): WorktreeAdvice | null {
  const root = readGitRecord(readIfThere(gitRecordFile(logs)) ?? "")?.worktree ?? null;
  return root === null || !exists(root) ? null : adviseOn({ root, branch: branchName(run) });
}

function findStatus({ run, decision }: DecisionRecord, records: PrivateFolder | null): RunStatus {
  if (records && exists(openRunFile(records, run)))
    return findCutOff(records, null).some((open) => open.run === run) ? "cut-off" : "running";
  return decision.decision === "EXIT" ? "ended" : "open";
}
