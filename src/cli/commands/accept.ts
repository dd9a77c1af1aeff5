import type { Task } from "../../decide/tasks.js";
import { acceptTasks } from "../../evidence/ledger/list-ledger.js";
import type { WorkLedger } from "../../evidence/ledger/work-ledger.js";
import { UserError } from "../../lib/errors.js";
import { digest } from "../../lib/files/folder.js";
import { now } from "../../lib/time/clock.js";
import { readList } from "../../run/loop/select.js";
import { readLedger, saveLedger } from "../../run/records/ledger.js";
import { findPrivateFolder } from "../../run/records/private-folder.js";
import { forgetRefused } from "../../run/records/refused-memory.js";
import { acceptableTasks } from "../../run/start/acceptable.js";
import type { RunState } from "../../store/current-run.js";
import { loadState } from "../../store/load.js";
import { Store } from "../../store/store.js";
import { findWholeRun, readIfPossible, refuseUnended } from "../accept-all.js";
import type { Command, Io, ParsedArgs } from "../command.js";
import { configFlags, readConfig } from "../flags/config-flags.js";
import { stateFolder } from "../judging.js";
import { openLastList } from "../last-list.js";
import { findOwnName } from "../own-name.js";

export const accept: Command = {
  name: "accept",
  findsProject: "flags",
  usage: "accept (TASK… | --all) [options]",
  about:
    "Records your word for work that untildone could not take as done by itself.\n\nWith tasks: marks those as done that the last run set aside or disputed; untildone run --resume continues without them.\n\nWith --all: takes everything as done that the last run did and could not prove. The run is then completed (accepted by you), and untildone state --outcome says so. It does not cover tasks that are not done or set aside, nor a required check that fails. What you accept stays not proven; journal and report show who accepted it, and when.",
  flags: {
    all: { type: "boolean", help: "accept all that the last run did and could not prove, and the run with it" },
    tasks: { type: "string", value: "LIST", help: "the task list (default: that of the last run)" },
    ...configFlags,
  },
  choices: [],
  examples: ["untildone accept --all", "untildone accept T2", "untildone accept T2 T5"],
  run: (args, io) => (args.flag("all") ? acceptWhole(args, io) : acceptNamed(args, io)),
};

async function acceptNamed(args: ParsedArgs, io: Io): Promise<number> {
  const config = readConfig(args, io);
  const folder = stateFolder(config, io);
  const run = loadState(folder).runState.run?.id;
  const { tracker, readText } = await openLastList(args, io, { config, run });
  const store = Store.open({ folder, command: "accept", now: now() });
  try {
    const before = readText();
    const list = await readList(tracker);
    const tasks = list.is === "tasks" ? list.tasks : [];
    const ids = chooseTasks(args.words, { left: acceptableTasks(store.runState), tasks, list: tracker.name });
    const marked: string[] = [];
    try {
      for (const id of ids) {
        await markOne(id, { tasks, mark: () => tracker.mark(id, "done"), where: tracker.name });
        marked.push(id);
      }
    } finally {
      // Also if a later one is refused: those before it are ticked in the list.
      if (marked.length > 0) {
        await recordAccepted(store, io, { run: run ?? "", tasks, ids: marked, marked: { before, after: readText() } });
        io.out(`accepted as done, on your word: ${marked.join(", ")}\n`);
      }
    }
    printRemaining(store.runState, { isAnyLeft: hasLeft(tasks, marked) }, io);
    return 0;
  } finally {
    store.close();
  }
}

async function acceptWhole(args: ParsedArgs, io: Io): Promise<number> {
  if (args.words.length > 0)
    throw new UserError({
      what: "--all names no tasks",
      where: "untildone accept",
      fix: `untildone accept ${args.words.join(" ")} first, then untildone accept --all`,
    });
  const config = readConfig(args, io);
  const folder = stateFolder(config, io);
  await refuseUnended(folder, io);
  const run = loadState(folder).runState.run?.id;
  const tasks = await readIfPossible(async () => {
    const list = await readList((await openLastList(args, io, { config, run })).tracker);
    return list.is === "tasks" ? list.tasks : [];
  });
  const store = Store.open({ folder, command: "accept", now: now() });
  try {
    const found = findWholeRun(store, tasks);
    if (found.is === "accepted-before") {
      io.out(`the last run is completed: it was accepted by ${found.who}\n`);
      return 0;
    }
    const by = await recordAccepted(store, io, { run: found.run, tasks, ids: found.tasks, whole: true });
    io.out(`accepted, on your word: ${found.tasks.join(", ") || "the work of the run"}\n`);
    io.out(`run ${found.run} is completed (accepted by ${by})\n`);
    return 0;
  } finally {
    store.close();
  }
}

