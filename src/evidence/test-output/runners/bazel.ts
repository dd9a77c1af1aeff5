import { byShape, type Runner } from "../runner.js";

/** bazel test: "Executed 2 out of 3 tests: 3 tests pass." */
export const bazel: Runner = {
  name: "bazel",
  commands: [],
  starts: ["Executed ", "ERROR: No test targets"],
  reader: (ledger) =>
    byShape([
      [
        /^Executed \d+ out of (\d+) tests?: (.{6,200})\.$/,
        ([, total, text = ""]) => {
          const [passed = 0, skipped = 0] = [/(\d+) tests? pass(?:es)?\b/, /(\d+) (?:was|were) skipped/].map((shape) =>
            Number(shape.exec(text)?.[1] ?? 0),
          );
          const failed = Math.max(0, Number(total) - passed - skipped);
          ledger.conclude({ total: Number(total), passed, skipped, failed });
        },
      ],
      [/^ERROR: No test targets were found/, () => ledger.nothing("no test targets were found")],
    ]),
};
