import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { bin, Workplace } from "../e2e/cli.js";

/** A small history of a library, each commit with what a person reads in it. */

const script = fileURLToPath(new URL("../../scripts/prove-commits.mjs", import.meta.url));
const place = new Workplace();
afterAll(() => place[Symbol.dispose]());

const testFile = (...tests: readonly string[]): string =>
  ['const assert = require("node:assert");', 'const { test } = require("node:test");', ...tests, ""].join("\n");
const sum = "exports.sum = (list) => list.reduce((all, each) => all + each, 0);\n";
const sumTests = testFile(
  'const { sum } = require("../lib/sum.js");',
  'test("sums", () => assert.equal(sum([1, 2]), 3));',
);

interface Step {
  readonly subject: string;
  readonly reading: "proved" | "nothing" | "cannot";
  readonly files: Readonly<Record<string, string>>;
}

const steps: readonly Step[] = [
  {
    subject: "Leave out what is no number",
    reading: "proved",
    files: {
      "lib/sum.js": sum.replace("list.reduce", "list.filter(Number.isFinite).reduce"),
      "test/sum.test.js": `${sumTests}test("leaves out NaN", () => assert.equal(sum([1, NaN]), 1));\n`,
    },
  },
  {
    subject: "Take the filter out of sum",
    reading: "nothing",
    files: {
      "lib/sum.js": `const finite = (list) => list.filter(Number.isFinite);\n${sum.replace("list.reduce", "finite(list).reduce")}`,
      "test/sum.test.js": `${sumTests}test("leaves out NaN", () => assert.equal(sum([1, NaN]), 1));\ntest("of nothing", () => assert.equal(sum([]), 0));\n`,
    },
  },
  {
    subject: "Call what is left numbers",
    reading: "nothing",
    files: {
      "lib/sum.js": `const numbers = (list) => list.filter(Number.isFinite);\n${sum.replace("list.reduce", "numbers(list).reduce")}`,
      "test/sum.test.js": `${sumTests}test("leaves out NaN", () => assert.equal(sum([1, NaN]), 1));\ntest("of one", () => assert.equal(sum([7]), 7));\ntest("of nothing", () => assert.equal(sum([]), 0));\n`,
    },
  },
  {
    subject: "Show the middle of a list",
    reading: "nothing",
    files: {
      "lib/median.js": "exports.median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];\n",
      "index.js": 'exports.sum = require("./lib/sum.js").sum;\nexports.median = require("./lib/median.js").median;\n',
      "test/median.test.js": testFile(
        'const { median } = require("../index.js");',
        'test("is there", () => assert.equal(typeof median, "function"));',
      ),
    },
  },
  {
    subject: "Count up",
    reading: "cannot",
    files: {
      "lib/count.js": "exports.count = function* (to) {\n  for (let n = 1; n <= to; n++) yield n;\n};\n",
      "test/count.test.js": testFile(
        'const { count } = require("../lib/count.js");',
        'test("counts", () => assert.deepEqual([...count(3)], [1, 2, 3]));',
      ),
    },
  },
];

function commit(subject: string, files: Step["files"]): string {
  for (const [name, text] of Object.entries(files)) place.write(name, text);
  const git = (...words: readonly string[]): string =>
    spawnSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...words], {
      ...{ cwd: place.path, encoding: "utf8" },
    }).stdout.trim();
  git("add", "-A");
  git("commit", "-qm", subject);
  return git("rev-parse", "HEAD");
}

it("says of real commits what proves them, as a person reads them", () => {
  spawnSync("git", ["init", "-q"], { cwd: place.path });
  commit("Start", {
    "package.json": JSON.stringify({ name: "numbers", scripts: { test: "node --test" } }),
    "index.js": 'exports.sum = require("./lib/sum.js").sum;\n',
    "lib/sum.js": sum,
    "test/sum.test.js": sumTests,
  });
  const readings = steps.map(({ subject, reading, files }) => ({ commit: commit(subject, files), reading }));
  const file = `${place.stateHome}.json`;
  writeFileSync(file, JSON.stringify(readings));
  const words = ["--repo", place.path, "--commits", String(steps.length), "--check", "tests=node --test {tests}"];
  const env = { ...process.env, ...place.ownEnv };
  const ran = spawnSync(process.execPath, [script, ...words, "--readings", file, "--cli", bin], {
    ...{ encoding: "utf8", env },
  });
  expect(ran.stderr).toBe("");
  expect(ran.stdout).toContain(`${steps.length} of ${steps.length} as they were read`);
  expect(ran.stdout).toContain("signs: 0 strong, 0 weak");
  expect(ran.status).toBe(0);
  const few = spawnSync(process.execPath, [script, ...words, "--tests", "/count", "--commits", "2", "--cli", bin], {
    ...{ encoding: "utf8", env },
  });
  expect(few.stdout).toMatch(/^FAILED, left out .* Show the middle .* none of the test files that are asked$/m);
  expect(few.stdout).toContain("1 commits measured, 1 left out");
}, 240_000);
