import { describe, expect, it } from "vitest";
import { judgeRun } from "./judge-run.js";
import { guessWhatItReads } from "./looks-like-tests.js";
import { newTestReader } from "./test-run.js";

/** What comes of a check that the user named, by what it printed. */
function judge(check: string, text: string, code = 0): string {
  const [name = "", command = ""] = check.split("=");
  const words = command.split(" ");
  const bytes = Buffer.from(text);
  const reader = newTestReader();
  reader.write(bytes);
  const plan = { words, reads: guessWhatItReads(name, words), found: false };
  const ended = { ending: { is: "exited" as const, code }, tests: reader.end({ exitCode: code }), text, cwd: "/p" };
  return judgeRun(plan, { ...ended, bytes: bytes.length }, null).state;
}

const npm = "\n> shop@1.0.0 test\n> ./run\n\n";

describe("nothing ran is never a pass, whoever named the check", () => {
  const texts: readonly string[] = [
    "2 skipped\n",
    "===== 2 skipped in 0.01s =====\n",
    "no tests ran in 0.01s\n",
    "collected 0 items\n",
    "No test files found, exiting with code 0\n",
    "?   \tshop/cart\t[no test files]\n",
    "? shop/cart [no test files]\n",
    "make: 'test' is up to date.\n",
    "make: Nothing to be done for 'test'.\n",
    ".",
    "....",
    "\n  0 passing (1ms)\n\n",
    "TAP version 13\n# tests 0\n# pass 0\n# fail 0\n1..0\n",
    "ℹ tests 0\nℹ suites 0\nℹ pass 0\nℹ fail 0\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0\nℹ duration_ms 3\n",
    "No tests found, exiting with code 0\n",
    "0 examples, 0 failures\n",
    "Ran 0 tests in 0.000s\n\nOK\n",
    "Ran 0 tests in 0.000s\n\nNO TESTS RAN\n",
    "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n",
    "running 4 tests\ntest cart::adds ... ok\n",
    "\n RUN  v4.1.0 /shop\n\n ✓ cart.test.ts (2 tests)\n",
    "Tests run: 0, Failures: 0, Errors: 0, Skipped: 0\n",
    "[  PASSED  ] 0 tests.\n",
    "Executed 0 of 0 SUCCESS (0.001 secs / 0 secs)\n",
    "0 scenarios\n0 steps\n0m00.000s\n",
    "There are no specs here\n",
  ];

  it.each(texts)("npm test: %j", (text) => {
    expect(judge("tests=npm test", text)).toBe("unknown");
    expect(judge("tests=npm test", npm + text)).toBe("unknown");
    expect(judge("unit=./units", text)).toBe("unknown");
  });

  it.each(texts.filter((text) => !/^\.+$/.test(text)))("a command of any name: %j", (text) => {
    expect(judge("verify=./verify", text)).toBe("unknown");
  });
});

describe("a command in which something ran, or that is none of tests", () => {
  it.each([
    ["tests=npm test", `${npm}\n  3 passing (5ms)\n\n`],
    ["tests=npm test", `${npm}all good\n`],
    ["tests=./run", "All tests passed!\n"],
    ["verify=./verify", "3 passed in 0.01s\n"],
    ["types=tsc --noEmit", ""],
    ["anything=tsc --noEmit", ""],
    ["lint=eslint .", ""],
    ["style=eslint .", "0 problems in 12 files, no tests were looked at\n"],
    ["anything=true", ""],
    ["generate=make gen", "make: 'gen' is up to date.\n"],
    ["build=mvn package", "[INFO] Scanning for projects...\n[INFO] Tests are skipped.\n[INFO] BUILD SUCCESS\n"],
  ])("%s holds: %j", (check, text) => expect(judge(check, text)).toBe("holds"));

  it.each([
    ["tests=npm test", "1 failed\n", 0],
    ["tests=npm test", "", 1],
    ["verify=./verify", "3 passed in 0.01s\n", 1],
    ["verify=./verify", "1 failed, 2 passed in 0.01s\n", 0],
    ["anything=false", "", 1],
  ] as const)("%s fails: %j, status %d", (check, text, code) => expect(judge(check, text, code)).toBe("fails"));
});
