import { FieldReader } from "../../lib/json/field-reader.js";
import { isRecord } from "../../lib/json/is-record.js";
import type { RunScene, RunTask } from "./expand-family.js";
import type { TurnSpec } from "./families.js";
import { sourceText, testText } from "./layouts.js";
import { type Form, fail, forms } from "./pieces.js";
import { fill } from "./templates.js";
import type { Step } from "./types.js";

interface TurnPlace {
  readonly task: RunTask;
  readonly scene: RunScene;
}

/** The edits of a turn, and the files that they change. */
export function readSteps(spec: TurnSpec, place: TurnPlace): { steps: readonly Step[]; changed: readonly string[] } {
  const steps = spec.steps.flatMap((step) => readStep(step, spec, place));
  const changed = steps.flatMap((step) => ("file" in step ? [step.file] : []));
  return { steps, changed: [...new Set(changed)] };
}

/** `right` is short for { right: this }: the piece of the turn's own task, in that form. */
function readStep(value: unknown, spec: TurnSpec, place: TurnPlace): readonly Step[] {
  if (typeof value === "string") return readStep({ [value]: "this" }, spec, place);
  if (!isRecord(value)) fail(spec.where, `has a step that is neither a word nor a map: ${JSON.stringify(value)}`);
  const reader = new FieldReader(value, spec.where);
  const [kind = ""] = reader.names();
  if (isForm(kind) || kind === "stub" || kind === "tests" || kind === "cases" || kind === "body" || kind === "tick")
    return writePieces(kind, reader, place);
  const text = (name: string): string =>
    fill(reader.text(name) ?? fail(reader.path(name), "is missing"), place.task.words);
  switch (kind) {
    case "write":
    case "append":
      return [{ kind, file: text(kind), text: text("text") }];
    case "replace":
      return [{ kind, file: text(kind), from: text("from"), to: text("to") }];
    case "remove":
      return [{ kind, file: text(kind) }];
    case "run":
      return [{ kind, command: text(kind) }];
    default:
      return fail(spec.where, `has an unknown step: ${kind}`);
  }
}

const isForm = (word: string): word is Form => forms.some((form) => form === word);

function writePieces(kind: string, reader: FieldReader, { task, scene }: TurnPlace): readonly Step[] {
  if (kind === "body") return [writeSource(reader.text("body") ?? "", { task, scene })];
  const of = reader.id(kind) ?? "this";
  const tasks = scene.tasks.filter(({ id }) => of === "all" || id === (of === "this" ? task.id : `T${of}`));
  if (tasks.length === 0) fail(reader.path(kind), `names no task: ${of}`);
  if (kind === "tick") return [{ kind: "tick", tasks: tasks.map(({ id }) => id) }];
  return tasks.map((each) => writePiece(kind, { task: each, scene }));
}

function writePiece(kind: string, { task, scene }: TurnPlace): Step {
  const { piece, words } = task;
  if (kind === "tests" || kind === "cases") {
    const calls = kind === "tests" ? piece.tests : [...piece.tests, ...piece.hidden];
    return { kind: "write", file: words["test"] ?? "", text: testText(calls, words, scene.layout) };
  }
  const body = isForm(kind) ? piece.bodies[kind] : scene.layout.stub;
  if (body === "") fail(scene.name, `needs ${piece.file} to have a form \`${kind}\``);
  return writeSource(body, { task, scene });
}

const writeSource = (body: string, { task, scene }: TurnPlace): Step => ({
  kind: "write",
  file: task.words["source"] ?? "",
  text: sourceText(fill(body, task.words), task.words, scene.layout),
});
