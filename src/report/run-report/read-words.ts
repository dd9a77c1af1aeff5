import { readOutputFile } from "../../agents/transcripts/read-output.js";
import { finalMessage } from "../../core/transcript.js";
import { readStamp } from "../../system/file-backup.js";
import { namesIn } from "../../system/folder.js";
import { clipText } from "./clip-text.js";

/** A night of work has gigabytes of output: what is read of it has a limit. */
const limits = { files: 2000, bytes: 64 << 20, bytesOfOne: 16 << 20 };
const maxWords = 4000;

export interface AgentWords {
  /** The agent's last message by iteration. */
  readonly byIteration: ReadonlyMap<number, string>;
  /** How many iterations have an output that was not read. */
  readonly notRead: number;
}

/** The agent's last message of each iteration, from the logs of the run: those of `first` before all others. */
export function readWords(logs: string, first: readonly number[]): AgentWords {
  const files = findOutputs(logs);
  const newestFirst = [...files.keys()].sort((a, b) => b - a);
  const byIteration = new Map<number, string>();
  let bytes = 0;
  let notRead = 0;
  for (const iteration of new Set([...first, ...newestFirst])) {
    const file = files.get(iteration);
    if (!file) continue;
    if (byIteration.size >= limits.files || bytes + file.size > limits.bytes || file.size > limits.bytesOfOne) {
      notRead++;
      continue;
    }
    bytes += file.size;
    byIteration.set(iteration, readMessage(file.path));
  }
  return { byIteration, notRead };
}

interface Output {
  readonly path: string;
  readonly size: number;
  readonly changed: number;
}

/** The newest output of each iteration: it may have had several phases or tries. */
function findOutputs(logs: string): ReadonlyMap<number, Output> {
  const found = new Map<number, Output>();
  for (const name of namesIn(logs)) {
    const iteration = Number(/^(\d+)-agent\b.*\.log$/.exec(name)?.[1] ?? Number.NaN);
    const stamp = Number.isNaN(iteration) ? null : readStamp(`${logs}/${name}`);
    if (stamp === null || stamp === "other") continue;
    const before = found.get(iteration);
    if (before && before.changed > stamp.changed) continue;
    found.set(iteration, { path: `${logs}/${name}`, size: stamp.size, changed: stamp.changed });
  }
  return found;
}

/** An output that cannot be read is one without words: the report is about the rest. */
function readMessage(path: string): string {
  try {
    return clipText(finalMessage(readOutputFile(path, "/"))?.text ?? "", maxWords);
  } catch {
    return "";
  }
}
