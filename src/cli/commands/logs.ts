import { statSync } from "node:fs";
import { UserError } from "../../lib/errors.js";
import { isFolder } from "../../lib/files/disk.js";
import { readText } from "../../lib/files/files.js";
import { namesIn } from "../../lib/files/folder.js";
import { readLimits } from "../../lib/files/open-file.js";
import { pause } from "../../lib/time/pause.js";
import { paint } from "../../report/terminal/paint.js";
import type { Command, Io, ParsedArgs } from "../command.js";
import { wholeNumber } from "../numbers.js";
import { findTurns } from "../past-run/meant-turns.js";
import { findPastRun, type PastRun, pastRunFlags } from "../past-run/past-run.js";
import { findRunHere } from "../running-run.js";

const kinds = ["agent", "prompt", "checks"] as const;
type Kind = (typeof kinds)[number];

export const logs: Command = {
  name: "logs",
  findsProject: "flags",
  usage: "logs [N|TASK] [--agent|--prompt|--checks] [options]",
  about:
    "Prints what a turn of the last run left behind: what the agent printed, the prompt it was given, and what its checks printed. With a task it is all of its turns; without N, the last turn; without a choice, all three.",
  flags: {
    agent: { type: "boolean", help: "what the agent printed" },
    prompt: { type: "boolean", help: "the prompt" },
    checks: { type: "boolean", help: "what the checks printed" },
    follow: { type: "boolean", help: "go on while the run does, from turn to turn" },
    ...pastRunFlags,
  },
  maxPositionals: 1,
  choices: [],
  isListing: true,
  examples: ["untildone logs", "untildone logs 3 --checks", "untildone logs T2", "untildone logs --agent --follow"],
  async run(args, io) {
    const run = findPastRun(args, io);
    const wanted = kinds.filter((kind) => args.flag(kind));
    const chosen = wanted.length > 0 ? wanted : kinds;
    if (args.flag("follow")) return follow(run, chosen, { args, io });
    const [word] = args.words;
    const turns = word === undefined ? [lastTurn(run)] : meantTurns(word, run);
    const files = turns.flatMap((turn) => chosen.flatMap((kind) => filesOf(run, turn, kind)));
    if (files.length === 0) throw noLogs(run, turns[0] ?? 0);
    for (const file of files) printFile(file, io, files.length > 1);
    return 0;
  },
};

/** Also a turn that goes on. */
function lastTurn({ logs: folder, turns }: PastRun): number {
  const begun = namesIn(folder).flatMap((name) => /^(\d{4,})-/.exec(name)?.[1] ?? []);
  return Math.max(0, ...begun.map(Number), ...turns.map(({ iteration }) => iteration));
}

/** A number is a turn here, also one that goes on or was never decided about. */
const meantTurns = (word: string, run: PastRun): readonly number[] =>
  /^\d+$/.test(word) ? [wholeNumber(word, "N")] : findTurns(word, run).iterations;

const noLogs = (run: PastRun, turn: number): UserError =>
  new UserError({
    what: `nothing is kept of turn ${turn}`,
    where: run.logs,
    fix: `name a turn from 1 to ${lastTurn(run)}`,
  });

interface LogFile {
  readonly title: string;
  readonly path: string;
}

function filesOf({ logs: folder }: PastRun, turn: number, kind: Kind): readonly LogFile[] {
  const start = `${String(turn).padStart(4, "0")}-`;
  const names = namesIn(folder)
    .filter((name) => name.startsWith(start))
    .toSorted();
  if (kind !== "checks") {
    const isMeant = (name: string): boolean => (kind === "agent" ? name.endsWith(".log") : /prompt.*\.md$/.test(name));
    return names.filter(isMeant).map((name) => ({ title: `${kind}, turn ${turn}`, path: `${folder}/${name}` }));
  }
  const inside = names.filter((name) => name.endsWith("-checks") && isFolder(`${folder}/${name}`));
  return inside.flatMap((name) =>
    namesIn(`${folder}/${name}`)
      .filter((each) => each.endsWith(".log"))
      .map((each) => ({
        title: `check ${each.replace(/\.log$/, "")}, turn ${turn}`,
        path: `${folder}/${name}/${each}`,
      })),
  );
}

function printFile({ title, path }: LogFile, io: Io, hasTitle: boolean): void {
  if (hasTitle) io.out(`${paint(io.colour).bold(`== ${title}`)}\n`);
  const text = readText(path, io.cwd, readLimits.taskList);
  io.out(text.endsWith("\n") || text === "" ? text : `${text}\n`);
}

/** Prints what is added to the newest turn's files until the run is over. */
async function follow(
  run: PastRun,
  chosen: readonly Kind[],
  { args, io }: { readonly args: ParsedArgs; readonly io: Io },
): Promise<number> {
  const shown = new Map<string, number>();
  for (;;) {
    const isOver = findRunHere(args, io)?.address.run !== run.id;
    for (const file of chosen.flatMap((kind) => filesOf(run, lastTurn(run), kind))) printNew(file, shown, io);
    if (isOver) return 0;
    await pause(300);
  }
}

function printNew({ title, path }: LogFile, shown: Map<string, number>, io: Io): void {
  const from = shown.get(path);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (from === undefined) io.out(`${paint(io.colour).bold(`== ${title}`)}\n`);
  if (size <= (from ?? -1)) return;
  const bytes = Buffer.from(readText(path, io.cwd, readLimits.taskList));
  io.out(bytes.subarray(from ?? 0).toString("utf8"));
  shown.set(path, bytes.length);
}
