import { describe, expect, it } from "vitest";
import { outputSays } from "./output-says.js";

describe("an output that says how its command ended", () => {
  it.each([
    "2 skipped",
    "1 test skipped, 3 pending",
    "all tests skipped",
    "3 scenarios were skipped",
    "No test files found",
    "[no test files]",
    "no tests ran",
    "0 passing",
    "# tests 0",
    "tests: 0",
    "No tests found, exiting with code 0",
    "collected 0 items / 0 tests",
    "0 examples, 0 failures",
    "ran 0 tests",
    "Ran 0 of 5 specs",
    "zero specs matched the filter",
    "Skipping the tests: no database",
    "no tests were selected\nBuild successful",
    "> shop@1.0.0 test\n> ./run.sh\n\nexecuted 0 tests\nok",
    "\u001b[33mno matching specs\u001b[39m",
  ])("ran none: %s", (text) => expect(outputSays(text)).toBe("none-ran"));

  it.each([
    ".",
    "..s",
    "Running the test suite",
    "loading tests\ncompiling tests",
    "make: 'check' is up to date.",
    "nothing to do",
    "> shop@1.0.0 test\n> ./run.sh\n\nstarting specs",
    "Testing...\n",
  ])("shows none that passed: %s", (text) => expect(outputSays(text)).toBe("none-passed"));

  it.each([
    "",
    "done",
    "> shop@1.0.0 test\n> node check.js\n",
    "> shop@1.0.0 test\n> node check.js\n\nall good",
    "Found 0 errors.",
    "src/a.ts: 0 problems",
    "All tests passed!",
    "all 12 tests passed, 0 failed, 2 skipped",
    "tests: ok",
    "✓ adds up\n✓ empties the test cart",
    "no tests failed, all is green",
    "12 tests passed\n2 skipped",
    "5 specs ok, 1 ignored",
  ])("has nothing against its status: %s", (text) => expect(outputSays(text)).toBe("other"));

  it("looks at a long output in no time", () => {
    const text = `${"0 a b c ".repeat(20_000)}\n${"tests ".repeat(20_000)}`;
    const start = performance.now();
    outputSays(text);
    expect(performance.now() - start).toBeLessThan(200);
  });
});
