import { TestOutputScan } from "./scan.js";
import type { TestRun } from "./test-run.js";
import type { Ending } from "./verdict.js";

/** What a test command's output says of the tests, weighed against its exit status where that is known. */
export function readTestOutput(text: string, options: Ending = {}): TestRun {
  const scan = new TestOutputScan();
  scan.write(new TextEncoder().encode(text));
  return scan.end(options);
}
