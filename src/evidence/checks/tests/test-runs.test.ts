import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Place } from "../../../../test/evidence/place.js";
import type { CommandEnding } from "../../../lib/process/command-run.js";
import { OutputBuffer } from "../../../lib/process/output-buffer.js";
import { WholeLines } from "../../../lib/process/whole-lines.js";
import { importantLines } from "../../important-lines.js";
import { findCannotRun } from "../cannot-run/cannot-run.js";
import { type CheckResult, judgeRun } from "./judge-run.js";
import { newTestReader, type TestRun } from "./test-run.js";

const silent: TestRun = {
  status: "unknown",
  framework: null,
  passed: null,
  failed: null,
  skipped: null,
  errors: null,
  total: null,
  failures: [],
  why: "",
};
const named = (...names: string[]) => names.map((name) => ({ name, file: null, line: null, message: null }));
const passing: TestRun = { ...silent, status: "pass", passed: 3, failed: 0, total: 3 };
const failing = (...names: string[]): TestRun => ({
  ...silent,
  status: "fail",
  passed: 3 - names.length,
  failed: names.length,
  total: 3,
  failures: named(...names),
});
const nothingRan: TestRun = { ...silent, passed: 0, failed: 0, total: 0 };
/** A runner was seen, and no result of it. */
const unread = (why: string): TestRun => ({ ...silent, framework: "vitest", why });
const exited = (code: number): CommandEnding => ({ is: "exited", code });
const late: CommandEnding = { is: "timed-out", afterMs: 2000, idle: false };
const atStart = (failing: readonly string[], more: Partial<CheckResult> = {}): CheckResult => ({
  name: "tests",
  state: "fails",
  exitCode: 1,
  failed: failing.length,
  passed: 3 - failing.length,
  total: 3,
  failing,
  ...more,
});

interface Row {
  readonly ending: CommandEnding;
  readonly tests: TestRun;
  readonly state: string;
  readonly says: string;
  readonly bytes?: number;
  readonly text?: string;
  readonly found?: boolean;
  readonly reads?: "tests" | "status" | "either";
}

