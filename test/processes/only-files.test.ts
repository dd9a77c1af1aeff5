import { execFileSync, spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { CommandPlan } from "../../src/evidence/plan.js";
import { projectFilesAt } from "../../src/evidence/project-files.js";
import { onlyFiles } from "../../src/evidence/proof/without-work/only-files.js";
import { Place } from "../evidence/place.js";
import { toolEnv } from "./cannot-run-rows.js";

/** Real runners that are told to run one of two files: the other one's tests leave a line as well. */

const has = (words: readonly string[]): boolean => {
  try {
    execFileSync(words[0] ?? "", words.slice(1), { stdio: "ignore", env: { ...process.env, ...toolEnv } });
    return true;
  } catch {
    return false;
  }
};

const nodeTest = (name: string): string =>
  `const { test } = require("node:test");\ntest("${name}", () => { require("node:fs").appendFileSync("ran.txt", "${name}\\n"); });\n`;
const vitestTest = (name: string): string =>
  `import { appendFileSync } from "node:fs";\nimport { it } from "vitest";\nit("${name}", () => appendFileSync("ran.txt", "${name}\\n"));\n`;
const pyTest = (name: string): string =>
  `import unittest\nclass T(unittest.TestCase):\n    def test_${name}(self):\n        open("ran.txt", "a").write("${name}\\n")\n`;
const goTest = (folder: string, name: string): string =>
  `package ${folder}\nimport ("os"; "testing")\nfunc Test${name}(t *testing.T) {\n\tf, _ := os.OpenFile("../ran.txt", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)\n\tf.WriteString("${name}\\n")\n\tf.Close()\n}\n`;
const rustTest = (name: string): string =>
  `use std::io::Write;\n#[test]\nfn ${name}() {\n    let mut f = std::fs::OpenOptions::new().append(true).create(true).open("ran.txt").unwrap();\n    writeln!(f, "${name}").unwrap();\n}\n`;

const nodeFiles = { "test/one.test.js": nodeTest("one"), "test/two.test.js": nodeTest("two") };
const vitestFiles = { "test/one.test.js": vitestTest("one"), "test/two.test.js": vitestTest("two") };
const pyFiles = { "tests/__init__.py": "", "tests/test_one.py": pyTest("one"), "tests/test_two.py": pyTest("two") };
const crate = {
  "Cargo.toml": '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n',
  ...{ "src/lib.rs": "", "tests/one.rs": rustTest("one"), "tests/two.rs": rustTest("two") },
};
const scripts = (of: object): Record<string, string> => ({ "package.json": JSON.stringify({ scripts: of }) });

interface Row {
  readonly words: string;
  readonly files: Readonly<Record<string, string>>;
  readonly only: string;
  /** What tells that the runner is here. */
  readonly needs: readonly string[];
  readonly ran?: readonly string[];
}

const [node, npm, pytest] = [
  ["node", "--version"],
  ["npm", "--version"],
  ["python3", "-m", "pytest", "--version"],
];
const build = "node -e \"require('node:fs').appendFileSync('ran.txt','built\\n')\"";

const rows: readonly Row[] = [
  { words: "node --test", files: nodeFiles, only: "test/one.test.js", needs: node },
  {
    words: "npm test",
    files: { ...nodeFiles, ...scripts({ test: "node --test" }) },
    only: "test/one.test.js",
    needs: npm,
  },
  {
    words: "npm test",
    files: { ...nodeFiles, ...scripts({ pretest: build, test: "node --test test/*.test.js" }) },
    ...{ only: "test/one.test.js", needs: npm, ran: ["built", "one"] },
  },
  { words: "node_modules/.bin/vitest run", files: vitestFiles, only: "test/one.test.js", needs: node },
  {
    words: "npm test",
    files: { ...vitestFiles, ...scripts({ test: "vitest run" }) },
    only: "test/one.test.js",
    needs: npm,
  },
  {
    words: "npm test",
    files: { ...vitestFiles, ...scripts({ test: "vitest run test --coverage" }) },
    ...{ only: "test/one.test.js", needs: npm },
  },
  { words: "python3 -m pytest -q tests", files: pyFiles, only: "tests/test_one.py", needs: pytest },
  { words: "python3 -m unittest", files: pyFiles, only: "tests/test_one.py", needs: ["python3", "--version"] },
  {
    words: "python3 -m unittest discover -s tests",
    ...{ files: pyFiles, only: "tests/test_one.py", needs: ["python3", "--version"] },
  },
  {
    words: "go test -count=1 ./...",
    files: { "go.mod": "module a\n", "b/b_test.go": goTest("b", "One"), "c/c_test.go": goTest("c", "Two") },
    ...{ only: "b/b_test.go", needs: ["go", "version"], ran: ["One"] },
  },
  { words: "cargo test --offline", files: crate, only: "tests/one.rs", needs: ["cargo", "--version"] },
];

const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));

describe("one of two test files is run", () => {
  it.each(rows)("by $words", { timeout: 240_000 }, ({ words, files, only, needs, ran = ["one"] }) => {
    if (!has(needs)) return;
    const place = new Place().writeAll(files);
    symlinkSync(modules, join(place.path, "node_modules"));
    const plan: CommandPlan = {
      ...{ kind: "command", name: "tests", words: words.split(" "), env: {}, reads: "tests", found: true },
      ...{ required: true, when: "claim", timeoutSeconds: 200, origin: "here", parallel: false },
    };
    const narrowed = onlyFiles(plan, projectFilesAt(place.path), [only]);
    const [program = "", ...args] = narrowed?.words ?? [];
    const env = { ...process.env, ...toolEnv, PYTHONDONTWRITEBYTECODE: "1", ...withoutRunner };
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: place.path, encoding: "utf8", env });
    expect({ status, ran: status === 0 ? place.read("ran.txt").trim().split("\n") : stdout + stderr }).toEqual({
      ...{ status: 0, ran },
    });
  });
});

/** What our own runner sets for those it starts. */
const withoutRunner = { NODE_TEST_CONTEXT: undefined, VITEST: undefined, NODE_ENV: undefined };
