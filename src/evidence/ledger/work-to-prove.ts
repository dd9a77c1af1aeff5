import { namesIn, pathFrom, pathJoin, realPath } from "../../lib/files/folder.js";
import { findDialect } from "../checks/honest-tests/dialects-table.js";
import { isOnlyCut } from "../checks/honest-tests/import-lines.js";
import { isOnlyFormatted } from "../checks/honest-tests/outline.js";
import { isOnlySwitchedOff } from "../checks/honest-tests/switched-off.js";
import { projectFilesAt } from "../project-files.js";
import { findImportedBySource } from "../proof/measured-files/imported-by-source.js";
import { measureOf } from "../proof/original-tests/measures.js";
import type { CopiedFile } from "../proof/without-work/experiment.js";
import { importedBy } from "../proof/without-work/imported-sources.js";
import type { TestText } from "../proof/without-work/new-tests.js";
import type { SourceText, WorkToProve } from "../proof/without-work/plan-experiments.js";
import { splitRustTests } from "../proof/without-work/rust/split-tests.js";
import type { KeptContents } from "../workspace/kept-contents.js";
import type { RootState } from "../workspace/workspace-state.js";
import { isTestCode, readChanges } from "./read-changes.js";
import type { FileWork } from "./task-work.js";
import { isCaseCode, testsOfData } from "./tests-of-data.js";

export interface TaskChanges {
  readonly cwd: string;
  /** The repository, or the folder itself. */
  readonly root: RootState;
  /** The net change of each file, by its full path. */
  readonly files: Readonly<Record<string, FileWork>>;
  readonly contents: KeptContents;
}

/** The texts of what a task changed, as they were before it and as they are now, from the project's folder. */
export interface ChangedTexts {
  readonly texts: readonly SourceText[];
  /** What they were before is not known any more. */
  readonly lost: readonly string[];
  /** Whether it is code that is neither a test nor what tests are ruled by. */
  isSource(path: string): boolean;
}

export async function readChangedTexts({ cwd, root, files, contents }: TaskChanges): Promise<ChangedTexts> {
  const { changes: texts, lost } = await readChanges({ cwd, root: root.path, files, contents });
  const inside = pathFrom(root.path, realPath(cwd));
  const fromRoot = (path: string): string => (inside === "" ? path : `${inside}/${path}`);
  const shipped = await findImportedBySource(root, [...texts.map(({ path }) => path), ...lost].map(fromRoot));
  return { texts, lost, isSource: (path) => isSource(path) || shipped.has(fromRoot(path)) };
}

/** A task's source and tests. Data, settings and documents are neither. `text` is all that the list says of the task. */
export function toWorkToProve(changed: ChangedTexts, cwd: string, text: string): WorkToProve {
  const { texts, lost } = changed;
  const sources = texts.filter((each) => changed.isSource(each.path) && !isOnlyTests(each));
  const ofData = sources.length === 0 ? [] : testsOfData(cwd, text, texts);
  const isTests = (each: SourceText): boolean =>
    !isCodeAboutTests(each.path, changed) && !(ofData.length > 0 && isCaseCode(each));
  const tests = mergeTests(texts.filter(isTests).flatMap(testsIn), ofData);
  const isAboutTests = sources.length === 0 && asksForTests.test(text);
  return {
    ...{ text, tests, isAboutTests, lost: lost.filter(isSource) },
    sources: isAboutTests ? testedSources(cwd, tests) : sources,
  };
}

/** Source that lies among tests is none of them. */
const isCodeAboutTests = (path: string, changed: ChangedTexts): boolean => changed.isSource(path) && !isSource(path);

/** Of a file that is tests and code at once, its tests alone. One that only lost lines or tests has no new one. */
function testsIn({ path, old, now }: SourceText): readonly TestText[] {
  if (now === null) return [];
  if (isTestCode(path)) return old !== null && hasNothingNew(path, old, now) ? [] : [{ path, old, now }];
  if (!path.endsWith(".rs")) return [];
  const [before, after] = [old === null ? null : splitRustTests(old).tests, splitRustTests(now).tests];
  return isOnlyCut(before ?? "", after) ? [] : [{ path, old: before, now: after }];
}

