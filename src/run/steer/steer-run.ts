import type { RunRequest } from "../../decide/run-request.js";
import { type NewWords, taskOfWords, type Words } from "../../decide/words.js";
import { errorMessage } from "../../lib/errors.js";
import { plural } from "../../lib/text/plural.js";
import { now } from "../../lib/time/clock.js";
import type { FolderGuard } from "../../store/guard.js";
import type { DecisionRecord } from "../../store/record.js";
import type { Store } from "../../store/store.js";
import { findWaitingWords } from "../../store/words.js";
import { guardedWrite } from "../records/guarded-write.js";
import type { PrivateFolder } from "../records/private-folder.js";
import type { RunHost, RunOptions } from "../start/options.js";
import type { EventFeed } from "./event-feed.js";
import { type RunServer, serveRun } from "./serve-run.js";

interface SteeredRun {
  readonly id: string;
  readonly store: Store;
  readonly options: RunOptions;
  readonly host: RunHost;
  readonly privateFolder: PrivateFolder;
}

/** Lets a person steer the run, here and from other terminals. A run without a socket goes on. */
export async function openServer(steered: SteeredRun, guard: FolderGuard, feed: EventFeed): Promise<RunServer | null> {
  const { id, store, options, host, privateFolder } = steered;
  const { control } = host;
  control.attach({
    emit: host.emit,
    now,
    save: (words) => saveWords(steered, guard, words),
    note: (asked) => noteRequest(steered, guard, asked),
  });
  if (options.resume) {
    const { words, questions } = findWaitingWords(store.folder, id);
    control.words.restore(words, questions);
  }
  try {
    const place = { folder: privateFolder.path, project: privateFolder.project, stateFolder: store.folder };
    return await serveRun({ ...place, run: id, startedAt: now(), control, feed });
  } catch (error) {
    host.emit({ type: "warning", text: `no other terminal can watch or steer this run: ${errorMessage(error)}` });
    return null;
  }
}

function saveWords(steered: SteeredRun, guard: FolderGuard, words: NewWords): Words {
  const { store, host } = steered;
  const record = guardedWrite(guard, host)(() => store.append({ kind: "tell", ...startEntry(steered), words }));
  return { ...record.words, id: record.n };
}

function noteRequest(steered: SteeredRun, guard: FolderGuard, { action, by }: RunRequest): void {
  const { store, host } = steered;
  guardedWrite(guard, host)(() => store.append({ kind: "control", ...startEntry(steered), action, by }));
}

const startEntry = ({ id, options }: SteeredRun) => ({
  at: new Date(now()).toISOString(),
  run: id,
  ...(options.resume ? { resumed: true as const } : {}),
});

/** Words that came too late are kept for a resumed run; a completed one is not resumed. */
export function describeUnused(words: readonly Words[], { decision }: DecisionRecord): readonly string[] {
  if (words.length === 0) return [];
  const tasks = new Set(words.map(taskOfWords));
  const [task] = [...tasks];
  const unused = `the run ended before a prompt${task && tasks.size === 1 ? ` of ${task}` : ""} could have ${plural(words.length, "message")} of yours`;
  return [decision.outcome === "completed" ? unused : `${unused}: the first one after untildone run --resume will`];
}
