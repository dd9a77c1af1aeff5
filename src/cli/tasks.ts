import { relative, resolve } from "node:path";
import { formatUserError, UserError } from "../base/errors.js";
import type { Config } from "../config/load.js";
import type { SetAside } from "../core/decision.js";
import { withoutSetAside } from "../core/tasks.js";
import { collectFacts, formatLint, formatNext, formatTasks, lintTasks, unusableFacts } from "../report/format-tasks.js";
import { findWorkFolder } from "../run/git.js";
import { loadState } from "../store/load.js";
import { readTextStream } from "../system/files.js";
import { readGivenText } from "../trackers/open-path.js";
import { openTracker } from "../trackers/open-tracker.js";
import { statusOfWord } from "../trackers/status-words.js";
import {
  describeUnusable,
  findNext,
  type Listing,
  type MarkStatus,
  type Next,
  type Tracker,
} from "../trackers/tracker.js";
import type { Command, Io, ParsedArgs } from "./command.js";
import { folderFlags, readConfig } from "./config-flags.js";
import { savedList } from "./saved-flags.js";
import { settingsFlags } from "./settings-flags.js";
import { usualList } from "./task-list.js";

export const tasks: Command = {
  name: "tasks",
  usage: "tasks [LIST…] [options]",
  about:
    "Lists the tasks of a task list: Markdown (boxes, headings, tables), JSON, JSON lines, YAML, a folder of task files, github:OWNER/REPO?label=…, or beads. Without LIST the one found in the project is used (fix_plan.md, prd.json, TODO.md, …). - reads stdin.\n\nExit status: 0, or 2 if a list could not be read or a task could not be marked.",
  flags: {
    json: { type: "boolean", help: "print JSON lines on a terminal, too" },
    next: { type: "boolean", help: "print only the task to work on now" },
    lint: { type: "boolean", help: "print only problems of the list, with line numbers" },
    mark: { type: "string", value: "ID STATUS", help: "mark one task: todo, doing, done or blocked" },
    reason: { type: "string", value: "TEXT", help: "why the task is blocked, if the list can store it" },
    ...folderFlags,
    ...settingsFlags,
  },
  examples: [
    "untildone tasks fix_plan.md",
    "untildone tasks prd.json --next --json",
    "untildone tasks fix_plan.md --mark T2 done",
    "untildone tasks 'github:acme/shop?label=agent'",
  ],
  async run(args, io) {
    const request = readWords(args);
    if (request.mark) return markTask(request.lists, request.mark, { args, io });
    let code = 0;
    for (const list of request.lists) if (!(await show(list, { args, io }))) code = 2;
    return code;
  },
};

export interface CommandContext {
  readonly args: ParsedArgs;
  readonly io: Io;
}

interface Mark {
  readonly id: string;
  readonly status: MarkStatus;
}

/** The status follows the id of --mark, so it is parsed as a positional: the last one, or the first. */
function readWords(args: ParsedArgs): { lists: readonly (string | null)[]; mark: Mark | null } {
  const id = args.text("mark");
  const words = [...args.words];
  if (id === undefined) return { lists: words.length > 0 ? words : [null], mark: null };
  const last = markStatus(words.at(-1));
  const status = last ?? markStatus(words[0]);
  if (!status)
    throw new UserError({
      what: `${JSON.stringify(words.at(-1) ?? "")} is not a task status`,
      where: `--mark ${id}`,
      fix: "write --mark ID STATUS, with todo, doing, done or blocked",
    });
  if (last) words.pop();
  else words.shift();
  if (words.length > 1)
    throw new UserError({
      what: "--mark takes one list",
      where: "untildone tasks",
      fix: "name the list the task is in",
    });
  return { lists: [words[0] ?? null], mark: { id, status } };
}

function markStatus(word: string | undefined): MarkStatus | undefined {
  const status = word === undefined ? undefined : statusOfWord(word);
  return status === "skipped" ? undefined : status;
}

async function open(list: string | null, { args, io }: CommandContext): Promise<Tracker> {
  const config = readConfig(args, io);
  const { optionalSections, taskMarks } = config.resolved.settings;
  return openTracker(list ?? config.tasks ?? (await usualList(config, io)), {
    cwd: io.cwd,
    env: io.env,
    optionalSections,
    taskMarks,
  });
}

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

