import { TestOutputScan } from "./scan.js";
import type { TestRun } from "./test-run.js";
import type { ExitStatus } from "./verdict.js";

/** The result in a test command's output, combined with its exit status if known. */
export function readTestOutput(text: string, options: ExitStatus = {}): TestRun {
  const scan = new TestOutputScan();
  scan.write(new TextEncoder().encode(text));
  return scan.end(options);
}
