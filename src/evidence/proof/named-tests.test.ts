import { describe, expect, it } from "vitest";
import { readNamedTests } from "./named-tests.js";

describe("tests that a task's text names", () => {
  it.each([
    ["Fix rounding so that test/money.test.js passes", [["test/money.test.js", true]]],
    ["Make tests/test_money.py pass", [["tests/test_money.py", true]]],
    ["Round half up (see test/money.test.js)", [["test/money.test.js", false]]],
    ["Get `internal/roman_test.go` green", [["internal/roman_test.go", true]]],
    ["MoneyTest.java must not pass without the flag", [["MoneyTest.java", false]]],
    ["Remove test/old.test.js", []],
    ["Rename test/a.test.js to test/b.test.js", []],
    ["Write failing tests first: test/new.test.js", []],
    ["Change src/money.js", []],
    ["Split test/big.test.js. Then make test/small.test.js pass.", [["test/small.test.js", true]]],
    ["Make tests/test_ranges.py pass: it merges ranges that touch", [["tests/test_ranges.py", true]]],
    ["Implement mergeRanges so that test/ranges.test.js passes", [["test/ranges.test.js", true]]],
    ["Remove double spaces so that test/spaces.test.js passes", [["test/spaces.test.js", true]]],
    ["Merge test/a.test.js and test/b.test.js into one that passes", []],
    ["Merge ranges that touch: test/ranges.test.js has to pass", [["test/ranges.test.js", true]]],
    ["Delete these, all others have to pass: test/a.test.js, test/b.test.js", []],
    ["Remove slug: delete src/slug.js and test/slug.test.js", []],
    ["See test/remove.test.js", [["test/remove.test.js", false]]],
    ["Make t/upper.t pass", [["t/upper.t", true]]],
    ["tests/extension.t.sh has to pass", [["tests/extension.t.sh", true]]],
    ["See test/a.test.js.\nIt is done when test/a.test.js passes", [["test/a.test.js", true]]],
  ])("%s", (text, expected) => {
    expect(readNamedTests(text).tests.map(({ file, asked }) => [file, asked])).toEqual(expected);
  });

  it.each(["make ../other/test/a.test.js pass", "make /tmp/a.test.js pass", "make ~/x/a.test.js pass"])(
    "%s: outside the project",
    (text) => {
      const { tests, outside } = readNamedTests(text);
      expect(tests).toEqual([]);
      expect(outside).toHaveLength(1);
    },
  );
});
