import { holdsTests } from "../../checks/honest-tests/compare-tests.js";
import type { CheckPlan } from "../../plan.js";
import { type Measure, measureOf } from "../original-tests/measures.js";
import { FileIndex } from "./file-index.js";
import { findData, isCodeFile } from "./find-data.js";
import { findHelpers } from "./find-helpers.js";
import { Importers, ImportGraph } from "./importers.js";
import { namesCode } from "./named-by-task.js";
import { findNamedFiles } from "./named-files.js";
import type { ProjectTexts } from "./project-texts.js";
import { findShipped, type Shipped } from "./shipped-files.js";
import { findStandIns, type Installed } from "./stand-ins.js";

export interface TestSideInput {
  /** The project at the start, and now. */
  readonly start: ProjectTexts;
  readonly now: ProjectTexts;
  /** Changed files that were there at the start, and new ones. */
  readonly changed: readonly string[];
  readonly added: readonly string[];
  readonly plans: readonly CheckPlan[];
  /** The folder that checks run in, from the root. */
  readonly folder: string;
  /** What the task's text says. */
  readonly text: string;
  readonly installed: Installed;
}

/** Which of the changed files belong to the tests, by the files around them and not by their names alone. */
export interface TestSide {
  /** What checks and the settings of runners name, and what only those use; but for the tests among it. */
  readonly config: ReadonlySet<string>;
  readonly namedTests: ReadonlySet<string>;
  /** Code that only tests import, and data that only tests read. */
  readonly helpers: ReadonlySet<string>;
  readonly data: ReadonlySet<string>;
  /** New files in place of what was installed. */
  readonly standIns: ReadonlySet<string>;
  /** What is no source and may be why a test passes. */
  readonly suspects: ReadonlySet<string>;
}

/** As it was at the start: what an agent makes of a helper later does not change what it was. */
export function findTestSide(input: TestSideInput): TestSide {
  const { start, now, changed, added, plans, folder, text, installed } = input;
  const files = new FileIndex(start);
  const named = findNamedFiles({ files, plans, folder });
  const graph = new ImportGraph(files);
  const byName = new Importers(graph, (path) => measureOf(path, []) !== null);
  const shipped = findShipped(files);
  // "node test/all.test.js" runs what stands there: those are tests like any other. A new one rules the check: without it,
  // the check fails, whatever the work is.
  const isNamedTest = (path: string): boolean => measureOf(path, []) === "test" && holdsTests(path, files.text(path));
  const ruling = [...named].filter((path) => !isNamedTest(path));
  const config = new Set(ruling.filter((path) => rulesTests(path, { importers: byName, shipped, text })));
  const isTest = (path: string): boolean => config.has(path) || measureOf(path, []) !== null;
  const importers = new Importers(graph, isTest);
  const code = findHelpers(changed, { files, importers, shipped, isTest, text });
  const isOfTests = (path: string): boolean => isTest(path) || code.helpers.has(path);
  const standIns = findStandIns(added, files, installed);
  const fresh = added.filter((path) => !standIns.has(path));
  const hasSource = [...changed, ...fresh].some((path) => isCodeFile(path) && !isOfTests(path));
  const terms = { files, now: new FileIndex(now), isTest: isOfTests, text, hasSource };
  const { data, suspects } = findData(changed, fresh, terms);
  const namedTests = new Set(changed.filter(isNamedTest));
  return {
    ...{ config, namedTests, helpers: code.helpers, data, standIns },
    suspects: new Set([...code.suspects, ...suspects]),
  };
}

/** How a file is measured, by its name or by what is known of it. */
export function measureIn({ config, helpers, data, standIns }: TestSide, path: string): Measure {
  if (config.has(path) || standIns.has(path)) return "config";
  return helpers.has(path) || data.has(path) ? "test" : measureOf(path, []);
}

const saysSetup = /(?:^|[/._-])(?:setup|teardown|tests?|testing|plugins?|preload)(?=[/._-])/i;

interface Ruling {
  readonly importers: Importers;
  readonly shipped: Shipped;
  readonly text: string;
}

/** A file of the source that settings name (an entry, an alias) is what is tested. */
function rulesTests(path: string, { importers, shipped, text }: Ruling): boolean {
  if (measureOf(path, []) !== null) return true;
  if (shipped.has(path) || namesCode(text, path, []) === "clearly") return false;
  const { tests, sources } = importers.of(path);
  const isImported = sources.length > 0 || tests.some((test) => measureOf(test, []) === "test");
  return !isImported || (sources.length === 0 && saysSetup.test(path));
}
