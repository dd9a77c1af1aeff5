import { isUserError } from "../../../lib/errors.js";
import { entriesIn, pathJoin } from "../../../lib/files/folder.js";
import { readTestFile } from "../../test-output/read-test-file.js";
import { isTestTask } from "../../test-output/runners/gradle.js";
import { addTallies, type TestRun, untold } from "../../test-output/test-run.js";

/** Enough for a large build, and read in a second. */
const maxReports = 2000;
const taskLine = /^(?:> Task )?:((?:[\w.-]+:)*)([\w.-]+)(?: (UP-TO-DATE|FROM-CACHE))?\r?$/gm;

/**
 * Gradle prints no counts of tests that pass, and repeats none whose inputs did not change. Its reports have both: they
 * are part of what it compares, so those of a task that it did not repeat still hold. Without them nothing changes: what
 * ran passed, and what was not repeated says nothing.
 */
export function readLeftReports(tests: TestRun, output: string, cwd: string): TestRun {
  if (tests.framework !== "gradle" || tests.status === "fail" || tests.total !== null) return tests;
  const tasks = [...output.matchAll(taskLine)].filter(([, , task = ""]) => isTestTask(task));
  const files = tasks.flatMap(([, project = "", task = ""]) => reportsOf(cwd, project.replaceAll(":", "/"), task));
  const runs = [...new Set(files)].slice(0, maxReports).flatMap((file) => readReport(file, cwd));
  const told = runs.reduce((sum, run) => addTallies(sum, run), untold);
  if (!told.passed && !told.failed && !told.errors) return tests;
  const status = runs.some((run) => run.status === "fail") ? "fail" : "pass";
  const failures = runs.flatMap((run) => run.failures).slice(0, 500);
  return { ...told, status, framework: "gradle", failures, why: `gradle: by its reports in build/test-results` };
}

function reportsOf(cwd: string, project: string, task: string): readonly string[] {
  const folder = pathJoin(cwd, project, "build", "test-results", task);
  return entriesIn(folder)
    .filter((entry) => entry.isFile() && /^TEST-.*\.xml$/.test(entry.name))
    .map(({ name }) => pathJoin(folder, name));
}

/** One that cannot be read, or is no report, counts for nothing. */
function readReport(file: string, cwd: string): readonly TestRun[] {
  try {
    return [readTestFile(file, cwd, null)];
  } catch (error) {
    if (isUserError(error)) return [];
    throw error;
  }
}
