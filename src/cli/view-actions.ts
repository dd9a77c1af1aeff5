import type { Budget } from "../decide/run-request.js";
import { UserError } from "../lib/errors.js";
import { pathResolve } from "../lib/files/folder.js";
import type { Readable, TurnTarget } from "../report/full-view/full-mode.js";
import type { ViewActions } from "../report/full-view/view-actions.js";
import type { ControlReply } from "../run/loop/control-reply.js";
import { eachRecord } from "../store/load.js";
import type { DecisionRecord } from "../store/record.js";
import type { Io, ParsedArgs } from "./command.js";
import { readConfig } from "./flags/config-flags.js";

/** How a run is reached: from inside, or from another terminal. */
export interface ReachedRun {
  tell(text: string, task: string | null): ControlReply | null | Promise<ControlReply | null>;
  answer(text: string): ControlReply | null | Promise<ControlReply | null>;
  raise(budget: Budget): ControlReply | null | Promise<ControlReply | null>;
}

/** What the full screen asks of a run; what is kept of its turns is what `diff` and `logs` print. */
export function viewActions(run: ReachedRun, args: ParsedArgs, io: Io): ViewActions {
  const say = async (asked: ControlReply | null | Promise<ControlReply | null>): Promise<string> =>
    (await asked)?.message ?? "the run has ended";
  return {
    tell: (text, task) => say(run.tell(text, task)),
    answer: (text) => say(run.answer(text)),
    raise: (budget) => say(run.raise(budget)),
    read: (what, target) => printed(what, target, { args, io }),
    past: (id) => pastDecisions(id, args, io),
  };
}

const logFlags: Readonly<Record<Exclude<Readable, "diff">, string>> = {
  output: "agent",
  prompt: "prompt",
  evidence: "checks",
};

/** Runs the command that prints it, and takes what it prints. */
async function printed(
  what: Readable,
  { task, iteration }: TurnTarget,
  { args, io }: { readonly args: ParsedArgs; readonly io: Io },
): Promise<string> {
  const command = await io.loadCommand?.(what === "diff" ? "diff" : "logs");
  if (!command) return "";
  const flag = what === "diff" ? null : logFlags[what];
  const texts: string[] = [];
  const asked: ParsedArgs = {
    words: [what === "diff" ? (task ?? String(iteration)) : String(iteration)],
    flag: (name) => name === flag,
    text: (name) => (name === "run" ? undefined : args.text(name)),
    texts: (name) => (name === "run" ? [] : args.texts(name)),
  };
  const take = (text: string): void => void texts.push(text);
  try {
    await command.run(asked, { ...io, colour: false, out: take, err: take });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return `${error.what}${error.fix ? `\n\n${error.fix}` : ""}`;
  }
  return texts.join("");
}

function pastDecisions(run: string, args: ParsedArgs, io: Io): readonly DecisionRecord[] {
  const records: DecisionRecord[] = [];
  try {
    eachRecord(pathResolve(io.cwd, readConfig(args, io).stateFolder), (record) => {
      if (record.kind === "decision" && record.run === run) records.push(record);
    });
  } catch {
    return []; // It only shows less.
  }
  return records;
}
