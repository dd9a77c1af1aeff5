import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Config } from "../config/load.js";
import { onStopSignals, sleepUntil } from "../lib/process/signals.js";
import { now } from "../lib/time/clock.js";
import { formatDecision } from "../report/format-decision.js";
import { toPublicRecord } from "../report/public-record.js";
import { Store } from "../store/store.js";
import type { Io, ParsedArgs } from "./command.js";
import { openJudging, readTurn, withEvidence } from "./judging.js";

const pollSeconds = 0.25;

/**
 * Judges the responses of another loop without acting, to try a policy next to it. Its state is in `shadow` inside the
 * folder, so that the other loop's state is not touched. Ctrl-C ends it.
 */
export async function shadowRun(args: ParsedArgs, io: Io, config: Config): Promise<number> {
  const stop = new AbortController();
  const removeHandlers = onStopSignals(() => stop.abort());
  const file = resolve(io.cwd, config.stateFolder, "last-response.md");
  // Before the message is printed, so that a file written right after it counts as new.
  let judged = readStamp(file);
  let seen = judged;
  io.err(`watching ${config.stateFolder}/last-response.md; Ctrl-C ends\n`);
  while (!stop.signal.aborted) {
    const stamp = readStamp(file);
    // Unchanged in two polls: the file is complete.
    if (stamp !== null && stamp === seen && stamp !== judged) {
      judged = stamp;
      await judgeOnce(args, io, config);
    }
    seen = stamp;
    await sleepUntil(pollSeconds, stop.signal);
  }
  removeHandlers();
  return 3;
}

function readStamp(file: string): string | null {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? `${stats.ino}:${stats.size}:${stats.mtimeMs}` : null;
}

async function judgeOnce(args: ParsedArgs, io: Io, config: Config): Promise<void> {
  const tasks = args.text("tasks");
  const checkArgs: ParsedArgs = {
    ...args,
    words: tasks === undefined ? [] : [`${config.stateFolder}/last-response.md`, tasks],
  };
  const folder = resolve(io.cwd, config.stateFolder, "shadow");
  const read = await readTurn(checkArgs, io, { config, saveResponse: false });
  const { turn } = await withEvidence(read, checkArgs, {
    io,
    config,
    folder,
    saveWorkspace: true,
    run: () => null,
  });
  const store = Store.open({ folder, command: "run --shadow", now: now() });
  try {
    const record = store.record(openJudging(checkArgs, config, store).judge(turn).record);
    io.out(
      args.flag("json") ? `${JSON.stringify(toPublicRecord(record))}\n` : formatDecision(record.decision, io.colour),
    );
  } finally {
    store.close();
  }
}
