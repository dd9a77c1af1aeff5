import type { DeepLine, DeepProof } from "../evidence/deep/search-parts.js";
import { UserError } from "../lib/errors.js";
import { unlinkedTextAt } from "../lib/files/unlinked.js";
import type { Io, ParsedArgs } from "./command.js";

interface DeepScreen {
  readonly args: ParsedArgs;
  readonly io: Io;
  readonly root: string;
}

/** Prints what is proved line by line, and returns the exit status. */
export function showDeepProof(label: string, found: DeepProof, { args, io, root }: DeepScreen): number {
  const { proved, unproved, unknown, untried } = found;
  const all = proved.length + unproved.length;
  const percent = all === 0 ? 100 : Math.floor((100 * proved.length) / all);
  const least = readLeast(args);
  if (args.flag("json")) io.out(`${JSON.stringify({ of: label, percent, ...found })}\n`);
  else {
    io.out(`${label}: proved lines: ${proved.length} of ${all}${all === 0 ? "" : ` (${percent} %)`}\n`);
    for (const line of sort(unproved)) io.out(`  ${line.path}:${line.line}  no check notices: ${lineAt(root, line)}\n`);
    if (unknown.length > 0)
      io.out(`  ${unknown.length} more could not be tried: the checks say nothing without them\n`);
    if (untried.length > 0) io.out(`  ${untried.length} more were not tried; the same command goes on with them\n`);
  }
  if (least === null) return 0;
  return untried.length > 0 ? 2 : percent >= least ? 0 : 1;
}

const sort = (lines: readonly DeepLine[]): readonly DeepLine[] =>
  lines.toSorted((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));

const lineAt = (root: string, { path, line }: DeepLine): string =>
  (unlinkedTextAt(root, path) ?? "").split("\n")[line - 1]?.trim().slice(0, 100) ?? "";

function readLeast(args: ParsedArgs): number | null {
  const given = args.text("min");
  if (given === undefined) return null;
  const least = Number(given.replace(/ ?%$/, ""));
  if (given.trim() !== "" && least >= 0 && least <= 100) return least;
  throw new UserError({
    what: `--min is ${JSON.stringify(given)}`,
    where: "--min",
    fix: "give a percentage from 0 to 100, such as --min 80",
  });
}
