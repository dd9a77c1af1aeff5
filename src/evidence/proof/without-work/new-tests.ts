import { testFile } from "../../../decide/check-comparison.js";
import { findDialect } from "../../checks/honest-tests/dialects-table.js";
import { type OutlinedTest, outlineTests } from "../../checks/honest-tests/outline.js";
import { isSamePath } from "../test-state.js";
import type { Experiment } from "./experiment.js";
import { hasWord } from "./name-units.js";

/** A test file as it was before the task and as it is now, from the project's folder. */
export interface TestText {
  readonly path: string;
  readonly old: string | null;
  readonly now: string;
  /** Cases that it reads from a file are the task's own: which of its tests that makes new, only taking back shows. */
  readonly hasNewData?: true;
}

/** Decides whether a test, as a runner names it, was written or changed by the task. */
export type IsNewTest = (test: string, kind?: Experiment["kind"]) => boolean;

/** By its file and title: a test that reads as before is none, though its file has new ones. */
export function newTestsIn(files: readonly TestText[]): IsNewTest {
  const read = files.map((file) => ({ ...file, same: unchangedTitles(file), titles: titlesIn(file) }));
  return (test, kind) => {
    const { own: named, name } = findFiles(read, test);
    const ofTitle = (): typeof read => read.filter(({ titles }) => titles.some((title) => isTitled(name, title)));
    const file = testFile(test) ?? "";
    const own = named.length === 0 && (namesFailingLine.test(file) || !isTestName.test(file)) ? ofTitle() : named;
    if (kind === "taken-back" && own.some(({ hasNewData }) => hasNewData)) return true;
    return own.some(({ same }) => !same.some((title) => isTitled(name, title)));
  };
}

/** Here runners name the file of the line that failed, which may be a helper's or that of the code. */
const namesFailingLine = /\.(?:go|rs)$/;
/** What is named like no test is where the code failed: some runners take the file from there. */
const isTestName = /(?:^|\/)(?:tests?|specs?|__tests__|e2e|cypress)\/|[._-](?:test|spec|cy)s?\.|(?:^|\/)tests?[._-]/i;

const titlesIn = ({ path, now }: TestText): readonly string[] => listTests(path, now).map(({ title }) => title);

/** The titles of a file's tests that the task wrote or changed; none where that is all of them, or cannot be told. */
export function newTitles(file: TestText): readonly string[] {
  if (file.old === null) return [];
  const same = unchangedTitles(file);
  return listTests(file.path, file.now).flatMap(({ title }) => (same.includes(title) ? [] : [title]));
}

/** The texts of tests whose titles were not there before. */
export function addedTests({ path, old, now }: TestText): readonly string[] {
  const before = listTests(path, old ?? "").map(({ title }) => title);
  return listTests(path, now).flatMap(({ title, text }) => (before.includes(title) ? [] : [text]));
}

/** The titles of tests that were there before and read as they did, each that has the title. */
function unchangedTitles({ path, old, now }: TestText): readonly string[] {
  const before = listTests(path, old ?? "");
  const tests = listTests(path, now);
  const isSame = ({ title, body }: OutlinedTest): boolean =>
    before.some((test) => test.title === title && test.body === body);
  const changed = new Set(tests.filter((test) => !isSame(test)).map(({ title }) => title));
  return tests.map(({ title }) => title).filter((title) => !changed.has(title));
}

function listTests(path: string, text: string): readonly OutlinedTest[] {
  const dialect = findDialect(path);
  return dialect ? outlineTests(text, dialect).tests.filter(({ group }) => !group) : [];
}

/** Decides whether a test uses one of these names; by its file where its own lines cannot be told. */
export function testsThatName(files: readonly TestText[], names: readonly string[]): (test: string) => boolean {
  const hasName = (text: string): boolean => names.some((name) => hasWord(text, name));
  const read = files.map((file) => ({ ...file, tests: ownLines(file) }));
  return (test) => {
    const { own, name } = findFiles(read, test);
    return own.some(({ now, tests }) => {
      const texts = tests.filter(({ title }) => isTitled(name, title)).map(({ text }) => text);
      return (texts.length > 0 ? texts : [now]).some(hasName);
    });
  };
}

/** Each test with its lines, up to the next one. */
function ownLines({ path, now }: TestText): readonly { readonly title: string; readonly text: string }[] {
  const lines = now.split(/\r\n|\n|\r/);
  return listTests(path, now).map(({ title, line }, at, all) => ({
    title,
    text: lines.slice(line - 1, (all[at + 1]?.line ?? lines.length + 1) - 1).join("\n"),
  }));
}

interface FoundFiles<T> {
  readonly own: readonly T[];
  /** Without its file. */
  readonly name: string;
}

/** The files a test may stand in. */
function findFiles<T extends { readonly path: string }>(files: readonly T[], test: string): FoundFiles<T> {
  const file = testFile(test);
  if (file === null) return { own: files, name: test };
  return {
    own: files.filter(({ path }) => isSamePath(path, file)),
    name: test.slice(file.length).replace(/^(?:::|: )/, ""),
  };
}

/** Runners put the names of groups before a title, and the values of a case behind it; Go names cases behind a slash. */
const isTitled = (name: string, title: string): boolean =>
  name === title ||
  name.startsWith(`${title}[`) ||
  (/^Test\w*$/.test(title) && name.startsWith(`${title}/`)) ||
  (name.endsWith(title) && !/[\p{L}\p{N}]$/u.test(name.slice(0, -title.length)));
