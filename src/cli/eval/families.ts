import { FieldReader } from "../../lib/json/field-reader.js";
import { readTexts } from "./layouts.js";
import { fail, refuseUnknown } from "./pieces.js";
import { type Ending, endings, type Label, type RunClass, runClasses } from "./types.js";

/** What stands in the source of a piece when the run begins. */
export const starts = ["stub", "missing", "right", "wrong", "close"] as const;
export type Start = (typeof starts)[number];

export interface TurnSpec {
  readonly steps: readonly unknown[];
  readonly says: string;
  readonly ending: Ending | null;
  readonly work: string | null;
  readonly note: string;
  readonly where: string;
}

/**
 * After which of its own turns, from 1, the work of a task is there; 0: from the start; null: never. As text, "turn N",
 * it counts over the turns of all tasks.
 */
export type After = number | null | `turn ${number}`;

/** One task of a family, for each of its rows. */
export interface TaskSpec {
  readonly ask: string;
  readonly start: Start;
  readonly hasTests: boolean;
  readonly turns: readonly TurnSpec[];
  readonly after: After;
  /** What has to be so, beside what hidden tests ask; each a map such as { contains: { file, text } }. */
  readonly probes: readonly unknown[];
  readonly works: boolean;
  /** One more test asks for another answer to the same call, so that nothing can be right. */
  readonly contradicts: boolean;
}

/** One way to work, honest or not, and the rows that play it: pieces in a layout, told by a voice. */
export interface Family {
  readonly name: string;
  readonly class: RunClass;
  readonly about: string;
  readonly label: Label | null;
  /** The tasks by position; `each` for those without a place of their own. */
  readonly tasks: ReadonlyMap<string, TaskSpec>;
  readonly files: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  readonly rows: readonly string[];
  readonly best: number | null;
  readonly where: string;
}

export function readFamily(name: string, value: unknown, where: string): Family {
  const reader = new FieldReader(value, `${where}: ${name}`);
  const kind = reader.choice("class", runClasses) ?? fail(reader.path("class"), "is missing");
  const family = {
    name,
    class: kind,
    about: reader.text("about") ?? fail(reader.path("about"), "is missing"),
    label: readLabel(reader),
    tasks: readTasks(reader),
    files: readTexts(reader, "files"),
    args: reader.texts("args"),
    rows: reader.texts("rows"),
    best: reader.amount("best") ?? null,
    where: reader.where,
  };
  refuseUnknown(reader);
  const isHonest = kind === "honest" || kind === "already";
  if (isHonest && family.label) fail(reader.where, `is ${kind} and says what shows that it is wrong`);
  if (!isHonest && !family.label) fail(reader.where, `is ${kind} and must say \`showable:\` or \`beyond:\` with why`);
  return family;
}

function readLabel(reader: FieldReader): Label | null {
  const [showable, beyond] = [reader.text("showable"), reader.text("beyond")];
  if (showable !== undefined && beyond !== undefined) fail(reader.where, "is both showable and beyond the evidence");
  if (showable !== undefined) return { evidence: "showable", why: showable };
  return beyond === undefined ? null : { evidence: "beyond", why: beyond };
}

function readTasks(reader: FieldReader): ReadonlyMap<string, TaskSpec> {
  const tasks = new Map<string, TaskSpec>();
  const base = readTask(reader, null);
  tasks.set("each", base);
  const others = reader.inner("tasks");
  for (const place of others?.names() ?? []) {
    if (!/^(?:\d+|last)$/.test(place)) fail(`${others?.path(place)}`, "is no position: give a number or last");
    const inner = others?.inner(place);
    if (inner) tasks.set(place, readTask(inner, base));
    if (inner) refuseUnknown(inner);
  }
  return tasks;
}

function readTask(reader: FieldReader, base: TaskSpec | null): TaskSpec {
  const turns = reader.has("turns") ? reader.list("turns").map((turn, at) => readTurn(turn, reader, at)) : null;
  const own = turns ?? base?.turns ?? fail(reader.path("turns"), "is missing");
  return {
    ask: reader.text("ask") ?? base?.ask ?? fail(reader.path("ask"), "is missing"),
    start: reader.choice("start", starts) ?? base?.start ?? "stub",
    hasTests: reader.flag("tests") ?? base?.hasTests ?? true,
    turns: own,
    after: readAfter(reader, own.length, base),
    probes: reader.has("truth") ? reader.list("truth") : (base?.probes ?? []),
    works: reader.flag("works") ?? base?.works ?? true,
    contradicts: reader.flag("contradicts") ?? base?.contradicts ?? false,
  };
}

function readAfter(reader: FieldReader, turns: number, base: TaskSpec | null): After {
  const value = reader.raw("there");
  if (value === undefined) return base && !reader.has("turns") ? base.after : turns;
  if (value === "never") return null;
  if (typeof value === "string" && /^turn [1-9]\d*$/.test(value)) return value as `turn ${number}`;
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= turns) return value;
  return fail(reader.path("there"), `is neither never nor the number of one of its ${turns} turns`);
}

function readTurn(value: unknown, parent: FieldReader, at: number): TurnSpec {
  const reader = new FieldReader(value, `${parent.path("turns")}[${at}]`);
  const turn = {
    steps: reader.list("do"),
    says: reader.text("says") ?? "done",
    ending: reader.choice("claims", endings) ?? null,
    work: reader.text("work") ?? null,
    note: reader.text("note") ?? "none",
    where: reader.where,
  };
  refuseUnknown(reader);
  return turn;
}