function hasNothingNew(path: string, old: string, now: string): boolean {
  const dialect = findDialect(path);
  if (isOnlyCut(old, now)) return true;
  return dialect !== undefined && (isOnlyFormatted(old, now, dialect) || isOnlySwitchedOff(old, now, dialect));
}

/** A file of both whose code is as it was. */
const isOnlyTests = ({ path, old, now }: SourceText): boolean =>
  path.endsWith(".rs") &&
  old !== null &&
  now !== null &&
  splitRustTests(old).code.trim() === splitRustTests(now).code.trim();

function mergeTests(written: readonly TestText[], ofData: readonly TestText[]): readonly TestText[] {
  const others = ofData.filter(({ path }) => !written.some((test) => test.path === path));
  const isDriven = (test: TestText): boolean => ofData.some(({ path }) => path === test.path);
  return [...written.map((test) => (isDriven(test) ? { ...test, hasNewData: true as const } : test)), ...others];
}

/** What the tests are about, though the task did not write it. */
function testedSources(cwd: string, tests: readonly TestText[]): readonly SourceText[] {
  const project = projectFilesAt(cwd);
  const list = (folder: string): readonly string[] => namesIn(pathJoin(cwd, folder));
  const paths = new Set(tests.flatMap((test) => importedBy(test, project, list)).filter(isSource));
  return [...paths].map((path) => ({ path, old: project.text(path), now: project.text(path) }));
}

const code =
  /\.(?:[cm]?[jt]sx?|vue|svelte|py|rb|php|go|rs|java|kt|scala|cs|swift|c|cc|cpp|h|hpp|exs?|lua|dart|sh|pl|pm)$/;

export const isCode = (path: string): boolean => code.test(path);

/** Code that is neither a test nor what tests are ruled by. */
export const isSource = (path: string): boolean =>
  code.test(path) && measureOf(path, []) === null && !isBuildSetting(path) && !path.endsWith(".d.ts");

/** What a project is built and installed by: it stays when work is taken back, as the tests may not start without it. */
const isBuildSetting = (path: string): boolean =>
  /(?:^|\/)(?:setup\.py|build\.rs|Cargo\.toml|go\.(?:mod|sum|work)|[jt]sconfig[\w.-]*\.json|requirements[\w.-]*\.txt|Pipfile|Gemfile|pom\.xml|build\.gradle(?:\.kts)?|CMakeLists\.txt)$|\.config\.\w+$|(?:^|[/.-])lock(?:\.\w+)?$|-lock\.\w+$|\.lock$/i.test(
    path,
  );

const text =
  /\.(?:json[c5]?|ya?ml|toml|csv|tsv|txt|html?|xml|css|scss|svg|sql|graphql|proto|ini|env|md|mdx|rst|tmpl|hbs|ejs|po)$/i;

/** The task's work as it was before: source and what it reads. Null where none of it can be taken back. */
export function toWithoutWork({ texts, lost, isSource: isSourceHere }: ChangedTexts): {
  readonly files: readonly CopiedFile[];
  readonly isPartial: boolean;
} {
  const isWork = (path: string): boolean =>
    isSourceHere(path) || (measureOf(path, []) === null && !isBuildSetting(path));
  const taken = texts.filter(
    ({ path, old, now }) => isWork(path) && old !== now && (code.test(path) || text.test(path)),
  );
  const isPartial = [...lost, ...texts.map(({ path }) => path)].some(
    (path) => isWork(path) && !taken.some((each) => each.path === path),
  );
  return { files: taken.map(({ path, old }) => ({ path, text: old })), isPartial };
}

const asksForTests = /\b(?:tests?|tested|testing|specs?|coverage|cover(?:s|ed)?|snapshots?|flaky|regression)\b/i;
