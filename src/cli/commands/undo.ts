import { UserError } from "../../lib/errors.js";
import { plural } from "../../lib/text/plural.js";
import type { Command } from "../command.js";
import { findTurns } from "../past-run/meant-turns.js";
import { findPastRun, openContent, outsideFlag, pastRunFlags } from "../past-run/past-run.js";
import { undoTurns } from "../past-run/undo-turns.js";

export const undo: Command = {
  name: "undo",
  findsProject: "flags",
  usage: "undo TASK|N [options]",
  about:
    "Takes what one task changed out of your files, or turn N of the run, and leaves the rest: later changes of other tasks and your own stay. It is first tried in a copy: if a later task or you changed the same lines, or a required check that holds would fail without it, nothing is touched and you are told why. What was taken out is kept, and untildone unpark brings it back. The task is open again in its list. Where a list has no ids, a number may be a task and a turn: task:2 and turn:2 say which.\n\nExit status: 0, 1 if it was refused, 2 for a mistake.",
  flags: {
    "dry-run": { type: "boolean", help: "try it, and change nothing" },
    "no-checks": { type: "boolean", help: "do not run the checks first" },
    ...outsideFlag,
    ...pastRunFlags,
  },
  maxPositionals: 1,
  choices: [],
  examples: ["untildone undo T2", "untildone undo turn:3 --dry-run"],
  async run(args, io) {
    const [word] = args.words;
    if (word === undefined)
      throw new UserError({
        what: "say what to undo: a task, or a turn",
        where: "untildone undo",
        fix: "untildone undo T2, or untildone undo turn:3; untildone history lists the turns",
      });
    const run = findPastRun(args, io);
    const turns = findTurns(word, run);
    const content = await openContent(run, io);
    const result = await undoTurns({ run, turns, content, args, io });
    if (result.is === "refused") {
      io.err(
        `${turns.label} was not undone, and nothing was changed:\n${result.why.map((line) => `  ${line}\n`).join("")}`,
      );
      return 1;
    }
    const files = plural(result.files.length, "file");
    for (const note of result.notes) io.err(`note: ${note}\n`);
    if (args.flag("dry-run")) io.out(`${turns.label} can be undone: ${files} (${result.files.join(", ")})\n`);
    else
      io.out(
        `${turns.label} is undone: ${files} (${result.files.join(", ")})\nNext: untildone unpark ${result.parked} brings it back\n`,
      );
    return 0;
  },
};
