import { FieldReader } from "../../lib/json/field-reader.js";
import { fail, type Piece, refuseUnknown } from "./pieces.js";
import { fill, type PieceWords } from "./templates.js";
import { type HiddenCall, type Language, languages } from "./types.js";

/** How a project looks: its files, where a piece and its tests go, and how both are written there. */
export interface ProjectLayout {
  readonly name: string;
  readonly language: Language;
  readonly needs: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly source: string;
  readonly test: string;
  readonly code: string;
  readonly indent: number;
  readonly stub: string;
  readonly nothing: string;
  /** What a comment begins with. */
  readonly remark: string;
  readonly head: string;
  readonly row: string;
  readonly foot: string;
  readonly args: readonly string[];
  readonly tests: string;
}

export function readLayout(name: string, value: unknown, where: string): ProjectLayout {
  const reader = new FieldReader(value, `${where}: ${name}`);
  const need = (field: string): string => reader.text(field) ?? fail(reader.path(field), "is missing");
  const layout = {
    name,
    language: reader.choice("language", languages) ?? fail(reader.path("language"), "is missing"),
    needs: reader.texts("needs"),
    files: readTexts(reader, "files"),
    source: need("source"),
    test: need("test"),
    code: need("code"),
    indent: reader.amount("indent") ?? 0,
    stub: need("stub"),
    nothing: need("nothing"),
    remark: reader.text("remark") ?? "#",
    head: need("head"),
    row: need("row"),
    foot: reader.text("foot") ?? "",
    args: reader.texts("args"),
    tests: need("tests"),
  };
  refuseUnknown(reader);
  return layout;
}

/** A map of texts, such as files by their path. */
export function readTexts(reader: FieldReader, name: string): Readonly<Record<string, string>> {
  const inner = reader.inner(name);
  if (inner === undefined) return {};
  return Object.fromEntries(inner.names().map((key) => [key, inner.text(key) ?? fail(inner.path(key), "is empty")]));
}

/** Everything that a family may say of a piece by name. */
export function wordsOf(piece: Piece, layout: ProjectLayout): PieceWords {
  const calls = piece.tests.flatMap(({ args, value }, at) => [
    [`call${at + 1}`, args],
    [`value${at + 1}`, value],
    [`plain${at + 1}`, value.replaceAll(/^"|"$/g, "")],
  ]);
  const plain = {
    file: piece.file,
    name: piece.name,
    args: piece.args,
    does: piece.does,
    nothing: layout.nothing,
    remark: layout.remark,
    asked: piece.hidden[0]?.args ?? "",
    answer: piece.hidden[0]?.value ?? "",
    ...Object.fromEntries(calls),
  };
  return { ...plain, source: fill(layout.source, plain), test: fill(layout.test, plain) };
}

export const sourceText = (body: string, words: PieceWords, { code, indent }: ProjectLayout): string =>
  fill(code, { ...words, body: body.trimEnd().replaceAll(/^(?=.)/gm, " ".repeat(indent)) });

export function testText(calls: readonly HiddenCall[], words: PieceWords, { head, row, foot }: ProjectLayout): string {
  const rows = calls.map(({ args, value }, at) => fill(row, { ...words, call: args, value, n: String(at + 1) }));
  return `${fill(head, words)}${rows.join("")}${fill(foot, { ...words, count: String(calls.length) })}`;
}
