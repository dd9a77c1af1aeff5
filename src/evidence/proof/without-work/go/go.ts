import { lineAt } from "../blank-code.js";
import { type Insertion, insertAll } from "../insertions.js";
import type { SourceLanguage } from "../language.js";
import { goHelper } from "./helper.js";
import { type GoFunction, readGoFile } from "./read-functions.js";

/** Go by a reader of our own: a function's body becomes a closure whose results a helper in the same package changes. */
export const go: SourceLanguage = {
  files: /(?<!_test)\.go$/,
  async readUnits(text) {
    const file = readGoFile(text);
    if (file === null) return null;
    return file.functions.map((unit) => ({
      ...{ name: unit.name, start: unit.start, end: unit.end },
      ...{ isMeasurable: isMeasurable(unit, text), line: lineAt(text, unit.start) },
    }));
  },
  async answerWrong({ path, text, names, marks, isRight = false }) {
    const file = readGoFile(text);
    const units = file?.functions.filter((unit) => names.includes(unit.name) && isMeasurable(unit, text)) ?? [];
    if (file === null || units.length === 0) return null;
    const loaded = `\nfunc init() { untildoneMark("loaded", ${JSON.stringify(path)}) }\n`;
    return {
      text: insertAll(text, units.flatMap(wrapFunction)) + loaded,
      wrapped: [...new Set(units.map(({ name }) => name))],
      more: [{ path: helperPath(path), text: goHelper(file.packageName, { marks, isRight }) }],
    };
  },
};

const helperPath = (path: string): string => path.replace(/[^/]*$/, "untildone_wrong.go");

const isMeasurable = ({ name, body }: GoFunction, text: string): boolean =>
  body !== null && !["init", "main", "_"].includes(name) && text.slice(body.open + 1, body.close).trim() !== "";

function wrapFunction({ name, results, resultCount, body }: GoFunction): readonly Insertion[] {
  if (body === null) return [];
  const quoted = JSON.stringify(name);
  if (resultCount === 0) return [{ at: body.open + 1, text: ` if untildoneSkip(${quoted}) { return };` }];
  const names = Array.from({ length: resultCount }, (_, n) => `untildoneR${n}`);
  const enter = `untildoneCall := untildoneEnter(${quoted}); defer untildoneCall.leave()`;
  const leave = `untildoneCall.change(${names.map((name) => `&${name}`).join(", ")}); return ${names.join(", ")}`;
  return [
    { at: body.open + 1, text: ` ${enter}; untildoneBody := func() ${results} {` },
    { at: body.close, text: `}; ${names.join(", ")} := untildoneBody(); ${leave} ` },
  ];
}
