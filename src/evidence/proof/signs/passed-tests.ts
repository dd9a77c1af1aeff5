import { testFile } from "../../../decide/check-comparison.js";
import { pathJoin, walkFolder } from "../../../lib/files/folder.js";
import { textInside } from "../../../lib/files/unlinked.js";
import { isTestFile } from "../named-tests.js";
import { newTitles, type TestText } from "../without-work/new-tests.js";
import { isTitleIn, type PassedTests, titlesIn } from "./own-text.js";
import { onlyTestModules } from "./source-text.js";

export interface GreenTests {
  readonly cwd: string;
  /** The old tests that turned green, as their runner names them; null: a check without names did. */
  readonly turned: readonly string[] | null;
  /** Test files that were written or changed. */
  readonly changed: readonly TestText[];
}

const maxFiles = 400;
const longest = 256 * 1024;

/** The texts of the tests that newly pass, and of the files of cases that they name. */
export function readPassedTests({ cwd, turned, changed }: GreenTests): readonly PassedTests[] {
  const fresh = changed.map((test) => ({ path: test.path, text: test.now, titles: newTitles(test) }));
  const old = (turned === null ? allTests(cwd) : oldTests(cwd, turned)).filter(
    ({ path }) => !fresh.some((each) => each.path === path && each.titles.length === 0),
  );
  const tests = [...fresh, ...old];
  return [...tests, ...casesOf(cwd, tests)];
}

function oldTests(cwd: string, turned: readonly string[]): readonly PassedTests[] {
  const files = new Map<string, readonly string[]>();
  for (const test of turned) {
    const path = testFile(test);
    // What could not be loaded has no titles: all of its tests are meant.
    if (path !== null) files.set(path, [...(files.get(path) ?? []), ...(path === test ? [] : [test])]);
  }
  const named = [...files].flatMap(([path, titles]) => readAt(cwd, path, titles));
  const unnamed = turned.filter((test) => testFile(test) === null);
  if (unnamed.length === 0) return named;
  const found = allTests(cwd).filter(({ path, text }) =>
    titlesIn(path, text).some((title) => unnamed.some((test) => isTitleIn(test, title))),
  );
  return [...named, ...found.map((file) => ({ ...file, titles: unnamed }))];
}

const isOutside = (path: string): boolean =>
  /(?:^|\/)(?:\.[^/]+|node_modules|vendor|target|dist|build|coverage|__pycache__|venv|site-packages)\/$/.test(path);

function allTests(cwd: string): readonly PassedTests[] {
  const { files } = walkFolder(cwd, isOutside, 20_000);
  return files
    .filter((path) => isTestFile(path) || path.endsWith(".rs"))
    .slice(0, maxFiles)
    .flatMap((path) => readAt(cwd, path, []));
}

/** In Rust tests may stand beside the code they test. */
function readAt(cwd: string, path: string, titles: readonly string[]): readonly PassedTests[] {
  const whole = textInside(cwd, path);
  if (whole === null || whole.length > longest) return [];
  const text = path.endsWith(".rs") && !isTestFile(path) ? onlyTestModules(whole) : whole;
  return text.trim() === "" ? [] : [{ path, text, titles }];
}

const caseFile = /["'`]([\w@./-]+\.json)["'`]/g;

function casesOf(cwd: string, tests: readonly PassedTests[]): readonly PassedTests[] {
  const paths = tests.flatMap(({ path, text }) => {
    const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : ".";
    return [...text.matchAll(caseFile)].flatMap(([, name = ""]) => [`${folder}/${name}`, name]);
  });
  const plain = new Set(paths.map((path) => pathJoin(".", path)).filter((path) => !/package|tsconfig/.test(path)));
  return [...plain].slice(0, maxFiles).flatMap((path) => readAt(cwd, path, []));
}
