import { byShape, type Runner } from "../runner.js";

/**
 * WebdriverIO: "Spec Files:      2 passed, 1 failed, 3 total (100% completed) in 00:00:05" after each spec's own
 * output.
 */
export const webdriverio: Runner = {
  name: "webdriverio",
  commands: ["wdio"],
  starts: ["Spec Files: "],
  reader: (ledger) =>
    byShape([
      [
        /^Spec Files: {1,8}(.{0,120}?)(\d+) total \((\d+)% completed\) in /,
        ([, text = "", total, share]) => {
          if (/[1-9]\d* failed/.test(text) || (share !== "100" && total !== "0"))
            ledger.problem(`spec files: ${text}${share}% completed`);
          if (/[1-9]\d* passed/.test(text)) ledger.ran();
          ledger.finish("even if cut");
        },
      ],
    ]),
};
