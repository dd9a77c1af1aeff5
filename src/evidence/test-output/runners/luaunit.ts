import { byShape, type Runner } from "../runner.js";

/** LuaUnit: "Ran 3 tests in 0.000 seconds, 2 successes, 1 failure". */
export const luaunit: Runner = {
  name: "luaunit",
  starts: ["Ran "],
  reader: (ledger) =>
    byShape([
      [
        /^Ran (\d+) tests? in [\d.]+ seconds?, (\d+) success(?:es)?(?:, (\d+) failures?)?(?:, (\d+) errors?)?(?:, (\d+) skipped)?(?:, \d+ non-selected)?$/,
        ([, ...counts]) => {
          const [total = 0, passed = 0, failed = 0, errors = 0, skipped = 0] = counts.map((each) => Number(each ?? 0));
          ledger.conclude({ total, passed, failed, errors, skipped });
        },
      ],
    ]),
};
