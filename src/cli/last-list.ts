import type { Config } from "../config/load.js";
import { findWorkFolder } from "../run/git/git.js";
import { readListText } from "../run/start/parts.js";
import { openTracker } from "../tasks/open-tracker.js";
import type { Tracker } from "../tasks/tracker.js";
import type { Io, ParsedArgs } from "./command.js";
import { savedList } from "./flags/saved-flags.js";
import { stateFolder } from "./judging.js";
import { chooseList } from "./task-list.js";

/** The list of the last run, in the folder where it worked. */
export async function openLastList(
  args: ParsedArgs,
  io: Io,
  { config, run }: { readonly config: Config; readonly run: string | undefined },
): Promise<{ readonly tracker: Tracker; readText(): string | null }> {
  const named = args.text("tasks") ?? savedList(io, run);
  const logs = `${stateFolder(config, io)}/logs/${run}`;
  const cwd = run === undefined ? io.cwd : await findWorkFolder(io.cwd, { logs, run });
  const { optionalSections, taskMarks } = config.resolved.settings;
  const list = await chooseList(named, config, { ...io, cwd });
  const tracker = await openTracker(list, { cwd, env: io.env, optionalSections, taskMarks });
  return { tracker, readText: () => readListText(list, cwd) };
}
