import type { Config } from "../config/load.js";
import { UserError } from "../lib/errors.js";
import { exists } from "../lib/files/disk.js";
import { pathResolve } from "../lib/files/folder.js";
import type { Io, ParsedArgs } from "./command.js";
import { chooseList, chooseListForPerson } from "./task-list.js";
import { keepTypedTasks } from "./typed-tasks.js";

interface ListToRun {
  readonly list: string;
  readonly notes: readonly string[];
  /** Kept with the run: later the same search may find another list. */
  readonly flags: { readonly tasks?: string };
}

/** The list a run works through. Without one there must be a prompt. */
export async function chooseListToRun(args: ParsedArgs, io: Io, config: Config): Promise<ListToRun> {
  const named = args.text("tasks");
  if (args.flag("resume")) {
    refuseNewTasks(args);
    return { list: await chooseList(named, config, io), notes: [], flags: {} };
  }
  const typed = keepTypedTasks(args, io, config);
  if (typed !== null) return { list: typed, notes: [], flags: { tasks: typed } };
  const { list, nearly, isSearched } = await chooseListForPerson(named, config, io);
  if (!isSearched) return { list, notes: [], flags: {} };
  if (list !== "none") return { list, notes: [`the tasks are those of ${list}`], flags: { tasks: list } };
  if (!hasPrompt(args, io, config)) {
    const { noListError } = await import("./search-list.js");
    throw noListError(nearly, io.cwd, "run");
  }
  return { list, notes: nearly.map((line) => `there is no task list, only the prompt; ${line}`), flags: {} };
}

const hasPrompt = (args: ParsedArgs, { cwd }: Io, { stateFolder }: Config): boolean =>
  args.text("prompt") !== undefined ||
  [`${stateFolder}/PROMPT.md`, "PROMPT.md"].some((path) => exists(pathResolve(cwd, path)));

function refuseNewTasks(args: ParsedArgs): void {
  if (args.words.length + args.texts("task").length === 0) return;
  throw new UserError({
    what: "a run that is resumed has its tasks already",
    where: "untildone run --resume",
    fix: "leave the task out, or leave --resume out to start a new run",
  });
}
