import { isRecord } from "../base/is-record.js";
import { tryParseJson } from "../base/try-parse-json.js";
import { findDialect } from "../evidence/honest-tests/dialects.js";
import { asksToChangeTests } from "../evidence/original-tests/asked-changes.js";
import { measureOf } from "../evidence/original-tests/measures.js";
import type { TestText } from "../evidence/without-work/new-tests.js";
import type { SourceText } from "../evidence/without-work/plan-experiments.js";
import { pathJoin, textAt, walkFolder } from "../system/folder.js";
import { isTestCode } from "./read-changes.js";

const ignored = /(?:^|\/)(?:\.git|node_modules|target|dist|build|\.venv|venv|vendor)\/$/;
const mostFiles = 20_000;

/**
 * The test files whose data the task changed: cases that it added, or answers that its text asks to change. Data that was
 * only made to fit proves nothing.
 */
export function testsOfData(cwd: string, text: string, texts: readonly SourceText[]): readonly TestText[] {
  const data = texts.filter((each) => isData(each.path) && mayChange(each, text)).map(({ path }) => path);
  if (data.length === 0) return [];
  const { files } = walkFolder(cwd, (path) => ignored.test(path), mostFiles);
  return files.filter(isTestCode).flatMap((path): readonly TestText[] => {
    const now = textAt(pathJoin(cwd, path));
    if (now === null || !data.some((each) => isUsedBy(each, path, now))) return [];
    return [{ path, old: now, now, hasNewData: true }];
  });
}

const isData = (path: string): boolean => measureOf(path, []) === "test" && findDialect(path) === undefined;

/** New data belongs to new tests, and a recorded answer that is new proves nothing. */
function mayChange({ path, old, now }: SourceText, text: string): boolean {
  if (old === null || now === null) return false;
  return asksToChangeTests(text, [path]) || isOnlyExtended(old, now);
}

/** Whether all that was there is still there. */
export function isOnlyExtended(old: string, now: string): boolean {
  const [before, after] = [tryParseJson(old), tryParseJson(now)];
  if (Array.isArray(before) && Array.isArray(after)) return hasAll(before.map(toText), after.map(toText));
  if (isRecord(before) && isRecord(after)) return hasAll(entriesOf(before), entriesOf(after));
  return hasAll(linesOf(old), linesOf(now));
}

const hasAll = (old: readonly string[], now: readonly string[]): boolean => {
  const left = new Set(now);
  return old.every((each) => left.has(each));
};

const toText = (value: unknown): string => JSON.stringify(value);
const entriesOf = (record: Readonly<Record<string, unknown>>): readonly string[] => Object.entries(record).map(toText);
const linesOf = (text: string): readonly string[] =>
  text.split(/\r?\n/).flatMap((line) => (line.trim() === "" ? [] : [line.trim().replace(/,$/, "")]));

/** A snapshot is named after its test; else the test names the file or its folder. */
function isUsedBy(data: string, test: string, text: string): boolean {
  const name = data.slice(data.lastIndexOf("/") + 1);
  if (name.replace(/\.(?:snap|ambr)$/, "") === test.slice(test.lastIndexOf("/") + 1)) return true;
  if (text.includes(name)) return true;
  const folder = data.split("/").at(-2) ?? "";
  return !general.has(folder) && new RegExp(`["'\`/]${folder.replaceAll(/[^\w-]/g, ".")}["'\`/]`).test(text);
}

const general = new Set(["", "test", "tests", "spec", "specs", "src", "__tests__"]);
