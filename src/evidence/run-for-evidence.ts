import type { RoomOptions } from "../agents/sandbox/check-room.js";
import { pathJoin } from "../lib/files/folder.js";
import type { CommandRun } from "../lib/process/command-run.js";
import type { CheckContext, CheckLog } from "./check-context.js";

/** A command that is run to learn something: what, how long at most, and who asked for it. */
export interface EvidenceCommand {
  readonly name: string;
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  /** Whether it may use the network where it runs in a sandbox; false if absent. */
  readonly network?: boolean;
  readonly origin: string;
}

/** Colours are for people; an output is read by us and by the agent. */
const plainOutput: Readonly<Record<string, string | undefined>> = { NO_COLOR: "1", FORCE_COLOR: undefined };

type Where = Pick<CheckContext, "cwd" | "signal" | "logDirectory" | "room"> & Pick<RoomOptions, "shows">;

/** Runs it in the project's folder, its output bounded and stored. */
export async function runForEvidence(
  { name, words, env, timeoutSeconds, network = false, origin }: EvidenceCommand,
  { cwd, signal, logDirectory, room, shows = [] }: Where,
  more: Pick<RoomOptions, "as" | "stdin" | "onOutput"> = {},
): Promise<{ readonly run: CommandRun; readonly log: CheckLog }> {
  const file = logDirectory === null ? null : pathJoin(logDirectory, logName(name));
  const run = await room.run(words, {
    ...{ cwd, network, shows },
    env: { ...plainOutput, ...env },
    timeoutMs: timeoutSeconds * 1000,
    ...(signal ? { signal } : {}),
    ...(file === null ? {} : { logFile: file }),
    ...more,
  });
  const { ending, durationMs, leftBehind, output } = run;
  const log = { name, command: words, origin, ending, durationMs, bytes: output.bytes, leftBehind, file };
  return { run, log };
}

/** A workspace's check is named after its folder: "tests:packages/api" is written to tests-packages+api.log. */
const logName = (name: string): string => `${name.replaceAll("/", "+").replaceAll(/[^\w.+-]+/g, "-")}.log`;
