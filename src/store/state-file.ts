import type { Outcome } from "../decide/decision.js";
import { duration } from "../lib/text/duration.js";

/** The content of an entry in STATE.md (phase5). */
export interface StateEntry {
  readonly at: string;
  readonly outcome: Outcome | null;
  readonly reason: string;
  readonly task: string | null;
  readonly iteration: number;
  readonly seconds: number;
}

const heading = "## Iteration History";
const maxEntries = 200;

/**
 * Updates STATE.md: Status, last task, iterations, duration, and one more entry in the iteration history. Everything
 * else belongs to the user and stays as it is, including line endings.
 */
export function updateStateFile(text: string, entry: StateEntry): string {
  const end = text.includes("\r\n") ? "\r" : "";
  const lines = (text === "" ? "# State\n\n" : text).split("\n");
  const fields = [
    ["Status", statusWord(entry.outcome)],
    ["Last task", entry.task ?? "none selected"],
    ["Iterations", String(entry.iteration)],
    ["Duration", duration(entry.seconds)],
  ] as const;
  let after = -1;
  for (const [name, value] of fields) after = setField(lines, { line: `${name}: ${value}`, name, after, end });
  addEntry(lines, entry, end);
  return lines.join("\n");
}

const statusWord = (outcome: Outcome | null): string =>
  outcome === null ? "IN PROGRESS" : outcome.toUpperCase().replace("-", " ");

interface Field {
  readonly name: string;
  readonly line: string;
  readonly after: number;
  readonly end: string;
}

/** Sets `Name: value` in place, or inserts it below the previous field or the title. Returns its line. */
function setField(lines: string[], { name, line, after, end }: Field): number {
  const fenced = findFences(lines);
  const at = lines.findIndex((text, index) => !fenced[index] && new RegExp(`^\uFEFF?${name}:(?: |\\r?$)`).test(text));
  if (at >= 0) {
    const old = lines[at] ?? "";
    lines[at] = `${old.startsWith("\uFEFF") ? "\uFEFF" : ""}${line}${old.endsWith("\r") ? "\r" : ""}`;
    return at;
  }
  const place = after >= 0 ? after + 1 : belowTitle(lines);
  lines.splice(place, 0, `${line}${end}`);
  return place;
}

/** Which lines are in a fenced block: fields shown there are examples. */
function findFences(lines: readonly string[]): readonly boolean[] {
  let open = false;
  return lines.map((line) => {
    const isFence = /^\s{0,3}(?:```|~~~)/.test(line);
    if (isFence) open = !open;
    return open || isFence;
  });
}

function belowTitle(lines: readonly string[]): number {
  const title = lines.findIndex((line) => /^\uFEFF?# /.test(line));
  if (title < 0) return 0;
  return (lines[title + 1] ?? "x").trim() === "" ? title + 2 : title + 1;
}

function addEntry(lines: string[], { at, outcome, reason, task, iteration }: StateEntry, end: string): void {
  const when = at.slice(0, 19).replace("T", " ");
  const last = task === null ? "" : ` (last: ${task})`;
  const verdict = outcome === null ? "CONTINUE" : statusWord(outcome);
  const entry = `- ${when} iteration ${iteration}: ${verdict}: ${reason.replaceAll(/\s+/g, " ")}${last}${end}`;
  let start = lines.findIndex((line) => line.trim() === heading);
  if (start < 0) {
    while (lines.at(-1)?.trim() === "") lines.pop();
    lines.push(...["", heading, ""].map((line) => `${line}${end}`), "");
    start = lines.length - 3;
  }
  const next = lines.findIndex((line, index) => index > start && /^#{1,2} /.test(line));
  let place = next < 0 ? lines.length : next;
  while (place > start + 1 && (lines[place - 1] ?? "").trim() === "") place--;
  lines.splice(place, 0, ...(place === start + 1 ? [end, entry] : [entry]));
  dropOldest(lines, start, place);
}

/** The journal has all entries; this file is only for reading. Lines of the user are never dropped. */
function dropOldest(lines: string[], start: number, end: number): void {
  const entries = lines.flatMap((line, at) =>
    at > start && at <= end + 1 && /^- \d{4}-\d\d-\d\d .* iteration /.test(line) ? [at] : [],
  );
  for (const at of entries.slice(0, Math.max(0, entries.length - maxEntries)).reverse()) lines.splice(at, 1);
}
