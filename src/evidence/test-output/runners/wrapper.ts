import { byShape, type Runner } from "../runner.js";

/**
 * Messages of tools that run a test script and report its failure. Only lines about tests count, because lint has its
 * own.
 */
export const wrapper: Runner = {
  name: "test script",
  commands: [],
  isAside: true,
  starts: [
    "ELIFECYCLE",
    "npm ERR!",
    "npm error",
    "ERR_PNPM",
    "make: ***",
    "make[",
    "error: script",
    "NX ",
    "Failed: ",
    "evaluation failed",
  ],
  reader: (ledger) => {
    const failed = ([line = ""]: readonly string[]): void => ledger.problem(line);
    return byShape([
      [/^(?:ELIFECYCLE|npm ERR!|ERR_PNPM\S*) {1,3}Test failed\. {1,2}See above for more details/, failed],
      [/^npm (?:ERR!|error) Lifecycle script `test[\w:-]*` failed/, failed],
      [/^npm ERR! Failed at the \S+ test[\w:-]* script/, failed],
      [/^make(?:\[\d+\])?: \*\*\* \[.{0,80}\btest\S{0,40}\] (?:Error \d+|Segmentation|Aborted|Killed)/, failed],
      [/^error: script "test[\w:-]*" exited with code [1-9]/, failed],
      [/^NX {1,3}Running target test\S{0,60} .{0,120} failed/, failed],
      // tox
      [/^evaluation failed :\($/, failed],
      [/^Failed: {1,8}\S{0,80}#test\b/, failed],
    ]);
  },
};
