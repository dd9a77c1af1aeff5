import { resolve } from "node:path";
import type { Config } from "../config/load.js";
import { readTextStream } from "../lib/files/files.js";
import { loadState } from "../store/load.js";
import { isGiven } from "../tasks/given-tasks.js";
import { readGivenText } from "../tasks/open-path.js";
import { openTracker } from "../tasks/open-tracker.js";
import type { Listing, Tracker } from "../tasks/tracker.js";
import type { Io, ParsedArgs } from "./command.js";
import { readConfig } from "./flags/config-flags.js";
import { savedList } from "./flags/saved-flags.js";
import { chooseListForPerson } from "./task-list.js";

export async function readListing(
  list: string | null,
  context: CommandContext,
): Promise<{ name: string; listing: Listing }> {
  if (list === "-") {
    const text = await readTextStream(context.io.stdin);
    return {
      name: "-",
      listing: await readGivenText(text, readConfig(context.args, context.io).resolved.settings),
    };
  }
  const tracker = await open(list, context);
  return { name: list ?? tracker.name, listing: await tracker.list() };
}

export async function open(list: string | null, { args, io }: CommandContext): Promise<Tracker> {
  const config = readConfig(args, io);
  const { optionalSections, taskMarks } = config.resolved.settings;
  return openTracker(list ?? (await findUsualList(config, io)), {
    cwd: io.cwd,
    env: io.env,
    optionalSections,
    taskMarks,
  });
}

async function findUsualList(config: Config, io: Io): Promise<string> {
  const { list, nearly } = await chooseListForPerson(undefined, config, io);
  if (list !== "none") return list;
  const typed = savedList(io, loadState(resolve(io.cwd, config.stateFolder)).runState.run?.id);
  if (typed !== undefined && isGiven(typed)) return typed;
  const { noListError } = await import("./search-list.js");
  throw noListError(nearly, io.cwd, "tasks");
}

export interface CommandContext {
  readonly args: ParsedArgs;
  readonly io: Io;
}
