import { formatFile, hashesIn } from "../../report/diff-of-file.js";
import { paint } from "../../report/terminal/paint.js";
import { mergeSteps } from "../../run/snapshots/joined-change.js";
import type { Command, Io } from "../command.js";
import { findTurns } from "../past-run/meant-turns.js";
import { changeOf, findPastRun, openContent, pastRunFlags, withoutList } from "../past-run/past-run.js";

export const diff: Command = {
  name: "diff",
  findsProject: "flags",
  usage: "diff TASK|N [options]",
  about:
    "Shows what one task changed, or turn N of the run: the task's own change, all its turns joined, without what other tasks and people changed in between. It is read from the snapshots a run takes around each turn (docs/morning-after.md), so no checkpoints are needed. Where a list has no ids, a number may be a task and a turn: task:2 and turn:2 say which.",
  flags: { stat: { type: "boolean", help: "only the names of the files" }, ...pastRunFlags },
  maxPositionals: 1,
  choices: [],
  isListing: true,
  examples: ["untildone diff T2", "untildone diff turn:3 --stat"],
  async run(args, io) {
    const run = findPastRun(args, io);
    const turns = findTurns(args.words[0] ?? String(run.turns.at(-1)?.iteration ?? 0), run);
    const content = await openContent(run, io);
    const change = withoutList(await changeOf(turns, content), { run, content, io });
    const steps = [...change].flatMap(([path, each]) => mergeSteps(each).map((step) => ({ path, ...step })));
    if (steps.length === 0) io.err(`${turns.label} changed nothing\n`);
    else if (/^(?:task|turn) /.test(turns.label)) io.err(`${turns.label}:\n`);
    if (args.flag("stat")) {
      for (const path of new Set(steps.map((step) => step.path))) io.out(`${path}\n`);
      return 0;
    }
    const known = await content.snapshots.read(steps.flatMap(({ before, after }) => hashesIn(before, after)));
    for (const { path, before, after } of steps) io.out(paintLines(formatFile(path, { before, after, known }), io));
    return 0;
  },
};

function paintLines(text: string, { colour }: Io): string {
  const { green, red, bold, cyan } = paint(colour);
  const tone = (line: string): string => {
    if (/^(?:---|\+\+\+) /.test(line)) return bold(line);
    if (line.startsWith("@@")) return cyan(line);
    return line.startsWith("+") ? green(line) : line.startsWith("-") ? red(line) : line;
  };
  return colour ? text.split("\n").map(tone).join("\n") : text;
}
