import type { CommandOptions, CommandRun } from "../../lib/process/command-run.js";
import { runCommand } from "../../lib/process/process.js";

/** How a command ends that is not even tried: in words why. */
export async function notStarted(why: string, options: CommandOptions): Promise<CommandRun> {
  const run = await runCommand([""], options);
  return { ...run, ending: { is: "not-started", why } };
}
