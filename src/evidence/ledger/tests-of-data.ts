import { walkFolder } from "../../lib/files/folder.js";
import { textInside } from "../../lib/files/unlinked.js";
import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";
import { holdsTests } from "../checks/honest-tests/compare-tests.js";
import { findDialect, isNamedTest } from "../checks/honest-tests/dialects-table.js";
import { asksToChangeTests } from "../proof/original-tests/asked-changes.js";
import { measureOf } from "../proof/original-tests/measures.js";
import type { TestText } from "../proof/without-work/new-tests.js";
import type { SourceText } from "../proof/without-work/plan-experiments.js";
import { isTestCode } from "./read-changes.js";

const ignored = /(?:^|\/)(?:\.git|node_modules|target|dist|build|\.venv|venv|vendor)\/$/;
const mostFiles = 20_000;

/**
 * The test files whose data the task changed: cases that it added, or answers that its text asks to change. Data that was
 * only made to fit proves nothing.
 */
export function testsOfData(cwd: string, text: string, texts: readonly SourceText[]): readonly TestText[] {
  const data = texts.filter((each) => (isData(each.path) || isCaseCode(each)) && mayChange(each, text));
  if (data.length === 0) return [];
  const { files } = walkFolder(cwd, (path) => ignored.test(path), mostFiles);
  return files.filter(isTestCode).flatMap((path): readonly TestText[] => {
    const now = textInside(cwd, path);
    if (now === null || !data.some((each) => isUsedBy(each.path, path, now))) return [];
    return [{ path, old: now, now, hasNewData: true }];
  });
}

/** Code among the tests that holds none itself, such as a list of cases that tests import, whatever it is called. */
export const isCaseCode = ({ path, old, now }: SourceText): boolean =>
  isTestCode(path) &&
  [old, now].every((text) => !holdsTests(path, text) && !(isNamedTest(path) && asserts(path, text)));

/** What only hands something on to tests, such as cases or helpers, is nothing to run: a runner may find no test in it. */
export const isRunAsTest = ({ path, now }: TestText): boolean =>
  holdsTests(path, now) || asserts(path, now) || !handsOn(path, now);

const handsOn = (path: string, text: string): boolean =>
  path.endsWith(".py") ? !isNamedTest(path) : /^\s*export\b|\bmodule\.exports\b|\bexports\.\w/m.test(text);

/** A script that is a test as a whole. */
const asserts = (path: string, text: string | null): boolean =>
  text !== null && text.search(findDialect(path)?.asserts ?? /(?!)/) >= 0;

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
  return hasAll(linesOf(old), linesOf(now)) || isOneInsertion(old, now);
}

/** Cases may all stand in one line. */
function isOneInsertion(old: string, now: string): boolean {
  const same = [...old].findIndex((letter, at) => letter !== now[at]);
  return same >= 0 && now.length > old.length && now.endsWith(old.slice(same));
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
  if (findDialect(data)) return data !== test && imports(text, name.replace(/\.\w+$/, ""));
  if (name.replace(/\.(?:snap|ambr)$/, "") === test.slice(test.lastIndexOf("/") + 1)) return true;
  if (text.includes(name)) return true;
  const folder = data.split("/").at(-2) ?? "";
  return !general.has(folder) && new RegExp(`["'\`/]${toPattern(folder)}["'\`/]`).test(text);
}

/** Code is imported by its name, mostly without the ending; in Python as a module. */
const imports = (text: string, stem: string): boolean =>
  new RegExp(
    `/${toPattern(stem)}(?:\\.\\w+)?["'\`]|^\\s*(?:from|import)\\s[^\\n"']*\\b${toPattern(stem)}\\b`,
    "m",
  ).test(text);

const toPattern = (text: string): string => text.replaceAll(/[^\w-]/g, ".");

const general = new Set(["", "test", "tests", "spec", "specs", "src", "__tests__"]);
