import { editFiles } from "../../lib/files/edit-files.js";
import { formatDiff } from "../../lib/text/unified-diff.js";
import { paint } from "../../report/terminal/paint.js";
import { wrap } from "../../report/terminal/wrap.js";
import type { Io, ParsedArgs } from "../command.js";
import { terminalWidth } from "../run-reporter.js";
import type { EditOutcome, EditPlan } from "./edit-plan.js";

/** What to say beside the files. */
export interface Advice {
  readonly notes: readonly string[];
  /** What is left to do for the person. */
  readonly next: readonly string[];
}

/** Writes all files, or shows what it would write. */
export function finish(plan: EditPlan, { notes, next }: Advice, args: ParsedArgs, io: Io): number {
  const isDry = args.flag("dry-run");
  const edits = plan.edits();
  if (!isDry) editFiles(io.cwd, edits);
  const files = plan.outcomes();
  const diffs = isDry ? edits.map(({ path, before, after }) => formatDiff(path, before, after)) : [];
  if (args.flag("json")) {
    io.out(`${JSON.stringify({ dryRun: isDry, files, notes, next, ...(isDry ? { diff: diffs.join("") } : {}) })}\n`);
    return 0;
  }
  const shown = isDry ? files.filter(({ change }) => change === "kept") : files;
  io.out(`${paintDiff(diffs.join(""), io)}${formatOutcomes(shown, io)}`);
  const lines = [...notes.map((note) => `note     ${note}`), ...(isDry ? [] : next).map((step) => `next     ${step}`)];
  if (isDry) lines.push("note     nothing was written (--dry-run)");
  io.out(lines.map((line) => `${wrap(line, { width: terminalWidth(io), hang: 9 })}\n`).join(""));
  return 0;
}

export function formatOutcomes(outcomes: readonly EditOutcome[], io: Io): string {
  const { green, dim } = paint(io.colour);
  const width = Math.max(0, ...outcomes.map(({ path }) => path.length));
  const lines = outcomes.map(({ path, change, about }) => {
    const tone = change === "kept" ? dim : green;
    return `${tone(change.padEnd(7))}  ${path.padEnd(width)}  ${about}`;
  });
  return lines.map((line) => `${wrap(line, { width: terminalWidth(io), hang: 9 })}\n`).join("");
}

function paintDiff(text: string, io: Io): string {
  const { green, red, bold } = paint(io.colour);
  const tone = (line: string): string => {
    if (/^(?:---|\+\+\+) /.test(line)) return bold(line);
    return line.startsWith("+") ? green(line) : line.startsWith("-") ? red(line) : line;
  };
  return text.split("\n").map(tone).join("\n");
}
