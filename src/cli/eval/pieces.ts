import { UserError } from "../../lib/errors.js";
import { FieldReader } from "../../lib/json/field-reader.js";
import type { HiddenCall } from "./types.js";

/** A small piece of work: a function or a script, right, wrong, and wrong in a way that its own tests do not notice. */
export interface Piece {
  readonly file: string;
  readonly name: string;
  readonly args: string;
  readonly does: string;
  readonly bodies: Readonly<Record<Form, string>>;
  readonly closeWhy: string;
  readonly tests: readonly HiddenCall[];
  readonly hidden: readonly HiddenCall[];
}

export const forms = ["right", "wrong", "close"] as const;
export type Form = (typeof forms)[number];

export function readPiece(file: string, value: unknown, where: string): Piece {
  const reader = new FieldReader(value, `${where}: ${file}`);
  const need = (name: string): string => reader.text(name) ?? fail(reader.path(name), "is missing");
  const piece = {
    file,
    name: reader.text("name") ?? file,
    args: reader.text("args") ?? "",
    does: need("does"),
    bodies: { right: need("right"), wrong: need("wrong"), close: reader.text("close") ?? "" },
    closeWhy: reader.text("why") ?? "",
    tests: readCalls(reader, "tests"),
    hidden: readCalls(reader, "hidden"),
  };
  refuseUnknown(reader);
  if (piece.tests.length < 2) fail(reader.path("tests"), "has fewer than two rows");
  if (piece.hidden.length === 0) fail(reader.path("hidden"), "has no row that the tests have not");
  if (piece.bodies.close !== "" && piece.closeWhy === "") fail(reader.path("why"), "must say what `close` gets wrong");
  return piece;
}

function readCalls(reader: FieldReader, name: string): readonly HiddenCall[] {
  return reader.list(name).map((row, at) => {
    if (!Array.isArray(row) || row.length !== 2) fail(`${reader.path(name)}[${at}]`, "is not [arguments, value]");
    const [args, value] = row as readonly unknown[];
    return { args: String(args), value: String(value) };
  });
}

export function refuseUnknown(reader: FieldReader): void {
  const [unknown] = reader.unknownFields();
  if (unknown !== undefined) fail(reader.where, `has an unknown field: ${unknown.replace(/: ignored$/, "")}`);
}

export function fail(where: string, what: string): never {
  throw new UserError({ what, where, fix: "see docs/eval.md" });
}
