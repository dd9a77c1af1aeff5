import { countsIn } from "../counts.js";
import { byShape, type Runner } from "../runner.js";

const words = {
  passed: "passed",
  failed: "failed",
  ambiguous: "failed",
  skipped: "skipped",
  pending: "skipped",
  undefined: "skipped",
} as const;

/** Cucumber in several languages, Behat and godog: "3 scenarios (1 failed, 2 passed)", then steps and the time. */
export const cucumber: Runner = {
  name: "cucumber",
  commands: ["cucumber", "cucumber-js", "behat"],
  starts: ["0 scenario"],
  reader: (ledger) =>
    byShape([
      [
        /^(\d+) scenarios?(?: \(((?:\d+ [a-z]+(?:, )?){1,6})\))?$/,
        ([, total = "0", text = ""]) => {
          ledger.touch();
          ledger.count({ ...countsIn(text, words), total: Number(total) });
          // Whether pending or undefined steps fail a run is a setting: only the exit status shows it.
          if (/pending|undefined/.test(text)) ledger.nearlyFinish();
          else ledger.finish(text === "" ? "only if whole" : "even if cut");
        },
      ],
    ]),
};
