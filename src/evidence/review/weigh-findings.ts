import type { RawFinding } from "../../agents/signals/review-answer.js";
import type { ReviewFinding } from "../../decide/review.js";
import type { Answer } from "../../decide/settings.js";
import { findLink, unlinkedTextAt } from "../../lib/files/unlinked.js";
import { type CommandPlace, runNamedCommand } from "./run-named-command.js";

export interface WeighingPlace extends CommandPlace {
  /** Earlier findings, with the author's answers. */
  readonly earlier: readonly ReviewFinding[];
  readonly findings: Answer;
  /** The number of the last finding so far. */
  readonly named: number;
}

const mostCommands = 5;

/** Which findings of an answer count: those that point at lines that exist, and that no command of theirs contradicts. */
export async function weighFindings(
  raw: readonly RawFinding[],
  place: WeighingPlace,
): Promise<readonly ReviewFinding[]> {
  const weighed: ReviewFinding[] = [];
  let commands = 0;
  for (const [at, finding] of raw.entries()) {
    const placed = locate(finding, `R${place.named + at + 1}`, place);
    const isRun = placed.dropped === undefined && placed.kind === "command" && commands++ < mostCommands;
    weighed.push(isRun ? await tryCommand(placed, place) : placed);
  }
  return weighed;
}

function locate(raw: RawFinding, id: string, place: WeighingPlace): ReviewFinding {
  const file = raw.file.replace(/^(?:\.\/)+/, "");
  const found = { ...raw, file, id, at: "" };
  if (!isInside(file)) return { ...found, dropped: `${file} is outside of the project` };
  const link = findLink(place.copy.cwd, file);
  if (link !== null) return { ...found, dropped: `${link.path} is a link to ${link.target}, and is not followed` };
  const text = unlinkedTextAt(place.copy.cwd, file);
  if (text === null) return { ...found, dropped: `there is no file ${file}` };
  const lines = text.split("\n");
  if (lines.at(-1) === "" && lines.length > 1) lines.pop();
  if (raw.line < 1 || raw.line > lines.length)
    return { ...found, dropped: `${file} has no line ${raw.line}: it has ${lines.length}` };
  const at = linesAround(lines, raw.line);
  const answered = findAnswered({ file, at }, place);
  return { ...found, at, ...(answered ? { dropped: describeAnswered(answered) } : {}) };
}

const isInside = (file: string): boolean =>
  !/^(?:[/\\~]|[A-Za-z]:)/.test(file) && !file.split(/[/\\]/).includes("..") && !file.includes("\0");

/** The line with its neighbours, so that it is known again where others were added above it. */
const linesAround = (lines: readonly string[], line: number): string =>
  lines
    .slice(Math.max(0, line - 2), line + 1)
    .map((text) => text.trim())
    .join("\n");

/** An earlier finding at the same lines that was answered in words. Where no answer in words counts, there is none. */
function findAnswered(
  { file, at }: Pick<ReviewFinding, "file" | "at">,
  { earlier, findings }: WeighingPlace,
): ReviewFinding | undefined {
  if (findings === "refuse") return undefined;
  return earlier.find((each) => each.answer !== undefined && !each.fact && each.file === file && each.at === at);
}

const describeAnswered = ({ id, answer }: ReviewFinding): string =>
  `answered as ${id} (${answer}), and its lines are as they were`;

/** What it comes to here is a fact, whoever named it. */
async function tryCommand(finding: ReviewFinding, place: WeighingPlace): Promise<ReviewFinding> {
  const ran = await runNamedCommand(finding.shows, place);
  switch (ran.is) {
    case "fails":
      return { ...finding, fact: ran.fact };
    case "holds":
      return { ...finding, dropped: "its command passes" };
    case "untold":
      return finding;
  }
}

/** Commands that failed in the last review: what still fails needs no reviewer to say so. */
export async function findStillFailing(place: WeighingPlace): Promise<readonly ReviewFinding[]> {
  const failing: ReviewFinding[] = [];
  for (const { answer: _, ...finding } of place.earlier) {
    if (!finding.fact) continue;
    const ran = await runNamedCommand(finding.fact.command, place);
    if (ran.is === "fails") failing.push({ ...finding, fact: ran.fact });
  }
  return failing;
}
