import { describe, expect, it } from "vitest";
import { describeLost, type TestCensus } from "./lost-tests.js";
import { TestNameScan } from "./test-names.js";

function readNames(text: string) {
  const scan = new TestNameScan();
  for (const byte of Buffer.from(text)) scan.write(Uint8Array.of(byte));
  return scan.end();
}

describe("the names of tests in an output", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ["ok 1 - adds\nnot ok 2 - divides\nok 3 - later # SKIP no time\n1..3\n", ["adds", "divides"], ["later"]],
    ["✔ adds (0.92ms)\n﹣ later (0.1ms) # SKIP\n▶ cart\n  ✖ divides (1.2ms)\n", ["adds", "divides"], ["later"]],
    ["\u001b[32m✓\u001b[0m adds 3ms\n↓ later\n", ["adds"], ["later"]],
    ["✓ test/a.test.ts (3 tests | 1 skipped) 12ms\n✓ test/a.test.ts > adds 3ms\n", ["test/a.test.ts > adds"], []],
    ["--- PASS: TestAdds (0.00s)\n--- SKIP: TestLater (0.00s)\n", ["TestAdds"], ["TestLater"]],
    [
      "test_a.py::test_adds[1-2] PASSED   [ 50%]\ntest_a.py::test_later SKIPPED (no) [100%]\n",
      ["test_a.py::test_adds[1-2]"],
      ["test_a.py::test_later"],
    ],
    [
      "test_adds (shop.Cart.test_adds) ... ok\ntest_later (shop.Cart.test_later) ... skipped 'no'\n",
      ["test_adds (shop.Cart.test_adds)"],
      ["test_later (shop.Cart.test_later)"],
    ],
    ["test cart::adds ... ok\ntest cart::later ... ignored\n", ["cart::adds"], ["cart::later"]],
    ["[       OK ] Cart.Adds (0 ms)\n[  SKIPPED ] Cart.Later (0 ms)\n", ["Cart.Adds"], ["Cart.Later"]],
    ["..s.\n\nRan 4 tests in 0.1s\n\nOK (skipped=1)\n", [], []],
  ])("%j", (text, ran, skipped) => expect(readNames(text)).toEqual({ ran, skipped }));

  it("are none where there are too many to keep", () => {
    const lines = Array.from({ length: 6_000 }, (_, at) => `ok ${at + 1} - test ${at}\n`).join("");
    expect(readNames(lines)).toEqual({ ran: [], skipped: [] });
  });
});

const census = (ran: number | null, names: string, more: Partial<TestCensus> = {}): TestCensus => ({
  ran,
  skipped: 0,
  names: { ran: names === "" ? [] : names.split(" "), skipped: [] },
  isPartial: false,
  ...more,
});
const skipping = (ran: number, names: string, skipped: string): TestCensus =>
  census(ran, names, {
    skipped: skipped.split(" ").length,
    names: { ran: names.split(" "), skipped: skipped.split(" ") },
  });

describe("tests that are missed", () => {
  it.each<[string, TestCensus, TestCensus, readonly string[], string | null]>([
    ["the same", census(2, "a b"), census(2, "a b"), [], null],
    [
      "one fewer, by name",
      census(2, "a b"),
      census(1, "a"),
      [],
      "1 test that ran at the start of the run no longer runs: b",
    ],
    ["one fewer, by count", census(2, ""), census(1, ""), [], "1 test that ran at the start of the run no longer runs"],
    ["renamed", census(2, "a b"), census(2, "a c"), [], null],
    [
      "renamed and one gone",
      census(3, "a b c"),
      census(2, "a d"),
      [],
      "1 test fewer than at the start of the run; missing: b, c",
    ],
    ["removed as allowed", census(3, "a b c"), census(2, "a b"), ["c"], null],
    [
      "another removed than allowed",
      census(3, "a b c"),
      census(2, "a c"),
      ["c"],
      "1 test that ran at the start of the run no longer runs: b",
    ],
    ["removed as allowed, by count", census(3, ""), census(1, ""), ["c"], null],
    ["no counts at the start", census(null, ""), census(2, "a b"), [], null],
    [
      "a test that ran is skipped, another added",
      census(2, "a b"),
      skipping(2, "a c", "b"),
      [],
      "1 test more is skipped than at the start of the run: b",
    ],
    ["a new test is skipped", census(2, "a b"), skipping(2, "a b", "c"), [], null],
    [
      "skipped, by count",
      census(2, ""),
      census(2, "", { skipped: 2 }),
      [],
      "2 tests more are skipped than at the start of the run",
    ],
    ["as many skipped, by count", census(2, "", { skipped: 2 }), census(2, "", { skipped: 2 }), [], null],
    [
      "a suite that did not load at the start",
      census(2, "", { isPartial: true }),
      census(2, "", { skipped: 2 }),
      [],
      null,
    ],
  ])("%s", (_, start, now, titles, words) => {
    expect(describeLost(start, now, { titles, isUnread: false })).toBe(words);
  });
});
