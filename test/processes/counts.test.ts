import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { jsonLines, Workplace } from "../e2e/cli.js";

/** Runs in which the tests that are run at the end are not those of the start. */

interface Played {
  readonly files: Readonly<Record<string, string>>;
  /** What the agent writes in its turn, and removes. */
  readonly write?: Readonly<Record<string, string>>;
  readonly remove?: readonly string[];
  readonly check: string;
  readonly args?: readonly string[];
}

interface Decided {
  readonly outcome: string | null;
  readonly reason: string;
  readonly feedback: readonly string[];
}

async function play({ files, write = {}, remove = [], check, args = [] }: Played) {
  using place = new Workplace();
  for (const [name, text] of Object.entries(files)) place.write(name, text);
  place.write("PROMPT.md", "Make the change.\n");
  place.commitAll();
  const step = { write, delete: remove, say: "Done.", status: { STATUS: "COMPLETE", EXIT_SIGNAL: "true" } };
  place.write(".ralph/script.json", JSON.stringify({ steps: [step] }));
  const { out } = await place.run([
    ...["run", "--agent", "scripted", "--script", ".ralph/script.json", "--tasks", "none", "--json"],
    ...["--check", `tests=${check}`, "--no-detect", "--max-iterations", "1", ...args],
  ]);
  const events = jsonLines(out);
  const decisions = events
    .filter(({ type }) => type === "decision-made")
    .map(({ record }) => (record as { decision: Decided }).decision);
  return {
    outcome: decisions.at(-1)?.outcome,
    feedback: decisions.flatMap(({ feedback }) => feedback).join("\n"),
    out,
  };
}

/** Tests that follow what the source says: no test file is edited. */
const node: Played = {
  check: "node --test",
  files: {
    "src.cjs": "exports.cases = { adds: 1, subtracts: 2, divides: 3 };\nexports.isOn = true;\n",
    "a.test.cjs": `const { test } = require("node:test");
const { cases, isOn } = require("./src.cjs");
for (const name of Object.keys(cases)) test(name, { skip: !isOn && name !== "adds" }, () => {});
`,
  },
};
const python: Played = {
  check: "python3 -m unittest -v",
  files: {
    "shop.py": "ON = True\n",
    "test_shop.py": `import unittest
import shop

class Cart(unittest.TestCase):
    def test_adds(self):
        self.assertTrue(shop)

if shop.ON:
    class More(unittest.TestCase):
        def test_divides(self):
            self.assertTrue(shop)
`,
  },
};
const quiet = { ...python, check: "python3 -m unittest" };
const shell: Played = {
  check: "sh run.sh",
  files: {
    "cases.txt": "adds\ndivides\n",
    "run.sh": 'n=0\nfor name in $(cat cases.txt); do n=$((n+1)); echo "ok $n - $name"; done\necho "1..$n"\n',
  },
};
const source = (text: string) => ({ "src.cjs": `${text}\n` });
const hasPython = spawnSync("python3", ["--version"]).status === 0;

describe("tests that ran at the start and do not run at the end", () => {
  it.each<[string, Played, string]>([
    [
      "node, fewer",
      { ...node, write: source("exports.cases = { adds: 1 };\nexports.isOn = true;") },
      "2 tests that ran at the start of the run no longer run: subtracts, divides",
    ],
    [
      "node, skipped",
      { ...node, write: source("exports.cases = { adds: 1, subtracts: 2, divides: 3 };\nexports.isOn = false;") },
      "2 tests more are skipped than at the start of the run: subtracts, divides",
    ],
    [
      "node, skipped while others were added",
      {
        ...node,
        write: {
          ...source("exports.cases = { adds: 1, subtracts: 2, divides: 3 };\nexports.isOn = false;"),
          "b.test.cjs": 'for (const name of "xyz") require("node:test").test(name, () => {});\n',
        },
      },
      "subtracts, divides",
    ],
  ])("%s: a veto that names them", async (_, played, words) => {
    const { outcome, feedback } = await play(played);
    expect(outcome).not.toBe("completed");
    expect(feedback).toContain(words);
  });

  it.skipIf(!hasPython)("python: by name where the runner lists them, else by count", async () => {
    const write = { "shop.py": "ON = False\n" };
    const named = await play({ ...python, write });
    expect(named.outcome).not.toBe("completed");
    expect(named.feedback).toContain("no longer runs: test_divides (test_shop.More");
    const counted = await play({ ...quiet, write });
    expect(counted.outcome).not.toBe("completed");
    expect(counted.feedback).toContain("1 test that ran at the start of the run no longer runs");
  });

  it("a check that told its tests and tells none now is unknown", async () => {
    const { outcome, feedback } = await play({
      ...shell,
      write: { "run.sh": "echo all good\n" },
      args: ["--set", 'checks={"honest-tests":false}'],
    });
    expect(outcome).not.toBe("completed");
    expect(feedback).toContain("it reported 2 tests at the start of the run and reports none now");
  });
});

describe("as many tests run as at the start, or a person allows otherwise", () => {
  it.each<[string, Played]>([
    ["renamed", { ...shell, write: { "cases.txt": "sums\ndivides\n" } }],
    ["added", { ...shell, write: { "cases.txt": "adds\ndivides\nmultiplies\n" } }],
    [
      "other parameters",
      { ...node, write: source("exports.cases = { adds: 1, x2: 2, x3: 3 };\nexports.isOn = true;") },
    ],
    [
      "moved to another file",
      {
        ...node,
        write: {
          "a.test.cjs":
            'require("node:test").test("adds", () => {});\nrequire("node:test").test("subtracts", () => {});\n',
          "b.test.cjs": 'require("node:test").test("divides", () => {});\n',
        },
        args: ["--set", 'checks={"honest-tests":false}'],
      },
    ],
  ])("%s: completed", async (_, played) => {
    expect(await play(played)).toMatchObject({ outcome: "completed" });
  });

  it("fewer cases in data of the tests are told where those of the start pass", async () => {
    const { outcome, out } = await play({ ...shell, write: { "cases.txt": "adds\n" } });
    expect(outcome).toBe("completed");
    expect(out).toContain("1 test that ran at the start of the run no longer runs: divides; as they were at the start");
  });

  it("a test that never ran is not said to have failed before and passed now", async () => {
    const failing =
      'n=0\nfor name in $(cat cases.txt); do n=$((n+1)); [ $name = bad ] && printf "not "; echo "ok $n - $name"; done\necho "1..$n"\n';
    const files = { "cases.txt": "adds\nbad\n", "run.sh": failing };
    const renamed = await play({ ...shell, files, write: { "cases.txt": "adds\nother\n" } });
    expect(renamed.out).not.toContain("of which failed at the start");
    const fixed = await play({ ...shell, files, write: { "run.sh": `# fixed\n${shell.files["run.sh"]}` } });
    expect(fixed.out).toContain("1 of which failed at the start of the run");
  });
});
