import { byShape, type Runner } from "../runner.js";

/** jasmine: "3 specs, 1 failure, 1 pending spec", then "Finished in 0.01 seconds". */
export const jasmine: Runner = {
  name: "jasmine",
  commands: ["jasmine"],
  starts: ["0 spec", "Finished in", "Incomplete: ", "Overall: ", "Suite error: "],
  reader(ledger) {
    return byShape([
      [
        /^(\d+) specs?, (\d+) failures?(?:, (\d+) pending specs?)?$/,
        ([, total = "0", failed = "0", skipped = "0"], { isWhole }) => {
          const passed = Math.max(0, Number(total) - Number(failed) - Number(skipped));
          ledger.touch();
          ledger.count({ passed, failed: Number(failed), skipped: Number(skipped), total: Number(total) });
          if (isWhole) ledger.nearlyFinish();
        },
      ],
      [/^Finished in [\d.]+ seconds?$/, () => ledger.reading()?.state === "unfinished" && ledger.finish()],
      [/^(?:Incomplete|Overall|Suite error|.* spec not run): /, ([line = ""]) => ledger.suspect(line)],
    ]);
  },
};