describe("a command's result is its exit status and what its output says, the worse one", () => {
  it.each([
    { ending: exited(0), tests: passing, state: "holds", says: "3 tests passed" },
    { ending: exited(1), tests: passing, state: "fails", says: "exit status 1 beside 3 passing tests" },
    { ending: exited(0), tests: failing("a"), state: "fails", says: "1 of 3 tests fail: a" },
    { ending: exited(1), tests: failing("a", "b"), state: "fails", says: "2 of 3 tests fail: a, b" },
    { ending: exited(0), tests: nothingRan, state: "unknown", says: "no test ran" },
    { ending: exited(5), tests: nothingRan, state: "unknown", says: "no test ran" },
    { ending: exited(1), tests: silent, state: "fails", says: "exit status 1" },
    {
      ending: exited(1),
      tests: silent,
      text: "No tests found, exiting with code 1\n",
      state: "unknown",
      says: "no test ran",
    },
    {
      ending: exited(1),
      tests: silent,
      text: "Error: No test files found: test\n",
      state: "unknown",
      says: "no test ran",
    },
    {
      ending: exited(1),
      tests: silent,
      text: "expected no tests to be found\n",
      state: "fails",
      says: "exit status 1",
    },
    { ending: exited(1), tests: passing, text: "No tests found in old/\n", state: "fails", says: "beside 3 passing" },
    { ending: exited(0), tests: silent, state: "holds", says: "no counts of tests" },
    { ending: exited(0), tests: silent, bytes: 0, state: "unknown", says: "no output" },
    { ending: exited(0), tests: silent, found: true, state: "unknown", says: "no tests were found in its output" },
    { ending: exited(127), tests: silent, state: "unknown", says: "not installed" },
    { ending: exited(126), tests: silent, state: "unknown", says: "not installed" },
    {
      ending: { is: "not-found", why: "x is not installed here" } as const,
      tests: silent,
      state: "unknown",
      says: "x is not installed here",
    },
    { ending: { is: "signalled", signal: "SIGSEGV" } as const, tests: silent, state: "fails", says: "SIGSEGV" },
    { ending: { is: "interrupted" } as const, tests: passing, state: "unknown", says: "interrupted" },
    { ending: late, tests: silent, state: "unknown", says: "within 2 s" },
    { ending: late, tests: failing("a"), state: "fails", says: "1 of 3 tests fail: a" },
    { ending: exited(0), tests: silent, reads: "status", bytes: 0, state: "holds", says: "exit status 0" },
    { ending: exited(2), tests: passing, reads: "status" as const, state: "fails", says: "exit status 2" },
    {
      ending: exited(0),
      tests: failing("a"),
      reads: "status" as const,
      state: "fails",
      says: "but 1 of 3 tests fail: a",
    },
    { ending: exited(0), tests: nothingRan, reads: "status" as const, state: "holds", says: "exit status 0" },
    { ending: exited(0), tests: unread("nothing ran"), state: "unknown", says: "nothing ran" },
    { ending: exited(0), tests: unread("it stops"), reads: "either" as const, state: "unknown", says: "it stops" },
    { ending: exited(0), tests: unread("it stops"), reads: "status" as const, state: "holds", says: "exit status 0" },
    { ending: exited(0), tests: silent, text: "no tests to see", state: "unknown", says: "no test that passed" },
    { ending: exited(0), tests: silent, text: "testing the cart", state: "holds", says: "no counts of tests" },
    {
      ending: exited(0),
      tests: silent,
      text: "no tests to see",
      reads: "either" as const,
      state: "unknown",
      says: "set reads: status",
    },
    {
      ending: exited(0),
      tests: silent,
      text: "running the tests",
      reads: "either" as const,
      state: "holds",
      says: "exit status 0",
    },
    { ending: exited(0), tests: silent, bytes: 0, reads: "either" as const, state: "holds", says: "exit status 0" },
    { ending: exited(3), tests: passing, reads: "either" as const, state: "fails", says: "exit status 3" },
    { ending: exited(0), tests: passing, reads: "either" as const, state: "holds", says: "exit status 0" },
    {
      ending: exited(0),
      tests: { ...unread("a suite did not load"), status: "fail" as const },
      reads: "either" as const,
      state: "fails",
      says: "a suite did not load",
    },
  ] as readonly Row[])("$ending, $tests.status of $tests.total, read by $reads, found $found: $state", (row) => {
    const { ending, tests, state, says, bytes = 10, found = false, reads = "tests", text = "" } = row;
    const cannotRun = findCannotRun(
      { words: ["x"], ending, tests, text },
      { names: [], has: () => false, text: () => null },
    );
    const judged = judgeRun({ words: ["x"], reads, found }, { ending, tests, bytes, text, cwd: "/p", cannotRun }, null);
    expect(judged.state).toBe(state);
    expect(judged.detail).toContain(says);
  });
});

describe("what was broken before the run", () => {
  it.each([
    {
      found: true,
      tests: failing("old"),
      before: atStart(["old"]),
      state: "fails",
      says: "old (failing since the start)",
    },
    {
      found: true,
      tests: failing("old", "new"),
      before: atStart(["old"]),
      state: "fails",
      says: "old (failing since the start), new",
    },
    { found: true, tests: failing("new"), before: atStart(["old"]), state: "fails", says: "new" },
    {
      found: true,
      tests: failing("new"),
      before: atStart([], { state: "holds", exitCode: 0 }),
      state: "fails",
      says: "new",
    },
    { found: true, tests: failing("new"), before: null, state: "fails", says: "new" },
    {
      found: true,
      tests: { ...failing(), failed: 2 },
      before: atStart([], { failed: 2 }),
      state: "fails",
      says: "2 of 3 tests fail",
    },
    {
      found: true,
      tests: passing,
      before: atStart([], { failed: 0, exitCode: 1 }),
      state: "fails",
      says: "exit status 1 beside 3 passing tests",
    },
    {
      found: true,
      tests: passing,
      before: atStart([], { failed: 0, exitCode: 0 }),
      state: "fails",
      says: "exit status 1",
    },
    {
      found: false,
      tests: failing("old"),
      before: atStart(["old"]),
      state: "fails",
      says: "old (failing since the start)",
    },
    {
      found: false,
      tests: passing,
      before: atStart([], { failed: 0, exitCode: 1 }),
      state: "fails",
      says: "exit status 1",
    },
    {
      found: false,
      tests: passing,
      code: 0,
      before: atStart(["old"]),
      state: "holds",
      says: "3 tests passed; 1 failure of the start of the run is not there any more",
    },
  ])(
    "found $found, $tests.failures against $before.failing: $state",
    ({ found, tests, before, state, says, code = 1 }) => {
      const judged = judgeRun(
        { words: ["x"], reads: "tests", found },
        { ending: exited(code), tests, bytes: 1, text: "", cwd: "/p" },
        before,
      );
      expect(judged.state).toBe(state);
      expect(judged.detail).toContain(says);
    },
  );
});

