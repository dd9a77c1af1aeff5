import { readStamp } from "../../lib/files/file-backup.js";
import { namesIn } from "../../lib/files/folder.js";
import { unitName } from "../../run/records/unit-record.js";
import { readTurnLog, type TurnLog } from "./read-turn-log.js";
import { type TurnName, turnKey } from "./turn-key.js";

/** A night of work has gigabytes of output: what is read of it has a limit. */
const limits = { files: 2000, bytes: 64 << 20, bytesOfOne: 16 << 20 };

export interface AgentWords {
  /** What is on disk of each turn, by its key. */
  readonly byTurn: ReadonlyMap<string, TurnLog>;
  /** How many iterations have an output that was not read. */
  readonly notRead: number;
}

/** What the agent said and did in each turn, from the logs of the run: those of `first` before all others. */
export function readWords(logs: string, turns: readonly TurnName[], first: readonly TurnName[]): AgentWords {
  const units = new Set(turns.flatMap(({ unit }) => unit ?? []));
  const files = new Map([
    ...findOutputs(logs, null),
    ...[...units].flatMap((unit) => [...findOutputs(`${logs}/${unitName({ id: unit })}`, unit)]),
  ]);
  const newestFirst = [...files].sort(([, a], [, b]) => b.iteration - a.iteration).map(([key]) => key);
  const byTurn = new Map<string, TurnLog>();
  const room = turnRoom(turns.length);
  let bytes = 0;
  let notRead = 0;
  for (const key of new Set([...first.map(turnKey), ...newestFirst])) {
    const file = files.get(key);
    if (!file) continue;
    if (byTurn.size >= limits.files || bytes + file.size > limits.bytes || file.size > limits.bytesOfOne) {
      notRead++;
      continue;
    }
    bytes += file.size;
    byTurn.set(key, readTurnLog(file.path, file.iteration, room));
  }
  return { byTurn, notRead };
}

interface Output {
  readonly iteration: number;
  readonly path: string;
  readonly size: number;
  readonly changed: number;
}

/** The newest output of each iteration: it may have had several phases or tries. */
function findOutputs(logs: string, unit: string | null): ReadonlyMap<string, Output> {
  const found = new Map<string, Output>();
  for (const name of namesIn(logs)) {
    const iteration = Number(/^(\d+)-agent\b.*\.log$/.exec(name)?.[1] ?? Number.NaN);
    const stamp = Number.isNaN(iteration) ? null : readStamp(`${logs}/${name}`);
    if (stamp === null || stamp === "other") continue;
    const key = turnKey({ iteration, unit });
    const before = found.get(key);
    if (before && before.changed > stamp.changed) continue;
    found.set(key, { iteration, path: `${logs}/${name}`, size: stamp.size, changed: stamp.changed });
  }
  return found;
}

const allTurns = 3_000_000;

/** How many characters of its prompt, and as many of what its agent did, a turn may have: the page has to stay small. */
const turnRoom = (turns: number): number => Math.min(12_000, Math.max(800, Math.floor(allTurns / (2 * (turns + 1)))));
