import { lineAt, splitList } from "../blank-code.js";
import { type Insertion, insertAll } from "../insertions.js";
import type { SourceLanguage } from "../language.js";
import { type RustFunction, readRustFunctions } from "./read-functions.js";
import { rustWrongAnswers } from "./wrong-answers.js";

/** Rust by a reader of our own: a function's body becomes a closure whose result a module in the same file changes. */
export const rust: SourceLanguage = {
  files: /\.rs$/,
  async readUnits(text) {
    return readRustFunctions(text).map((unit) => ({
      ...{ name: unit.name, start: unit.start, end: unit.end },
      ...{ isMeasurable: isMeasurable(unit, text), line: lineAt(text, unit.start) },
    }));
  },
  async answerWrong({ path, text, names, marks, isRight = false }) {
    const units = readRustFunctions(text).filter((unit) => names.includes(unit.name) && isMeasurable(unit, text));
    if (units.length === 0) return null;
    return {
      text: `${insertAll(text, units.flatMap(wrapFunction))}\n${rustWrongAnswers({ path, marks, isRight })}`,
      wrapped: [...new Set(units.map(({ name }) => name))],
      more: [],
    };
  },
};

const isMeasurable = ({ name, result, modifiers, body }: RustFunction, text: string): boolean =>
  body !== null &&
  name !== "main" &&
  !/\b(?:async|const|unsafe|extern)\b/.test(modifiers) &&
  (result === "" || hasWrongValue(result)) &&
  text.slice(body.open + 1, body.close).trim() !== "";

const plain = /^(?:[iu](?:8|16|32|64|128|size)|f32|f64|bool|char|String|\(\))$/;

const isText = (type: string): boolean => /^&\s*(?:'\w+\s+)?str$/.test(type.trim());

/** Whether our module knows the type: any other would not compile. */
function hasWrongValue(type: string): boolean {
  if (isText(type)) return true;
  const tuple = /^\((.+)\)$/s.exec(type)?.[1];
  if (tuple !== undefined) {
    const parts = splitList(tuple, /[()[\]<>]/);
    return parts.length > 1 && parts.length <= 3 && parts.every(hasWrongValue);
  }
  const [, name = "", inner] = /^(?:\w+::)*(\w+|\(\))(?:<(.*)>)?$/s.exec(type.trim()) ?? [];
  if (inner === undefined) return plain.test(name);
  const [first = ""] = splitList(inner.replaceAll("->", "  "), /[()[\]<>]/);
  if (!isText(first) && /[&']|\bdyn\b|\bimpl\b/.test(inner)) return false;
  return name === "Vec" || (["Option", "Result", "Box"].includes(name) && hasWrongValue(first));
}

function wrapFunction({ name, result, body, depth }: RustFunction): readonly Insertion[] {
  if (body === null) return [];
  const helper = `${depth === 0 ? "self::" : "super::".repeat(depth)}untildone_wrong`;
  if (result === "") return [{ at: body.open + 1, text: ` if ${helper}::skip("${name}") { return; }` }];
  return [
    { at: body.open + 1, text: ` ${helper}::answer("${name}", move || -> ${result} {` },
    { at: body.close, text: "})" },
  ];
}
