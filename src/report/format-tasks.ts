import { plural } from "../lib/text/plural.js";
import { printable } from "../lib/text/printable.js";
import { formatLeftOut } from "../tasks/left-out-sections.js";
import type { LintedTask } from "../tasks/lint-task.js";
import type { ListProblem } from "../tasks/markdown/found.js";
import type { Next } from "../tasks/tracker.js";
import type { TaskFacts } from "./task-facts.js";
import { paint } from "./terminal/paint.js";

const barWidth = 24;
const maxRows = 200;
const maxTitle = 72;

/** A progress bar, the counts, and a row for each task. */
export function formatTasks(facts: TaskFacts, colour: boolean): string {
  const { bold, dim } = paint(colour);
  const width = Math.min(
    20,
    facts.tasks.reduce((longest, { id }) => Math.max(longest, id.length), 0),
  );
  const rows = facts.tasks
    .slice(0, maxRows)
    .map((task) => row(task, { width, colour, isAside: facts.setAside.some((aside) => aside.task === task.id) }));
  const more = facts.tasks.length - rows.length;
  return lines([
    `${bold(facts.file)}  ${dim(facts.format ?? "no list")}`,
    `  ${bar(facts, colour)}  ${counts(facts)}`,
    ...rows,
    ...(more > 0 ? [dim(`  and ${more} more`)] : []),
    ...facts.setAside.flatMap(({ task, reason, parked }) => [
      dim(`  set aside ${safe(task, 20)}: ${safe(reason, 200)}`),
      ...(parked ? [dim(`    its work is parked: untildone unpark ${safe(task, 20)}`)] : []),
    ]),
    ...(facts.leftOut.length > 0 ? [dim(`  not worked on: ${safe(formatLeftOut(facts.leftOut), 200)}`)] : []),
    ...(facts.problems.length > 0 ? [problemCount(facts, colour)] : []),
  ]);
}

function problemCount({ problems }: TaskFacts, colour: boolean): string {
  const many = problems.length === 1 ? "one thing" : `${problems.length} things`;
  return paint(colour).yellow(`  ${many} to look at: --lint names them`);
}

function bar({ done, skipped, total }: TaskFacts, colour: boolean): string {
  const filled = total === 0 ? 0 : Math.floor((barWidth * (done + skipped)) / total);
  const { green, dim } = paint(colour);
  return `[${green("#".repeat(filled))}${dim(".".repeat(barWidth - filled))}]`;
}

function counts({ done, total, left, blocked, skipped, setAside, tasks }: TaskFacts): string {
  const percent = total === 0 ? 0 : Math.floor((100 * done) / total);
  const parts = [`${done} of ${total}${total > tasks.length ? " boxes" : ""} done (${percent} %)`, `${left} left`];
  if (blocked > 0) parts.push(`${blocked} blocked`);
  if (skipped > 0) parts.push(`${skipped} skipped`);
  if (setAside.length > 0) parts.push(`${setAside.length} set aside`);
  return parts.join(", ");
}

function row(
  { id, title, status, optional, dependsOn }: TaskFacts["tasks"][number],
  { width, colour, isAside }: { width: number; colour: boolean; isAside: boolean },
): string {
  const { dim, green, yellow, red, cyan } = paint(colour);
  const tone = { todo: (text: string) => text, doing: cyan, done: green, blocked: red, skipped: dim }[status];
  const notes = [optional ? "optional" : "", dependsOn.length > 0 ? `after ${dependsOn.join(", ")}` : ""].filter(
    Boolean,
  );
  const suffix = notes.length > 0 ? `  ${yellow(`(${safe(notes.join("; "), 40)})`)}` : "";
  return `  ${isAside ? yellow("aside".padEnd(7)) : tone(status.padEnd(7))}  ${safe(id, 20).padEnd(width)}  ${safe(title, maxTitle)}${suffix}`;
}

/** Titles are untrusted: strip control characters before they reach the terminal. */
function safe(text: string, max: number): string {
  const plain = printable(text);
  return plain.length > max ? `${plain.slice(0, max - 1)}…` : plain;
}

/** The task to work on now, or why there is none. */
export function formatNext(next: Next, colour: boolean): string {
  const { bold, dim } = paint(colour);
  if (next.is !== "task") return `${dim(`nothing to start: ${next.why}`)}\n`;
  const { id, title, line, acceptance } = next.task;
  const where = line === null ? "" : dim(`  line ${line}`);
  return lines([
    `${bold(safe(id, 40))}  ${safe(title, 200)}${where}`,
    ...acceptance.map((text) => `  - ${safe(text, 200)}`),
  ]);
}

interface Lint {
  readonly file: string;
  readonly problems: readonly ListProblem[];
  readonly tasks: readonly LintedTask[];
}

/** How many tasks are ready, what stands in the way of the others, and what is wrong with the list itself. */
export function formatLint({ file, problems, tasks }: Lint, colour: boolean): string {
  const { dim, yellow } = paint(colour);
  const at = (line: number): string => dim(line > 0 ? `${file}:${line}` : file);
  const unready = tasks.filter(({ verdict }) => verdict !== "ready");
  // Said of the task itself already.
  const others = problems.filter(({ line }) => line === 0 || !unready.some((task) => task.line === line));
  const count = tasks.length - unready.length;
  return lines([
    ...(tasks.length > 0 ? [`${file}: ${count} of ${plural(tasks.length, "task")} ready`] : []),
    ...unready.map(
      ({ id, title, line, verdict, why }) =>
        `${at(line ?? 0)}  ${safe(id, 20)} ${yellow(verdict)}: ${safe(title, maxTitle)}\n  ${why ?? ""}`,
    ),
    ...others.map(({ line, message }) => `${at(line)}  ${safe(message, 200)}`),
    ...(tasks.length === 0 && others.length === 0 ? [`${file}: no task is left`] : []),
  ]);
}

const lines = (all: readonly string[]): string => `${all.join("\n")}\n`;
