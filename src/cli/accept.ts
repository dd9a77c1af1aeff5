import { UserError } from "../base/errors.js";
import type { Task } from "../core/tasks.js";
import { readList } from "../loop/select.js";
import { acceptableTasks } from "../run/acceptable.js";
import { findWorkFolder } from "../run/git.js";
import { readLedger, saveLedger } from "../run/ledger.js";
import { findPrivateFolder } from "../run/private-folder.js";
import { loadState } from "../store/load.js";
import type { RunState } from "../store/run-state.js";
import { Store } from "../store/store.js";
import { now } from "../system/clock.js";
import { openTracker } from "../trackers/open-tracker.js";
import { acceptTasks } from "../work/list-ledger.js";
import type { Command, Io } from "./command.js";
import { configFlags, readConfig } from "./config-flags.js";
import { stateFolder } from "./judging.js";
import { savedList } from "./saved-flags.js";
import { chooseList } from "./task-list.js";

export const accept: Command = {
  name: "accept",
  usage: "accept TASK… [options]",
  about:
    "Marks tasks as done that the last run set aside or disputed. The journal records it as your word; untildone run --resume continues without them.",
  flags: {
    tasks: { type: "string", value: "LIST", help: "the task list (default: that of the last run)" },
    ...configFlags,
  },
  choices: [],
  examples: ["untildone accept T2", "untildone accept T2 T5"],
  async run(args, io) {
    const config = readConfig(args, io);
    const folder = stateFolder(config, io);
    const run = loadState(folder).runState.run?.id;
    const named = args.text("tasks") ?? savedList(io, run);
    const cwd = run === undefined ? io.cwd : await findWorkFolder(io.cwd, { logs: `${folder}/logs/${run}`, run });
    const tracker = await openTracker(await chooseList(named, config, { ...io, cwd }), {
      cwd,
      env: io.env,
      optionalSections: config.resolved.settings.optionalSections,
      taskMarks: config.resolved.settings.taskMarks,
    });
    const store = Store.open({ folder, command: "accept", now: now() });
    try {
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
        if (marked.length > 0) recordAccepted(store, io, { run: run ?? "", tasks, ids: marked });
      }
      printRemaining(store.runState, io);
      return 0;
    } finally {
      store.close();
    }
  },
};

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
  const isListed = tasks.some(({ id }) => id === unknown);
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
}

function recordAccepted(store: Store, io: Io, accepted: Accepted): void {
  const { run, ids } = accepted;
  store.append({ kind: "accept", at: new Date(now()).toISOString(), run, tasks: ids });
  store.snapshot();
  noteInLedger(io, accepted);
  io.out(`accepted as done, on your word: ${ids.join(", ")}\n`);
}

/** Updates the run's ledger: a tick of the agent becomes a person's decision. */
function noteInLedger(io: Io, { run, tasks, ids }: Accepted): void {
  const folder = findPrivateFolder(io.cwd, io);
  const ledger = folder && readLedger(folder, run);
  const failed = ledger && saveLedger(folder, run, { ...ledger, list: acceptTasks(ledger.list, tasks, ids) });
  if (failed) io.err(`warning: ${failed}\n`);
}

function printRemaining({ run }: RunState, io: Io): void {
  const rest = (run?.setAside ?? []).map(({ task, reason }) => `  ${task}: ${reason}\n`);
  if (rest.length > 0) io.out(`still set aside:\n${rest.join("")}`);
  io.out("resume with: untildone run --resume\n");
}
