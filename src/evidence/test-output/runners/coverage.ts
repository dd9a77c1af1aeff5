import { byShape, type Runner } from "../runner.js";

/** A missed coverage threshold fails a run whose tests passed. Every tool has its own message for it. */
export const coverage: Runner = {
  name: "coverage",
  commands: [],
  isAside: true,
  starts: [
    "Coverage ",
    "ERROR: Coverage",
    "Jest: ",
    "FAIL Required",
    "ERROR: Required",
    "Required test coverage",
    "Line coverage",
    "Branch coverage",
    "Method coverage",
    "SimpleCov failed",
    "ℹ Error: ",
    "# Error: ",
    "Error: …coverage",
    "error: …coverage",
  ],
  reader: (ledger) => {
    const missed = ([line = ""]: readonly string[]): void => ledger.problem(line);
    return byShape([
      // vitest, nyc, c8
      [/^(?:ERROR: )?Coverage for \w+ \([\d.]+%\) does not meet (?:global|per-file|"[^"]*")?.{0,40}threshold/, missed],
      // jest
      [/^Jest: .{0,200}coverage threshold for \w+ \([\d.]+%?\) not met/, missed],
      // pytest-cov, coverage.py
      [/^(?:FAIL |ERROR: )?Required test coverage of [\d.]+% not reached/, missed],
      [/^(?:ERROR: )?Coverage failure: total of [\d.]+ is less than/, missed],
      // SimpleCov
      [/^(?:Line|Branch|Method)? ?[cC]overage \([\d.]+%\) is below the expected minimum/, missed],
      [/^SimpleCov failed with exit \d/, missed],
      // node:test
      [/^(?:[ℹ#] )?Error: [\d.]+% (?:line|branch|function)s? coverage does not meet threshold/, missed],
      // ExUnit, bun
      [/^Coverage test failed, threshold not met/, missed],
      [/^error: .{0,60}coverage threshold.{0,40}not met/, missed],
    ]);
  },
};
