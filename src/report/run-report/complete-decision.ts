import { shortName } from "../../run/git/checkpoints.js";
import type { PrivateFolder } from "../../run/records/private-folder.js";
import type { CheckpointDiff } from "./checkpoint-diff.js";
import { readSnapshotDiffs, type SnapshotDiffs } from "./read-snapshot-diffs.js";
import type { TurnLog } from "./read-turn-log.js";
import type { ReportedDecision } from "./run-report.js";
import { type TurnName, turnKey } from "./turn-key.js";

interface Beside {
  readonly words: ReadonlyMap<string, TurnLog>;
  readonly diffs: ReadonlyMap<string, CheckpointDiff>;
  readonly turn: TurnName | undefined;
}

/** A decision before a turn has the number of an iteration, but no words and no changes of its own. */
export function complete(decision: ReportedDecision, { words, diffs, turn }: Beside): ReportedDecision {
  const { detail, hadTurn } = decision;
  if (!hadTurn || !turn) return decision;
  const { iteration, unit } = turn;
  const diff = diffs.get(turnKey({ iteration, unit: unit && shortName(unit) })) ?? null;
  const log = words.get(turnKey(turn));
  const { transcript = [], prompt = null } = log ?? {};
  return {
    ...decision,
    detail: { ...detail, words: log?.words || null, transcript, prompt, log: log?.file ?? null, diff },
  };
}

interface SnapshotsAsked {
  readonly cwd: string;
  readonly run: string;
  readonly logs: string;
  readonly privateFolder: PrivateFolder | null;
}

/** What is known without checkpoints. Several tasks at once have commits of their own. */
export async function readSnapshots(
  decisions: readonly ReportedDecision[],
  { cwd, run, logs, privateFolder }: SnapshotsAsked,
): Promise<SnapshotDiffs | null> {
  if (privateFolder === null || decisions.some(({ unit }) => unit !== null)) return null;
  const turns = decisions.filter(({ hadTurn }) => hadTurn).map(({ iteration, task }) => ({ iteration, task }));
  return readSnapshotDiffs(cwd, { run, logs, privateFolder, turns });
}
