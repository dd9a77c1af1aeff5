import { UserError } from "../base/errors.js";
import { maxWords, type NewWords } from "../core/words.js";
import { findRunToResume, lastStateFolder } from "../run/find-resumable.js";
import { findPrivateFolder } from "../run/private-folder.js";
import { loadState } from "../store/load.js";
import { Store } from "../store/store.js";
import { findWaitingWords } from "../store/words.js";
import { now } from "../system/clock.js";
import { readTextStream } from "../system/files.js";
import { pathResolve } from "../system/folder.js";
import type { Io, ParsedArgs } from "./command.js";
import { readConfig } from "./config-flags.js";
import { askRun, noRun } from "./running-run.js";

/** `untildone tell` and `untildone answer`: to the run that is going on, or to the one that can be resumed. */
export async function giveWords(from: "tell" | "answer", args: ParsedArgs, io: Io): Promise<number> {
  const text = await readWords(from, args, io);
  return (await askRun(args, io, { request: from, text })) ?? leaveWords({ from, text }, args, io);
}

/** The words of the command line, or of stdin for "-". */
async function readWords(command: string, { words }: ParsedArgs, io: Io): Promise<string> {
  const text = (words.length === 1 && words[0] === "-" ? await readTextStream(io.stdin) : words.join(" ")).trim();
  if (text === "")
    throw new UserError({
      what: "there are no words to give to the agent",
      where: `untildone ${command}`,
      fix: `write them in quotes: untildone ${command} "use the v2 API"`,
    });
  if (text.length <= maxWords) return text;
  throw new UserError({
    what: `that is too long: ${text.length} characters of at most ${maxWords}`,
    where: `untildone ${command}`,
    fix: "write it to a file in the project and tell the agent its name",
  });
}

/** Writes the words to the journal of a run that has ended, for the first prompt after it was resumed. */
function leaveWords(
  said: Pick<NewWords, "text"> & { readonly from: "tell" | "answer" },
  args: ParsedArgs,
  io: Io,
): number {
  const { folder, run } = findResumable(said.from, args, io);
  const store = Store.open({ folder, command: said.from, now: now(), patienceMs: 2_000 });
  try {
    const words: NewWords = said.from === "answer" ? { ...said, question: findQuestion(folder, run) } : said;
    store.append({ kind: "tell", at: new Date(now()).toISOString(), run, words });
    store.snapshot();
  } finally {
    store.close();
  }
  const what = said.from === "answer" ? "the answer" : "this";
  io.out(`run ${run} is not going on: its first prompt will have ${what} when you resume it: untildone run --resume\n`);
  return 0;
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

function findQuestion(folder: string, run: string) {
  const { question } = findWaitingWords(folder, run);
  if (question) return question;
  throw new UserError({
    what: "the agent has not asked anything",
    where: `run ${run}`,
    fix: "tell it something with: untildone tell",
  });
}