interface Choice {
  /** The tasks the last run left for a person. */
  readonly left: readonly string[];
  readonly tasks: readonly Task[];
  readonly list: string;
}

function chooseTasks(words: readonly string[], { left, tasks, list }: Choice): readonly string[] {
  const known = left.length > 0 ? `name one that the last run left: ${left.join(", ")}` : "the last run left no task";
  if (words.length === 0) throw new UserError({ what: "no task was named", where: "untildone accept", fix: known });
  const unknown = words.find((id) => !left.includes(id));
  if (unknown === undefined) return [...new Set(words)];
  const listed = tasks.find(({ id }) => id === unknown);
  const isListed = listed !== undefined;
  if (listed?.status === "done")
    throw new UserError({
      what: `task ${unknown} is done already`,
      where: list,
      fix: `nothing is to accept; ${known}`,
    });
  throw new UserError({
    what: isListed ? `task ${unknown} is not set aside` : `there is no task ${unknown}`,
    where: isListed ? "untildone accept" : list,
    fix: isListed ? `${known}; any other is marked with: untildone tasks --mark ${unknown} done` : known,
  });
}

interface Marking {
  readonly tasks: readonly Task[];
  readonly where: string;
  mark(): Promise<{ readonly is: "marked" } | { readonly is: "refused"; readonly why: string }>;
}

async function markOne(id: string, { tasks, where, mark }: Marking): Promise<void> {
  if (tasks.find((task) => task.id === id)?.status === "done") return;
  const marked = await mark();
  if (marked.is === "refused")
    throw new UserError({
      what: `task ${id} was not marked: ${marked.why}`,
      where,
      fix: "name the list with --tasks, or tick it there",
    });
}

interface Accepted {
  readonly run: string;
  readonly tasks: readonly Task[];
  readonly ids: readonly string[];
  readonly whole?: true;
  /** The list's text before and after the tasks were marked in it. */
  readonly marked?: { readonly before: string | null; readonly after: string | null };
}

/** Returns who it was. */
async function recordAccepted(store: Store, io: Io, accepted: Accepted): Promise<string> {
  const { run, ids, whole } = accepted;
  const by = await findOwnName(io.cwd);
  const at = new Date(now()).toISOString();
  store.append({ kind: "accept", at, run, tasks: ids, by, ...(whole ? { whole } : {}) });
  store.snapshot();
  noteInLedger(io, accepted);
  return by;
}

/** Updates the run's ledger: a tick of the agent becomes a person's decision, and so do tests that were refused. */
function noteInLedger(io: Io, { run, tasks, ids, whole, marked }: Accepted): void {
  const folder = findPrivateFolder(io.cwd, io);
  if (folder) forgetRefused(folder, whole ? null : ids);
  const ledger = folder && readLedger(folder, run);
  const list = ledger && acceptTasks(ledger.list, tasks, ids);
  const failed = ledger && list && saveLedger(folder, run, { ...ledger, list, listSeen: keepSeen(ledger, marked) });
  if (failed) io.err(`warning: ${failed}\n`);
}

/** A mark of ours is no edit of the list: what the run refused of other tasks is not taken for reviewed. */
function keepSeen({ listSeen }: WorkLedger, marked: Accepted["marked"]): string | null {
  if (!marked || marked.before === null || marked.after === null) return listSeen;
  return listSeen === digest(marked.before) ? digest(marked.after) : listSeen;
}

/** Whether anything is to be done once these are. */
const hasLeft = (tasks: readonly Task[], accepted: readonly string[]): boolean =>
  tasks.some(
    ({ id, status, optional }) =>
      !optional && (status === "todo" || status === "doing" || status === "blocked") && !accepted.includes(id),
  );

function printRemaining({ run }: RunState, { isAnyLeft }: { readonly isAnyLeft: boolean }, io: Io): void {
  const rest = (run?.setAside ?? []).map(({ task, reason }) => `  ${task}: ${reason}\n`);
  if (rest.length > 0) io.out(`still set aside:\n${rest.join("")}`);
  io.out(
    isAnyLeft || rest.length > 0
      ? "resume with: untildone run --resume\n"
      : "nothing is left to do: untildone report shows the run\n",
  );
}
