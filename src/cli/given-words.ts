import type { KnownTasks } from "../decide/tasks.js";
import { formatQuestion, maxWords } from "../decide/words.js";
import { UserError } from "../lib/errors.js";
import { readTextStream } from "../lib/files/files.js";
import { pathResolve } from "../lib/files/folder.js";
import { now } from "../lib/time/clock.js";
import { PersonWords } from "../run/loop/person-words.js";
import { readList } from "../run/loop/select.js";
import { findRunToResume, lastStateFolder } from "../run/records/find-resumable.js";
import { findPrivateFolder } from "../run/records/private-folder.js";
import { loadState } from "../store/load.js";
import { Store } from "../store/store.js";
import { findWaitingWords, nothingWaiting } from "../store/words.js";
import type { Flag, Io, ParsedArgs } from "./command.js";
import { readConfig } from "./flags/config-flags.js";
import { stateFolder } from "./judging.js";
import { openLastList } from "./last-list.js";
import { askRun, noRun } from "./running-run.js";

export const taskFlag = {
  task: { type: "string", value: "ID", help: "for this task, not for the one at work" },
} as const satisfies Record<string, Flag>;

/** `untildone tell` and `untildone answer`: to the run that is going on, or to the one that can be resumed. */
export async function giveWords(from: "tell" | "answer", args: ParsedArgs, io: Io): Promise<number> {
  const text = await readWords(from, args, io);
  const task = args.text("task");
  const said = { text, ...(task === undefined ? {} : { task }) };
  return (await askRun(args, io, { request: from, ...said })) ?? leaveWords({ from, ...said }, args, io);
}

/** The words of the command line, or of stdin for "-". */
async function readWords(command: string, args: ParsedArgs, io: Io): Promise<string> {
  const { words } = args;
  const text = (words.length === 1 && words[0] === "-" ? await readTextStream(io.stdin) : words.join(" ")).trim();
  if (text === "")
    throw new UserError({
      what: "there are no words to give to the agent",
      where: `untildone ${command}`,
      fix: `write them in quotes: untildone ${command} "use the v2 API"${command === "answer" ? listOpen(args, io) : ""}`,
    });
  if (text.length <= maxWords) return text;
  throw new UserError({
    what: `that is too long: ${text.length} characters of at most ${maxWords}`,
    where: `untildone ${command}`,
    fix: "write it to a file in the project and tell the agent its name",
  });
}

/** What there is to answer. */
function listOpen(args: ParsedArgs, io: Io): string {
  const folder = stateFolder(readConfig(args, io), io);
  const { run } = loadState(folder).runState;
  const { questions } = run ? findWaitingWords(folder, run.id) : nothingWaiting;
  return questions.map((question) => `\n       asked: ${formatQuestion(question)}`).join("");
}

interface LeftWords {
  readonly from: "tell" | "answer";
  readonly text: string;
  readonly task?: string;
}

/** Writes the words to the journal of a run that has ended, for the first prompt after it was resumed. */
async function leaveWords({ from, text, task }: LeftWords, args: ParsedArgs, io: Io): Promise<number> {
  const { folder, run } = findResumable(from, args, io);
  const list = task === undefined ? null : await readLastList(args, io, run);
  const store = Store.open({ folder, command: from, now: now(), patienceMs: 2_000 });
  try {
    const left = new PersonWords({
      emit: () => undefined,
      save(words) {
        const { n } = store.append({ kind: "tell", at: new Date(now()).toISOString(), run, words });
        return { ...words, id: n };
      },
      over: `run ${run} is not going on`,
    });
    const { words, questions } = findWaitingWords(folder, run);
    left.restore(words, questions);
    if (list?.is === "tasks") left.seeTasks(list.tasks, []);
    const reply = from === "tell" ? left.tell(text, task === undefined ? {} : { task }) : left.answer(text, task);
    if (!reply.ok)
      throw new UserError({
        what: reply.message,
        where: `run ${run}`,
        fix: "see where it stands with: untildone state",
      });
    store.snapshot();
    io.out(`${reply.message}\n`);
    return 0;
  } finally {
    store.close();
  }
}

async function readLastList(args: ParsedArgs, io: Io, run: string): Promise<KnownTasks> {
  const { tracker } = await openLastList(args, io, { config: readConfig(args, io), run });
  return readList(tracker);
}

function findResumable(
  command: "tell" | "answer",
  args: ParsedArgs,
  io: Io,
): { readonly folder: string; readonly run: string } {
  const records = findPrivateFolder(io.cwd, io);
  const { stateFolder } = readConfig(args, io);
  const folder = pathResolve(io.cwd, args.text("state") ?? (records && lastStateFolder(records)) ?? stateFolder);
  try {
    if (records) return { folder, run: findRunToResume(records, folder, loadState(folder).runState) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
  throw noRun(io, command === "tell" ? `; what you write to ${stateFolder}/STEER.md will be in its first prompt` : "");
}
