import { plural } from "../../lib/text/plural.js";
import type { PrivateFolder } from "../../run/records/private-folder.js";
import type { DecisionRecord } from "../../store/record.js";
import type { CheckpointDiff } from "./checkpoint-diff.js";
import { complete, readSnapshots } from "./complete-decision.js";
import { readDiffs } from "./read-diffs.js";
import { addFailures } from "./read-failures.js";
import type { TurnLog } from "./read-turn-log.js";
import { readWords } from "./read-words.js";
import type { ReportedDecision } from "./run-report.js";
import { type TurnName, turnKey } from "./turn-key.js";

interface TurnsSource {
  readonly cwd: string;
  readonly run: string;
  readonly logs: string;
  readonly startedAt: string;
  readonly privateFolder: PrivateFolder | null;
}

export interface ReadTurns {
  /** With all that is on disk beside the journal: messages, changes, failing tests. */
  readonly decisions: readonly ReportedDecision[];
  /** What tasks with more than one turn changed, all in all. */
  readonly diffsOfTasks: ReadonlyMap<string, CheckpointDiff>;
  /** The last message of the last agent. */
  readonly message: string | null;
  /** Its checkpoints are on the person's own branch. */
  readonly onOwnBranch: boolean;
  readonly problems: readonly string[];
}

const none: ReadonlyMap<string, CheckpointDiff> = new Map();

/** Adds to the decisions of a run what its logs, its checkpoints and its snapshots say about each turn. */
export async function readTurns(
  read: readonly ReportedDecision[],
  records: readonly DecisionRecord[],
  { cwd, run, logs, startedAt, privateFolder }: TurnsSource,
): Promise<ReadTurns> {
  const turns = records.map(nameTurn);
  const words = readWords(logs, turns, orderByNeed(read, turns));
  const diffs = await readDiffs(cwd, { run, startedAt, hasUnits: turns.some(({ unit }) => unit !== null) });
  const snapshots = await readSnapshots(read, { cwd, run, logs, privateFolder });
  const beside = { words: words.byTurn, diffs: diffs.byTurn.size > 0 ? diffs.byTurn : (snapshots?.byTurn ?? none) };
  const completed = read.map((decision, at) => complete(decision, { ...beside, turn: turns[at] }));
  return {
    decisions: addFailures(completed, { logs, cwd }),
    diffsOfTasks: snapshots?.byTask ?? none,
    message: findMessage(words.byTurn, records),
    onOwnBranch: diffs.onOwnBranch,
    problems: describeGaps(words.notRead),
  };
}

/** Refused claims first: their words are what the report is about. */
function orderByNeed(decisions: readonly ReportedDecision[], turns: readonly TurnName[]): readonly TurnName[] {
  const refused = turns.filter((_, at) => decisions[at]?.claim === "refused");
  return [...turns.slice(-1), ...refused.reverse()];
}

const nameTurn = ({ iteration, unit }: DecisionRecord): TurnName => ({ iteration, unit: unit ?? null });

/** The run itself has no turn where its tasks have their own: then it is the last one of them. */
function findMessage(words: ReadonlyMap<string, TurnLog>, records: readonly DecisionRecord[]): string | null {
  const [last, lastOfUnit] = [records.at(-1), records.findLast(({ unit }) => unit !== undefined)];
  const names = [last, lastOfUnit].flatMap((record) => (record ? [turnKey(nameTurn(record))] : []));
  return names.map((name) => words.get(name)?.words).find((text) => text !== undefined) ?? null;
}

const describeGaps = (notRead: number): readonly string[] =>
  notRead === 0
    ? []
    : [
        `The agent's messages of ${plural(notRead, "iteration")} are left out: there is too much output. It is in the folder logs.`,
      ];
