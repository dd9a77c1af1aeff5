import { byShape, type Runner } from "../runner.js";

/** elm-test: "TEST RUN PASSED" or "FAILED", then "Duration:", "Passed:" and "Failed:" on separate lines. */
export const elmTest: Runner = {
  name: "elm-test",
  commands: ["elm-test"],
  starts: ["TEST RUN ", "Passed:  ", "Failed:  "],
  reader(ledger) {
    let isOpen = false;
    return byShape([
      [
        /^TEST RUN (PASSED|FAILED|INCOMPLETE)\b/,
        ([, result]) => {
          isOpen = true;
          ledger.touch();
          if (result !== "PASSED") ledger.suspect(`TEST RUN ${result}`);
        },
      ],
      [/^Passed: {3}(\d{1,9})$/, ([, passed]) => isOpen && ledger.count({ passed: Number(passed) })],
      [
        /^Failed: {3}(\d{1,9})$/,
        ([, failed]) => {
          if (!isOpen) return;
          isOpen = false;
          ledger.count({ failed: Number(failed) });
          if (ledger.reading()?.state !== "failed") ledger.finish();
        },
      ],
    ]);
  },
};
