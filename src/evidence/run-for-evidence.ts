import { pathJoin } from "../system/folder.js";
import { type CommandRun, runCommand } from "../system/process.js";
import type { CheckContext, CheckLog } from "./check-context.js";

/** A command that is run to learn something: what, how long at most, and who asked for it. */
export interface Asked {
  readonly name: string;
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly origin: string;
}

/** Colours are for people; an output is read by us and by the agent. */
const plainOutput: Readonly<Record<string, string | undefined>> = { NO_COLOR: "1", FORCE_COLOR: undefined };

type Where = Pick<CheckContext, "cwd" | "signal" | "logDirectory">;

/** Runs it in the project's folder, its output bounded and stored. */
export async function runForEvidence(
  { name, words, env, timeoutSeconds, origin }: Asked,
  { cwd, signal, logDirectory }: Where,
  more: { readonly stdin?: string; readonly onOutput?: (chunk: Uint8Array) => void } = {},
): Promise<{ readonly run: CommandRun; readonly log: CheckLog }> {
  const file = logDirectory === null ? null : pathJoin(logDirectory, logName(name));
  const run = await runCommand(words, {
    cwd,
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
