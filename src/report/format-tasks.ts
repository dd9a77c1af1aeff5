import { printable } from "../base/printable.js";
import type { SetAside } from "../core/decision.js";
import { describeCycles, missingDependencies } from "../core/dependencies.js";
import type { Task, TaskStatus } from "../core/tasks.js";
import { formatLeftOut, leftOutSections } from "../trackers/left-out-sections.js";
import type { ListProblem } from "../trackers/markdown/found.js";
import { describeUnusable, type Listing, type Next, type Unusable } from "../trackers/tracker.js";
import { paint } from "./paint.js";

export type TaskFacts = ReturnType<typeof collectFacts>;

/** The JSON output of a list: every task and every box counted, total = done + left + blocked + skipped. */
export function collectFacts(file: string, listing: Exclude<Listing, Unusable>, aside: readonly SetAside[] = []) {
  const tasks = listing.is === "tasks" ? listing.tasks : [];
  const { done, todo, doing, blocked, skipped } = countMarks(tasks);
  const left = todo + doing;
  return {
    file,
    format: listing.is === "tasks" ? listing.format : null,
    total: done + left + blocked + skipped,
    done,
    left,
    blocked,
    skipped,
    setAside: aside
      .filter(({ task }) => tasks.some(({ id, status }) => id === task && status !== "done"))
      .map(({ task, outcome, reason, parked }) => ({ task, outcome, reason, parked: parked ?? null })),
    tasks: tasks.map(printed),
    leftOut: leftOutSections(listing),
    problems: findProblems(listing),
  };
}

/** Counts each task once, or each of its marks if the checkboxes of its criteria are counted. */
function countMarks(tasks: readonly Task[]): Readonly<Record<TaskStatus, number>> {
  const count = { todo: 0, doing: 0, done: 0, blocked: 0, skipped: 0 };
  for (const { status, marks } of tasks) {
    count[status] += marks ? marks.total - marks.done : 1;
    count.done += marks?.done ?? 0;
  }
  return count;
}

/** What could not be read, and dead-end dependencies. */
export function findProblems(listing: Exclude<Listing, Unusable>): readonly ListProblem[] {
  return listing.is === "tasks" ? [...listing.problems, ...deadEnds(listing.tasks)] : [];
}

/** Also warns of tasks whose completion cannot be shown. */
export function lintTasks(listing: Exclude<Listing, Unusable>): readonly ListProblem[] {
  return listing.is === "tasks" ? [...findProblems(listing), ...listing.tasks.flatMap(hintAt)] : [];
}

const changesNothing =
  /^(?:\S*\d\S*[:.)]?\s+)?(?:push|deploy|publish|release|announce|review|investigate|research|explore|analy[sz]e|monitor|discuss|decide|ask)\b/i;

function hintAt({ title, status, kind, acceptance, line }: Task): readonly ListProblem[] {
  const isVerified = [title, ...acceptance].some((text) => /\bverify:/i.test(text));
  if (status === "done" || status === "skipped" || kind === "action" || isVerified || !changesNothing.test(title))
    return [];
  const message = `"${title}" may change no file, so nothing will show that it is done: add (verify: COMMAND), or write it as "action: …"`;
  return [{ line: line ?? 0, message }];
}

/** The same shape for an unusable list: nothing counted, and why. */
export function unusableFacts(file: string, listing: Unusable) {
  const none = {
    file,
    format: null,
    total: 0,
    done: 0,
    left: 0,
    blocked: 0,
    skipped: 0,
    setAside: [],
    tasks: [],
    leftOut: [],
  };
  return {
    ...none,
    problems: [{ line: listing.line ?? 0, message: listing.why }],
    unusable: describeUnusable(listing),
  };
}

function printed({ id, title, status, optional, line, dependsOn, acceptance, kind, priority, parent, reason }: Task) {
  const more = { kind, priority: priority ?? null, parent: parent ?? null, reason: reason ?? null };
  return { id, title, status, optional, line, dependsOn, acceptance, ...more };
}

/** Missing dependencies and cycles. */
function deadEnds(tasks: readonly Task[]): readonly ListProblem[] {
  const known = new Set(tasks.map(({ id }) => id));
  return [...missingDependencies(tasks, known), ...describeCycles(tasks)].map((message) => ({ line: 0, message }));
}

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

export function formatLint({ file, problems }: Pick<TaskFacts, "file" | "problems">, colour: boolean): string {
  if (problems.length === 0) return `${file}: no problems\n`;
  const { dim } = paint(colour);
  return lines(
    problems.map(({ line, message }) => `${dim(line > 0 ? `${file}:${line}` : file)}  ${safe(message, 200)}`),
  );
}

const lines = (all: readonly string[]): string => `${all.join("\n")}\n`;
