import { byShape, type Runner } from "../runner.js";

/** cypress: mocha's output for each spec, and a table of all specs under "(Run Finished)". */
export const cypress: Runner = {
  name: "cypress",
  commands: [],
  starts: ["(Run Starting)", "✔  All specs", "✔ All specs", "✖ …failed", "Can't run because no spec"],
  contains: ["mocha"],
  reader: (ledger) =>
    byShape([
      [/^\(Run Starting\)$/, () => ledger.begin()],
      [
        /^[✔✖] {1,4}(All specs passed!|\d+ of \d+ failed .{0,12}?) +\S+ +([\d-]+) +([\d-]+) +([\d-]+) +([\d-]+) +([\d-]+)/,
        ([, result = "", ...columns]) => {
          const [total = 0, passed = 0, failed = 0, pending = 0, skipped = 0] = columns.map(
            (cell) => Number(cell) || 0,
          );
          ledger.count({ total, passed, failed, skipped: pending + skipped });
          if (!result.startsWith("All")) ledger.problem(`${result.trim()} specs`);
          ledger.finish();
        },
      ],
      [/^Can't run because no spec files were found/, () => ledger.nothing("no spec files were found")],
    ]),
};
