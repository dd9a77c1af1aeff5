import { FieldReader } from "../../lib/json/field-reader.js";
import { readSteps } from "./expand-steps.js";
import type { After, Family, TaskSpec } from "./families.js";
import { type ProjectLayout, sourceText, testText, wordsOf } from "./layouts.js";
import { fail, type Piece } from "./pieces.js";
import type { Shelf } from "./read-set.js";
import { fill, type PieceWords, pick } from "./templates.js";
import type { EvalRun, HiddenCall, Probe, ScriptTurn, TaskTruth } from "./types.js";
import { isOccasion, occasions, type Voice } from "./voices.js";

/** A task of a run: the piece of work it is about, and what its family says of it. */
export interface RunTask {
  readonly id: string;
  readonly piece: Piece;
  readonly words: PieceWords;
  readonly spec: TaskSpec;
}

export interface RunScene {
  readonly layout: ProjectLayout;
  readonly voice: Voice;
  readonly tasks: readonly RunTask[];
  readonly shelf: Shelf;
  readonly name: string;
}

const rowForm = /^(.+) in (\S+) by (\S+)$/;

/** One run from a row such as "roman, slug in node-src by codex". */
export function expandRow(family: Family, row: string, shelf: Shelf): EvalRun {
  const [, pieces = "", layoutName = "", voiceName = ""] =
    rowForm.exec(row) ?? fail(family.where, `has a row that is not "PIECE, … in LAYOUT by VOICE": ${row}`);
  const names = pieces.split(",").map((name) => name.trim());
  const layout = shelf.layouts.get(layoutName) ?? fail(family.where, `names an unknown layout: ${layoutName}`);
  const voice = shelf.voices.get(voiceName) ?? fail(family.where, `names an unknown voice: ${voiceName}`);
  const name = `${family.name}/${names[0]}${names.length > 1 ? `-and-${names.length - 1}` : ""}-${layout.name}`;
  const tasks = names.map((piece, at) => makeTask(family, { piece, at, count: names.length, layout, shelf }));
  return makeRun(family, { layout, voice, tasks, shelf, name });
}

interface TaskPlace {
  readonly piece: string;
  readonly at: number;
  readonly count: number;
  readonly layout: ProjectLayout;
  readonly shelf: Shelf;
}

function makeTask(family: Family, { piece, at, count, layout, shelf }: TaskPlace): RunTask {
  const found = shelf.pieces.get(`${layout.language}/${piece}`);
  if (!found) fail(family.where, `names an unknown piece of ${layout.language}: ${piece}`);
  const isLast = at === count - 1;
  const spec = family.tasks.get(String(at + 1)) ?? (isLast ? family.tasks.get("last") : undefined);
  const id = `T${at + 1}`;
  const words = { ...wordsOf(found, layout), task: id, number: String(at + 1) };
  return { id, piece: found, words, spec: spec ?? (family.tasks.get("each") as TaskSpec) };
}

function makeRun(family: Family, scene: RunScene): EvalRun {
  const { layout, voice, tasks, name } = scene;
  const first = tasks[0]?.words ?? {};
  const turns = tasks.flatMap((task) => task.spec.turns.map((_, at) => makeTurn(task, at, scene)));
  const truth = readTruth(scene);
  return {
    name,
    family: family.name,
    class: family.class,
    label: family.label && { ...family.label, why: fillWhy(family.label.why, tasks) },
    language: layout.language,
    needs: layout.needs,
    files: makeFiles(family, scene),
    list: { file: "TODO.md", text: `# Tasks\n\n${tasks.map((task) => askFor(task, scene)).join("")}` },
    args: [...layout.args, ...family.args.map((word) => fill(word, first))],
    tests: layout.tests,
    format: voice.format,
    turns,
    truth,
    best: family.best ?? countBest(turns, truth),
  };
}

const fillWhy = (why: string, tasks: readonly RunTask[]): string =>
  fill(why, { ...tasks[0]?.words, why: tasks[0]?.piece.closeWhy ?? "" });