describe("the reader of test runs", () => {
  const read = (text: string, exitCode: number | null): TestRun => {
    const reader = newTestReader();
    for (const byte of Buffer.from(text)) reader.write(Uint8Array.of(byte));
    return reader.end({ exitCode });
  };

  it.each(["tap", "spec"])("reads what node really prints, reporter %s", (reporter) => {
    const place = new Place().writeAll({
      "a.test.js":
        'const { test } = require("node:test");\ntest("good", () => {});\ntest("bad one", () => { throw new Error("no"); });\ntest("later", { skip: true }, () => {});\n',
    });
    const run = (): TestRun => {
      const { stdout, status } = spawnSync(process.execPath, ["--test", `--test-reporter=${reporter}`], {
        cwd: place.path,
        encoding: "utf8",
        env: { PATH: process.env["PATH"] },
      });
      return read(stdout, status);
    };
    const first = run();
    expect(first).toMatchObject({ status: "fail", framework: "node-test", passed: 1, failed: 1, skipped: 1, total: 3 });
    expect(first.failures.map(({ name }) => name)).toContain("bad one");
    place.write("a.test.js", 'require("node:test").test("good", () => {});\n');
    expect(run()).toMatchObject({ status: "pass", passed: 1, failed: 0, total: 1 });
  });
});

describe("what is kept of an output", () => {
  it("is its start and its end, however it came", () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 40 });
    fc.assert(
      fc.property(pieces, fc.nat(50), fc.nat(50), (chunks, head, tail) => {
        const kept = new OutputBuffer({ head, tail });
        for (const chunk of chunks) kept.write(chunk);
        const all = Buffer.concat(chunks);
        expect(kept.bytes).toBe(all.length);
        expect(kept.head().equals(all.subarray(0, head))).toBe(true);
        const rest = all.subarray(head);
        expect(kept.tail().equals(tail === 0 ? Buffer.alloc(0) : rest.subarray(-tail))).toBe(true);
        expect(kept.isCut).toBe(all.length > head + tail);
      }),
    );
  });

  it("is passed on whole, in lines", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom("a", "b", "\n") })), (texts) => {
        const out: string[] = [];
        const lines = new WholeLines((chunk) => out.push(Buffer.from(chunk).toString()));
        for (const text of texts) lines.write(Buffer.from(text));
        const early = out.join("");
        expect(early === "" || early.endsWith("\n")).toBe(true);
        lines.flush();
        expect(out.join("")).toBe(texts.join(""));
      }),
    );
  });
});

describe("important lines", () => {
  it("are those that say what is wrong, without colours, bounded", () => {
    const noise = Array.from({ length: 500 }, (_, at) => `step ${at}`).join("\n");
    const output = `${noise}\n\u001b[31mError: no such thing\u001b[0m\n${noise}\nExpected 3, received 4\n`;
    expect(importantLines(output)).toEqual(["Error: no such thing", "Expected 3, received 4"]);
    expect(importantLines("a\nb\nc")).toEqual(["a", "b", "c"]);
    expect(importantLines(`error ${"x".repeat(5000)}`)[0]?.length).toBeLessThan(310);
    expect(importantLines("error\n".repeat(10))).toEqual(["error"]);
    expect(importantLines("error \u0000\u0007bell")[0]).toBe("error bell");
  });
});
