import { TestOutputScan } from "../../test-output/scan.js";
import type { TestFailure, TestRun } from "../../test-output/test-run.js";

export type { TestFailure, TestRun };

/** Reads a test runner's output as it comes. The port behind which the readers of all the frameworks stand. */
export interface TestOutputReader {
  write(chunk: Uint8Array): void;
  end(options: { readonly exitCode: number | null }): TestRun;
}

export type NewTestReader = () => TestOutputReader;

/** All the frameworks we know. */
export const newTestReader: NewTestReader = () => new TestOutputScan();

/** A failing test by file and name, so that two of the same name are two. Paths are told from the project's folder. */
export function failureKey(failure: Pick<TestFailure, "name" | "file">, cwd: string): string {
  const [name, file] = [withinFolder(failure.name, cwd), withinFolder(failure.file ?? "", cwd)];
  return file === "" || file === name ? name : `${file}: ${name}`; // A file that did not load has its own name.
}

/** Runners print full paths; a worktree or a copy of the project has others. */
export const withinFolder = (text: string, cwd: string): string => text.replaceAll(`${cwd}/`, "");
