import { relative, resolve } from "node:path";
import type { Config } from "../../config/load.js";
import type { SetAside } from "../../decide/decision.js";
import { withoutSetAside } from "../../decide/tasks.js";
import { saysNothing } from "../../evidence/checks/criteria.js";
import { formatUserError, UserError } from "../../lib/errors.js";
import { formatLint, formatNext, formatTasks } from "../../report/format-tasks.js";
import { collectFacts, lintTasks, unusableFacts } from "../../report/task-facts.js";
import { findWorkFolder } from "../../run/git/git.js";
import { loadState } from "../../store/load.js";
import { lintEachTask } from "../../tasks/lint-task.js";
import { describeUnusable, findNext, type Listing, type Next } from "../../tasks/tracker.js";
import type { Command, Io } from "../command.js";
import { folderFlags, readConfig } from "../flags/config-flags.js";
import { savedList } from "../flags/saved-flags.js";
import { settingsFlags } from "../flags/settings-flags.js";
import { hasTests } from "../has-tests.js";
import { markTask, readWords } from "../mark-task.js";
import { type CommandContext, readListing } from "../open-list.js";

export const tasks: Command = {
  name: "tasks",
  findsProject: "with-words",
  usage: "tasks [LIST…] [options]",
  about:
    "Lists the tasks of a task list: Markdown (boxes, headings, tables), JSON, JSON lines, YAML, a folder of task files, github:OWNER/REPO?label=…, or beads. Without LIST the one found in the project is used (fix_plan.md, prd.json, TODO.md, …). - reads stdin.\n\nExit status: 0, or 2 if a list could not be read or a task could not be marked.",
  flags: {
    json: { type: "boolean", help: "print JSON lines on a terminal, too" },
    next: { type: "boolean", help: "print only the task to work on now" },
    lint: {
      type: "boolean",
      help: "say of each task whether it is ready, vague, too big, has no way to check it or changes nothing, and what is wrong with the list",
    },
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
    const tasks =
      listing.is === "tasks" ? lintEachTask(listing.tasks, { hasTests: hasTests(io.cwd, config), saysNothing }) : [];
    const lint = { file: name, problems: lintTasks(listing), tasks };
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
