import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { python } from "../../src/evidence/proof/without-work/python/python.js";
import { hollowRows } from "./python-hollow-rows.js";
import { unitRows, unmeasuredRows } from "./python-unit-rows.js";

const runs = (words: readonly string[]): boolean => spawnSync("python3", words, { stdio: "ignore" }).status === 0;
const hasPython = runs(["-c", "import ast"]);
const hasPytest = hasPython && runs(["-m", "pytest", "--version"]);
if (!hasPytest) console.warn(hasPython ? "pytest is not installed: left out" : "python3 is not installed: left out");

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "untildone-python-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1" };
const runners = [
  { runner: "unittest", is: hasPython, words: ["-m", "unittest", "-v"] },
  { runner: "pytest", is: hasPytest, words: ["-m", "pytest", "-v", "-p", "no:cacheprovider", "--tb=no"] },
];

/** The names of the tests that failed. */
function failing(words: readonly string[], cwd: string): readonly string[] {
  const { stdout, stderr } = spawnSync("python3", words, { cwd, env, encoding: "utf8" });
  const said = `${stdout}\n${stderr}`;
  expect(said).toMatch(/^Ran \d+ tests|\d+ passed|\d+ failed/m);
  const lines = said
    .split("\n")
    .filter((line) => /^(?:test_\w+ \(.*(?:FAIL|ERROR)$|test_\w+\.py::.*(?:FAILED|ERROR))/.test(line));
  return lines
    .map((line) => /\b(test_[a-z]+_\d+_\w+)/.exec(line.replace(/^test_\w+\.py::/, ""))?.[1] ?? line)
    .toSorted();
}

/** A module and its tests for each row: hollow ones, and an honest one. */
function writeRows(cwd: string, texts: readonly string[]): void {
  hollowRows.forEach((row, n) => {
    writeFileSync(join(cwd, `m${n}.py`), texts[n] ?? "");
    const tests = Object.entries({ ...row.hollow, honest: row.honest }).map(
      ([form, body]) => `    def test_row_${n}_${form}(self):\n${body.replaceAll(/^/gm, "        ")}\n`,
    );
    writeFileSync(
      join(cwd, `test_m${n}.py`),
      `import asyncio, unittest\nimport m${n} as m\n\nclass TestRow(unittest.TestCase):\n${tests.join("\n")}`,
    );
  });
}

describe.each(runners)("with $runner", ({ is, words }) => {
  it.skipIf(!is)("hollow tests stay green under the wrong answer, and honest ones go red", async () => {
    const cwd = folder();
    writeRows(
      cwd,
      hollowRows.map(({ source }) => source),
    );
    expect(failing(words, cwd)).toEqual([]);
    const source = python();
    const wrong = await Promise.all(
      hollowRows.map((row, n) =>
        source.answerWrong({ path: `m${n}.py`, text: row.source, names: [row.unit], marks: join(cwd, `marks${n}`) }),
      ),
    );
    expect(wrong.map((each) => each?.wrapped)).toEqual(hollowRows.map(({ unit }) => [unit]));
    writeRows(
      cwd,
      wrong.map((each) => each?.text ?? ""),
    );
    expect(failing(words, cwd)).toEqual(hollowRows.map((_, n) => `test_row_${n}_honest`).toSorted());
    hollowRows.forEach(({ unit }, n) => {
      const marks = readFileSync(join(cwd, `marks${n}`), "utf8").split("\n");
      expect(marks).toEqual(expect.arrayContaining([`loaded m${n}.py`, `called ${unit}`, `wrong ${unit}`]));
    });
  });
});

describe.skipIf(!hasPython)("what cannot be measured", () => {
  it.each(unmeasuredRows)("$what", async ({ source, unit, run }) => {
    const cwd = folder();
    const marks = join(cwd, "marks");
    const wrong = await python().answerWrong({ path: "m.py", text: source, names: [unit], marks });
    if (run === undefined) {
      expect(wrong).toBeNull();
      expect((await python().readUnits(source, "m.py"))?.find(({ name }) => name === unit)?.isMeasurable).toBe(false);
      return;
    }
    writeFileSync(join(cwd, "m.py"), wrong?.text ?? "");
    execFileSync("python3", ["-c", `import asyncio\nfrom m import *\n${run}`], { cwd, env });
    expect(readFileSync(marks, "utf8").trim().split("\n")).toEqual(["loaded m.py", `called ${unit}`, `none ${unit}`]);
  });
});

describe.skipIf(!hasPython)("the units of a text", () => {
  it.each(unitRows)("$what", async ({ text, units }) => {
    const found = await python().readUnits(text, "m.py");
    expect(found?.map((unit) => [unit.name, text.slice(unit.start, unit.end), unit.isMeasurable]) ?? null).toEqual(
      units,
    );
  });

  it("keeps a wrapped text Python, whatever stands at its top", async () => {
    const tops = ["", "#!/usr/bin/env python3\n# -*- coding: latin-1 -*-\n", '"""Doc."""\n', "'''A\nB'''  # doc\n"];
    const future = "from __future__ import (\n  annotations,\n)";
    const imports = ["", `${future}  # why\n`, `${future}; x = 1\n`, "x = 1; y = 2\n"];
    const headers = tops.flatMap((top) => imports.map((each) => `${top}${each}`));
    // Python itself refuses a byte order mark before another encoding.
    const marked = headers.filter((each) => !each.includes("latin-1")).map((each) => `\uFEFF${each}`);
    const all = [...headers, ...marked.map((each) => each.replaceAll("\n", "\r\n"))];
    const source = python();
    const wrong = await Promise.all(
      all.map(async (top) => {
        const text = `${top}@staticmethod\ndef name():\n    return "é1"\n`;
        const asked = { path: "ü😀.py", text, names: ["name"], marks: "/nowhere/at all/ü😀" };
        return (await source.answerWrong(asked))?.text;
      }),
    );
    const program = `import json, sys
for text in json.load(sys.stdin):
    found = {}
    exec(compile(text.encode("utf-8"), "m", "exec"), found)
    print(ascii(getattr(found["name"], "__func__", found["name"])()))`;
    const out = execFileSync("python3", ["-c", program], { input: JSON.stringify(wrong), encoding: "utf8" });
    const answers = out.trim().split("\n");
    expect(answers).toHaveLength(all.length);
    expect(answers.filter((answer) => !answer.endsWith("2'"))).toEqual([]);
  });

  it("keeps name, doc, signature and kind of a function", async () => {
    const text = 'async def add(a: int, *, b=2) -> int:\n    "Adds."\n    return a + b\n';
    const wrong = await python().answerWrong({ path: "m.py", text, names: ["add"], marks: "/nowhere/marks" });
    const ask =
      "import inspect; print(add.__name__, add.__doc__, inspect.signature(add), inspect.iscoroutinefunction(add))";
    const out = execFileSync("python3", ["-c", `${wrong?.text}\n${ask}`], { encoding: "utf8" });
    expect(out.trim()).toBe("add Adds. (a: int, *, b=2) -> int True");
  });
});

it("says nothing where there is no Python", async () => {
  const { PATH } = process.env;
  onTestFinished(() => {
    process.env["PATH"] = PATH;
  });
  process.env["PATH"] = folder();
  expect(await python().readUnits("def f():\n    return 1\n", "m.py")).toBeNull();
  expect(
    await python().answerWrong({ path: "m.py", text: "A = 1\n", names: ["A"], marks: "/nowhere/marks" }),
  ).toBeNull();
});
