import { writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { jsonLines, Workplace } from "./cli.js";

const red = "--- FAIL: TestSum (0.00s)\n    cart_test.go:9: got 3, want 4\nFAIL\nFAIL\tshop/cart\t0.002s\n";
const green = "\n  2 passing (6ms)\n\n";

it("prints one object a file, in order, with null for what is not told", async () => {
  using place = new Workplace();
  place.write("red.txt", red);
  place.write("green.txt", green);
  const { code, out } = await place.run(["tests", "red.txt", "green.txt"]);
  expect(code).toBe(0);
  expect(jsonLines(out)).toEqual([
    {
      file: "red.txt",
      status: "fail",
      framework: "go-test",
      passed: null,
      failed: 1,
      skipped: null,
      errors: null,
      total: 1,
      failures: [{ name: "TestSum", file: "cart_test.go", line: 9, message: "got 3, want 4" }],
      why: expect.stringContaining("go-test"),
    },
    expect.objectContaining({ file: "green.txt", status: "pass", framework: "mocha", passed: 2, failures: [] }),
  ]);
});

it.each([
  { words: [], status: "pass" },
  { words: ["--exit-code", "0"], status: "pass" },
  { words: ["--exit-code", "1"], status: "fail" },
  { words: ["--exit-code=-1"], status: "fail" },
])("weighs the words against the status: $words is $status", async ({ words, status }) => {
  using place = new Workplace();
  expect(jsonLines((await place.run(["tests", ...words, "-"], green)).out)).toMatchObject([{ file: "-", status }]);
});

it("reads UTF-16 with and without its mark", async () => {
  using place = new Workplace();
  const words = Buffer.from("\r\n  0 passing (1ms)\r\n  1 failing\r\n\r\n", "utf16le");
  place.write("marked.txt", Buffer.concat([Buffer.from([0xff, 0xfe]), words]));
  place.write("bare.txt", words);
  expect(jsonLines((await place.run(["tests", "marked.txt", "bare.txt"])).out)).toMatchObject([
    { status: "fail", failed: 1 },
    { status: "fail", failed: 1 },
  ]);
});

it("answers the other files when one cannot be read, and exits 2", async () => {
  using place = new Workplace();
  place.write("green.txt", green);
  place.write("picture.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0, 0, 0, 0]));
  const { code, out, err } = await place.run(["tests", "gone.txt", "picture.png", "green.txt"]);
  expect(code).toBe(2);
  expect(jsonLines(out)).toMatchObject([{ file: "green.txt", status: "pass" }]);
  expect(err).toContain("there is no such file");
  expect(err).toContain("the file is binary");
  expect(err).not.toContain("    at ");
});

it.each([
  { words: ["tests"], says: "no file was named" },
  { words: ["tests", "--exit-code", "one", "-"], says: '"one" is not an exit status' },
  { words: ["tests", "--exitcode", "1", "-"], says: "--exit-code" },
])("refuses $words and says what to do", async ({ words, says }) => {
  using place = new Workplace();
  const { code, err } = await place.run(words);
  expect(code).toBe(2);
  expect(err).toContain(says);
});

it("reads the same whatever pieces a long output comes in", async () => {
  using place = new Workplace();
  const path = place.write("long.txt", "");
  const lines = Array.from({ length: 40_000 }, (_, at) => `ok ${at + 1} - keeps row ${at} ✓\n`).join("");
  writeFileSync(path, `TAP version 13\n1..40001\n${lines}not ok 40001 - the last\n`);
  expect(jsonLines((await place.run(["tests", "long.txt"])).out)).toMatchObject([
    { status: "fail", framework: "tap", passed: 40_000, failed: 1, total: 40_001, failures: [{ name: "the last" }] },
  ]);
});