/** Prints one list; false if it is unusable. */
async function show(list: string | null, context: CommandContext): Promise<boolean> {
  const { args, io } = context;
  const config = readConfig(args, io);
  const { name, listing } = await readListing(list, context);
  const isForPeople = io.isTerminal && !args.flag("json");
  if (listing.is === "unusable") {
    if (!isForPeople) io.out(`${JSON.stringify(unusableFacts(name, listing))}\n`);
    io.err(`${formatUserError(unusableError(name, describeUnusable(listing)))}\n`);
    return false;
  }
  if (args.flag("next")) {
    const next = findNextOpen(listing, setAsideIn(name, config, io));
    io.out(isForPeople ? formatNext(next, io.colour) : `${JSON.stringify(nextFacts(name, next))}\n`);
    return true;
  }
  if (args.flag("lint")) {
    const lint = { file: name, problems: lintTasks(listing) };
    io.out(isForPeople ? formatLint(lint, io.colour) : `${JSON.stringify(lint)}\n`);
    return true;
  }
  const copy = isForPeople ? await findRunCopy(name, config, io) : null;
  if (copy !== null) io.err(`note: the last run marks its own copy of this list: untildone tasks ${copy}\n`);
  const facts = collectFacts(name, listing, setAsideIn(name, config, io));
  io.out(isForPeople ? formatTasks(facts, io.colour) : `${JSON.stringify(facts)}\n`);
  return true;
}

/** The tasks the last run set aside, if this is its list. */
export function setAsideIn(list: string, config: Config, io: Io): readonly SetAside[] {
  const folder = resolve(io.cwd, config.stateFolder);
  const { run } = loadState(folder).runState;
  const aside = run?.setAside ?? [];
  if (aside.length === 0) return [];
  const own = savedList(io, run?.id);
  return own !== undefined && resolve(io.cwd, own) === resolve(io.cwd, list) ? aside : [];
}

/** The list in the worktree of the last run, if it is its list and there is one. */
async function findRunCopy(list: string, config: Config, io: Io): Promise<string | null> {
  const folder = resolve(io.cwd, config.stateFolder);
  const { run } = loadState(folder).runState;
  const own = run ? savedList(io, run.id) : undefined;
  if (!run || own === undefined || resolve(io.cwd, own) !== resolve(io.cwd, list)) return null;
  try {
    const cwd = await findWorkFolder(io.cwd, { logs: `${folder}/logs/${run.id}`, run: run.id });
    return cwd === io.cwd ? null : relative(io.cwd, resolve(cwd, own));
  } catch {
    return null; // It was removed.
  }
}

/** The task to work on now, without those set aside. */
export function findNextOpen(listing: Listing, aside: readonly SetAside[]): Next {
  if (listing.is !== "tasks" || aside.length === 0) return findNext(listing);
  const ids = aside.map(({ task }) => task);
  const next = findNext({ ...listing, tasks: withoutSetAside(listing.tasks, ids) });
  if (next.is !== "nothing") return next;
  const names = ids.join(", ");
  const why = `every task left is set aside or waits for one: ${names} (untildone run --resume tries again, untildone accept ${ids.join(" ")} takes ${ids.length === 1 ? "it" : "them"} as done)`;
  return { is: "nothing", why };
}

function nextFacts(file: string, next: Next) {
  return next.is === "task" ? { file, next: next.task, why: null } : { file, next: null, why: next.why };
}

export const unusableError = (name: string, why: string): UserError =>
  new UserError({
    what: `the task list cannot be used: ${why}`,
    where: name,
    fix: 'name a list with tasks, such as lines of "- [ ] what to do"',
  });

async function markTask(
  [list = null]: readonly (string | null)[],
  { id, status }: Mark,
  context: CommandContext,
): Promise<number> {
  const { args, io } = context;
  const tracker = await open(list, context);
  const marked = await tracker.mark(id, status, args.text("reason"));
  if (marked.is === "refused") {
    const fix = "untildone tasks prints the ids of a list";
    throw new UserError({ what: `task ${id} was not marked: ${marked.why}`, where: tracker.name, fix });
  }
  const message = marked.changed ? `${id} is ${status} now` : `${id} was ${status} already`;
  if (io.isTerminal && !args.flag("json")) io.out(`${message}\n`);
  else io.out(`${JSON.stringify({ file: tracker.name, task: marked.task, status, changed: marked.changed })}\n`);
  return 0;
}