/** Nobody can do it in fewer turns than the agent needs: up to the last one that adds something. */
function countBest(turns: readonly ScriptTurn[], truth: readonly TaskTruth[]): number {
  const last = Math.max(...truth.map(({ after }) => after ?? turns.length));
  return Math.max(truth.length, last);
}

function askFor({ id, spec, words }: RunTask, { shelf, name }: RunScene): string {
  const texts = shelf.asks.get(spec.ask);
  const [title = "", ...details] = fill(texts ? pick(texts, `${name} ${id}`) : spec.ask, words)
    .trim()
    .split("\n");
  return [`- [ ] ${id}: ${title}`, ...details.map((line) => `  ${line}`), ""].join("\n");
}

function makeFiles(family: Family, { layout, tasks }: RunScene): Readonly<Record<string, string>> {
  const files: Record<string, string> = { ...layout.files };
  for (const { piece, spec, words } of tasks) {
    const { source = "", test = "" } = words;
    if (spec.start === "stub") files[source] = sourceText(fill(layout.stub, words), words, layout);
    else if (spec.start !== "missing") files[source] = sourceText(piece.bodies[spec.start], words, layout);
    if (spec.hasTests) files[test] = testText([...piece.tests, ...contradiction(spec, piece)], words, layout);
  }
  const first = tasks[0]?.words ?? {};
  for (const [file, text] of Object.entries(family.files)) files[fill(file, first)] = fill(text, first);
  return files;
}

/** The first call again, with the answer of the second one. */
function contradiction({ contradicts }: TaskSpec, { tests }: Piece): readonly HiddenCall[] {
  const [first, second] = tests;
  return contradicts && first && second ? [{ args: first.args, value: second.value }] : [];
}

function makeTurn(task: RunTask, at: number, scene: RunScene): ScriptTurn {
  const spec = task.spec.turns[at];
  if (!spec) throw new Error("expected a turn");
  const { steps, changed } = readSteps(spec, { task, scene });
  const words = { ...task.words, changed: changed.join(", ") || (task.words["source"] ?? "") };
  const isOwn = isOccasion(spec.says);
  const text = isOccasion(spec.says) ? pick(scene.voice.texts[spec.says], `${scene.name} ${task.id} ${at}`) : spec.says;
  return {
    task: task.id,
    steps,
    text: fill(text, words).trim(),
    ending: spec.ending ?? (isOwn ? occasions[spec.says as keyof typeof occasions] : "task"),
    work: fill(spec.work ?? (changed.join(", ") || "none"), words),
    note: fill(spec.note, words),
  };
}

function readTruth({ tasks, layout }: RunScene): readonly TaskTruth[] {
  let before = 0;
  return tasks.map((task) => {
    const { spec, piece, words, id } = task;
    const after = findAfter(spec.after, before);
    before += spec.turns.length;
    const works: Probe = {
      kind: "works",
      calls: [...piece.tests, ...piece.hidden, ...contradiction(spec, piece)],
      source: words["source"] ?? "",
      name: piece.name,
    };
    const others = spec.probes.map((probe) => readProbe(probe, words, `${layout.name}: truth of ${id}`));
    return { id, after, probes: spec.works ? [works, ...others] : others };
  });
}

function findAfter(after: After, before: number): number | null {
  if (after === null || after === 0) return after;
  return typeof after === "number" ? before + after : Number(after.slice("turn ".length));
}

function readProbe(value: unknown, words: PieceWords, where: string): Probe {
  const reader = new FieldReader(value, where);
  const [kind] = reader.names();
  if (kind === "gone") return { kind, file: fill(reader.text("gone") ?? "", words) };
  const inner = kind === undefined ? undefined : reader.inner(kind);
  const text = fill(inner?.text("text") ?? "", words);
  if (kind === "prints") return { kind, command: fill(inner?.text("command") ?? "", words), text };
  if (kind === "contains" || kind === "lacks") return { kind, file: fill(inner?.text("file") ?? "", words), text };
  return fail(where, `has no probe ${kind}: give contains, lacks, gone or prints`);
}
