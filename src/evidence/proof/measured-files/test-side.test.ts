import { describe, expect, it } from "vitest";
import type { CheckPlan } from "../../plan.js";
import { measureWith } from "../original-tests/measured.js";
import { measureOf, restoreConfig } from "../original-tests/measures.js";
import { restoreTestLines } from "../original-tests/test-lines.js";
import { beforeChanges, textsFrom } from "./project-texts.js";
import { findTestSide, measureIn, type TestSide } from "./test-side.js";

/** Which changed files belong to the tests, by the files around them: one row for each side of an edge. */

type Files = Readonly<Record<string, string>>;

interface Case {
  /** The project at the start. */
  readonly files: Files;
  /** What changed; new where it was not there. */
  readonly change: Files;
  readonly task?: string;
  readonly check?: string;
}

const testCommand = (words: string): CheckPlan => ({
  ...{ kind: "command", name: "tests", words: words.split(" "), env: {}, reads: "tests", found: false, required: true },
  ...{ when: "claim", timeoutSeconds: 60, origin: "here", parallel: false },
});

function look({ files, change, task = "Fix slug(text)", check = "npm test" }: Case): TestSide {
  const now = textsFrom({ ...files, ...change });
  const isNew = (path: string): boolean => files[path] === undefined;
  const changes = Object.keys(change).map((path) => ({
    ...{ path, oldPath: path, old: files[path] ?? null, isNew: isNew(path) },
  }));
  return findTestSide({
    ...{ start: beforeChanges(now, changes), now, plans: [testCommand(check)], folder: "", text: task },
    changed: Object.keys(change).filter((path) => !isNew(path)),
    added: Object.keys(change).filter(isNew),
    installed: { hasPackage: (folder, name) => folder !== "" && name === "same-text", modules: new Set(["requests"]) },
  });
}

type Side = "measured" | "suspect" | "work";

function sideOf(path: string, side: TestSide): Side {
  if (side.suspects.has(path)) return "suspect";
  return measureIn(side, path) === null ? "work" : "measured";
}

const slug = "export const slug = (text) => text;\n";
const asserts = 'import assert from "node:assert/strict";\nexport const same = (a, b) => assert.equal(a, b);\n';
const test = (...imports: readonly string[]): string =>
  ["../src/words.js", ...imports].map((path) => `import * as it${path.length} from "${path}";\n`).join("");
const js: Files = {
  "package.json": '{ "scripts": { "test": "node --test" } }',
  "src/words.js": slug,
  "test/slug.test.js": test("../lib/same.js"),
  "lib/same.js": asserts,
};

describe("code that tests use", () => {
  it.each<[string, string, Side, Case]>([
    ["asserts, and only tests import it", "lib/same.js", "measured", { files: js, change: { "lib/same.js": "" } }],
    [
      "only hands on code of the project",
      "api/all.js",
      "measured",
      {
        files: {
          ...js,
          "test/slug.test.js": test("../api/all.js"),
          "api/all.js": 'export * from "../src/words.js";\n',
        },
        change: { "api/all.js": slug },
      },
    ],
    [
      "hands on a package, which is the project's own face of it",
      "src/loud.js",
      "work",
      {
        files: { ...js, "test/loud.test.js": test("../src/loud.js"), "src/loud.js": 'export { loud } from "loud";\n' },
        change: { "src/loud.js": 'import { loud as it } from "loud";\nexport const loud = (text) => it(text, 1);\n' },
        task: "Upgrade to version 2",
      },
    ],
    [
      "source imports it, too",
      "lib/same.js",
      "work",
      { files: { ...js, "src/words.js": `import "../lib/same.js";\n${slug}` }, change: { "lib/same.js": "" } },
    ],
    [
      "source imports it only since the agent worked on it",
      "lib/same.js",
      "measured",
      { files: js, change: { "lib/same.js": "", "src/words.js": `import "../lib/same.js";\n${slug}` } },
    ],
    ["is what the tests are about", "src/words.js", "work", { files: js, change: { "src/words.js": "" } }],
    [
      "asserts, and the task names its file",
      "lib/same.js",
      "work",
      { files: js, change: { "lib/same.js": "" }, task: "Make lib/same.js stricter" },
    ],
    [
      "asserts, and the task names what it exports",
      "lib/same.js",
      "work",
      { files: js, change: { "lib/same.js": "" }, task: "Fix `same`" },
    ],
    [
      "is used by another helper only",
      "lib/deep.js",
      "measured",
      {
        files: { ...js, "lib/same.js": `import "./deep.js";\n${asserts}`, "lib/deep.js": asserts },
        change: { "lib/deep.js": "" },
      },
    ],
    [
      "is handed on by a file that does nothing else",
      "kit/same.js",
      "measured",
      {
        files: {
          ...js,
          "kit/index.js": 'export { same } from "./same.js";\n',
          "kit/same.js": asserts,
          "test/slug.test.js": test("../kit/index.js"),
        },
        change: { "kit/same.js": "" },
      },
    ],
    [
      "says yes or no, and the task is about other code",
      "lib/same.js",
      "suspect",
      { files: { ...js, "lib/same.js": "export const same = (a, b) => a === b;\n" }, change: { "lib/same.js": "" } },
    ],
    [
      "says yes or no, and the task names no code at all",
      "lib/same.js",
      "work",
      {
        files: { ...js, "lib/same.js": "export const same = (a, b) => a === b;\n" },
        change: { "lib/same.js": "" },
        task: "Make it faster",
      },
    ],
    [
      "has a test of its own name",
      "lib/same.js",
      "work",
      { files: { ...js, "test/same.test.js": test("../lib/same.js") }, change: { "lib/same.js": "" } },
    ],
    [
      "is an entry of the package",
      "lib/same.js",
      "work",
      {
        files: {
          ...js,
          "package.json": '{ "exports": { "./same": "./lib/same.js" }, "scripts": { "test": "node --test" } }',
        },
        change: { "lib/same.js": "" },
      },
    ],
    [
      "is imported by a name of the settings",
      "src/kit/same.ts",
      "measured",
      {
        files: {
          "src/words.ts": slug,
          "src/kit/same.ts": 'import { expect } from "vitest";\n',
          "test/a.test.ts": 'import "@/kit/same";\n',
        },
        change: { "src/kit/same.ts": "" },
      },
    ],
    [
      "is a module of Python that compares",
      "checks.py",
      "measured",
      {
        files: {
          "words.py": "def slug(t): ...",
          "checks.py": "def same(case, a, b):\n    case.assertEqual(a, b)\n",
          "tests/test_a.py": "from checks import same\n",
        },
        change: { "checks.py": "" },
      },
    ],
    [
      "is the module of Python that is tested, with an assert",
      "words.py",
      "work",
      {
        files: {
          "words.py": "def slug(t):\n    assert t\n    return t\n",
          "tests/test_a.py": "from words import slug\n",
        },
        change: { "words.py": "" },
      },
    ],
    [
      "is a package of Go that takes a test",
      "internal/alike/alike.go",
      "measured",
      {
        files: {
          "go.mod": "module words\n",
          "words.go": "package words\n",
          "slug_test.go": 'package words\n\nimport (\n\t"testing"\n\t"words/internal/alike"\n)\n',
          "internal/alike/alike.go": 'package alike\n\nimport "testing"\n',
        },
        change: { "internal/alike/alike.go": "" },
      },
    ],
    [
      "is a module of Rust that only tests name",
      "src/testing.rs",
      "measured",
      {
        files: {
          "src/lib.rs": "pub mod testing;\npub fn slug() {}\n",
          "src/testing.rs": "pub fn same() {\n    assert_eq!(1, 1);\n}\n",
          "tests/slug.rs": "use words::testing::same;\n",
        },
        change: { "src/testing.rs": "" },
      },
    ],
    [
      "is a module of Rust that source names, too",
      "src/testing.rs",
      "work",
      {
        files: {
          "src/lib.rs": "pub mod testing;\npub fn slug() { testing::same(); }\n",
          "src/testing.rs": "pub fn same() {\n    assert_eq!(1, 1);\n}\n",
          "tests/slug.rs": "use words::testing::same;\n",
        },
        change: { "src/testing.rs": "" },
      },
    ],
  ])("%s", (_, path, side, example) => {
    expect(sideOf(path, look(example))).toBe(side);
  });
});

const reads = `${test()}readFileSync("data/sample.txt");\n`;
const withData: Files = { "src/words.js": slug, "test/slug.test.js": reads, "data/sample.txt": "a" };
const work = { "src/words.js": `${slug}\n` };

describe("files that are no code", () => {
  it.each<[string, string, Side, Case]>([
    [
      "only tests read it",
      "data/sample.txt",
      "measured",
      { files: withData, change: { "data/sample.txt": "b", ...work } },
    ],
    [
      "only tests read it, and it is all that changed",
      "data/sample.txt",
      "suspect",
      { files: withData, change: { "data/sample.txt": "b" } },
    ],
    [
      "the code reads it, too",
      "data/sample.txt",
      "work",
      {
        files: { ...withData, "src/words.js": `${slug}readFileSync("data/sample.txt");\n` },
        change: { "data/sample.txt": "b" },
      },
    ],
    [
      "the code speaks of it in a comment",
      "data/sample.txt",
      "measured",
      {
        files: { ...withData, "src/words.js": `${slug}// data/sample.txt\n` },
        change: { "data/sample.txt": "b", "src/words.js": slug },
      },
    ],
    [
      "the task names it",
      "data/sample.txt",
      "work",
      { files: withData, change: { "data/sample.txt": "b", ...work }, task: "Add b to data/sample.txt" },
    ],
    [
      "the task speaks of something of its name",
      "data/slug.txt",
      "suspect",
      {
        files: { ...js, "data/slug.txt": "a", "test/slug.test.js": `${test()}readFileSync("data/slug.txt");\n` },
        change: { "data/slug.txt": "b", ...work },
      },
    ],
    [
      "nobody says who reads it",
      "data/sample.txt",
      "suspect",
      { files: { ...withData, "test/slug.test.js": test() }, change: { "data/sample.txt": "b", ...work } },
    ],
    [
      "it is new, and the code reads it",
      "data/new.json",
      "work",
      { files: js, change: { "data/new.json": "{}", "src/words.js": 'readFileSync("data/new.json")' } },
    ],
    ["it is new, and nobody reads it", ".env", "suspect", { files: js, change: { ".env": "A=1", ...work } }],
    ["it is documentation", "README.md", "work", { files: { ...js, "README.md": "" }, change: { "README.md": "a" } }],
    [
      "it is documentation that a test reads",
      "README.md",
      "suspect",
      {
        files: { ...js, "README.md": "", "test/slug.test.js": 'readFileSync("README.md")' },
        change: { "README.md": "a", ...work },
      },
    ],
    ["it is a lock file", "package-lock.json", "work", { files: js, change: { "package-lock.json": "{}" } }],
    [
      "it is called golden",
      "out/slug.golden",
      "measured",
      { files: { ...js, "out/slug.golden": "a" }, change: { "out/slug.golden": "b" } },
    ],
  ])("%s", (_, path, side, example) => {
    expect(sideOf(path, look(example))).toBe(side);
  });
});

const named = (files: Files, path: string, check?: string): Case => ({
  ...{ files: { ...js, [path]: "// a\n", ...files }, change: { [path]: "" } },
  ...(check === undefined ? {} : { check }),
});
const scripts = (text: string): Files => ({
  "package.json": JSON.stringify({ scripts: { pretest: "node tools/prepare.js", test: text } }),
});

describe("files that settings and flags name", () => {
  it.each<[string, string, Side, Case]>([
    [
      "a flag of the script",
      "tools/setup.js",
      "measured",
      named(scripts("node --import ./tools/setup.js --test"), "tools/setup.js"),
    ],
    [
      "a flag with its value",
      "tools/setup.cjs",
      "measured",
      named(scripts("node --require=./tools/setup.cjs --test"), "tools/setup.cjs"),
    ],
    ["a hook of the script", "tools/prepare.js", "measured", named(scripts("node --test"), "tools/prepare.js")],
    [
      "a script that no check runs",
      "tools/other.js",
      "work",
      named(
        { "package.json": '{ "scripts": { "test": "node --test", "deploy": "node tools/other.js" } }' },
        "tools/other.js",
      ),
    ],
    [
      "the settings of vitest",
      "tools/setup.js",
      "measured",
      named({ "vitest.config.js": 'export default { test: { setupFiles: ["./tools/setup.js"] } };' }, "tools/setup.js"),
    ],
    [
      "an alias to source",
      "src/words.js",
      "work",
      named({ "vitest.config.js": 'export default { alias: { words: "./src/words.js" } };' }, "src/words.js"),
    ],
    [
      "a key of package.json",
      "tools/setup.js",
      "measured",
      named({ "package.json": '{ "jest": { "setupFiles": ["<rootDir>/tools/setup.js"] } }' }, "tools/setup.js"),
    ],
    [
      "the entry of package.json",
      "tools/main.js",
      "work",
      named({ "package.json": '{ "main": "tools/main.js" }' }, "tools/main.js"),
    ],
    [
      "a plugin of pytest",
      "tools/plain.py",
      "measured",
      named({ "pyproject.toml": '[tool.pytest.ini_options]\naddopts = "-p tools.plain"\n' }, "tools/plain.py"),
    ],
    [
      "a dependency of pyproject.toml",
      "tools/plain.py",
      "work",
      named({ "pyproject.toml": '[project]\nreadme = "tools.plain"\n' }, "tools/plain.py"),
    ],
    [
      "what conftest.py loads",
      "support/plain.py",
      "measured",
      named({ "conftest.py": 'pytest_plugins = ["support.plain"]\n' }, "support/plain.py"),
    ],
    [
      "a script of make",
      "tools/run.sh",
      "measured",
      named({ Makefile: "test:\n\tsh tools/run.sh\n" }, "tools/run.sh", "make test"),
    ],
    [
      "a Makefile that no check runs",
      "tools/run.sh",
      "work",
      named({ Makefile: "test:\n\tsh tools/run.sh\n" }, "tools/run.sh"),
    ],
    [
      "a script that a script runs",
      "tools/inner.sh",
      "measured",
      named({ "tools/run.sh": "sh tools/inner.sh\n" }, "tools/inner.sh", "sh tools/run.sh"),
    ],
  ])("%s", (_, path, side, example) => {
    expect(sideOf(path, look(example))).toBe(side);
  });
});

describe("new files", () => {
  it.each<[string, string, boolean, Files]>([
    ["hide an installed package", "test/node_modules/same-text/index.js", true, js],
    ["are a package that nothing else has", "test/node_modules/other/index.js", false, js],
    ["hide a module of Python", "json.py", true, { "words.py": "" }],
    ["are a module in a package", "words/json.py", false, { "words/__init__.py": "" }],
    ["hide a dependency that is declared", "httpx.py", true, { "requirements.txt": "httpx==0.27\n" }],
    ["hide a module that is installed", "requests/__init__.py", true, { "words.py": "" }],
    ["are a module of the work", "slugs.py", false, { "words.py": "" }],
    ["are taken for a package by Jest", "__mocks__/axios.js", true, js],
  ])("%s", (_, path, expected, files) => {
    expect(look({ files, change: { [path]: "" } }).standIns.has(path)).toBe(expected);
  });
});

describe("names alone", () => {
  it.each<[string, ReturnType<typeof measureOf>]>([
    [".cargo/config.toml", "config"],
    ["Cargo.toml", null],
    [".config/nextest.toml", "config"],
    ["src/setupTests.ts", "config"],
    ["src/setup.ts", null],
    ["test/cases.json", "test"],
    ["data/cases.json", null],
  ])("%s", (path, measure) => {
    expect(measureOf(path, [])).toBe(measure);
  });
});

it.each([
  ["holds tests is one of them", 'import { test } from "node:test";\ntest("slugs", () => {});\n', "test"],
  ["is new rules the check", null, "config"],
  ["only starts tests rules them", 'import { run } from "node:test";\nrun({ files: ["b.js"] });\n', "config"],
])("a file that a check names and that %s", (_, old, measure) => {
  const path = "test/all.js";
  const files = { ...js, ...(old === null ? {} : { [path]: old }) };
  const now = `${old ?? 'import { test } from "node:test";\ntest("slugs", () => {});\n'}// more\n`;
  const named = { files, change: { [path]: now }, check: `node ${path}` };
  expect(measureWith(look(named), [path]).measure(path)).toBe(measure);
});

it("of the settings of cargo, only those of running tests are put back", () => {
  const now = '[term]\nquiet = true\n\n[target.x86]\nrunner = "sh quiet.sh"\n';
  expect(restoreConfig(".cargo/config.toml", "", now)).toBe("[term]\nquiet = true\n\n");
  expect(restoreConfig(".cargo/config.toml", "", "[term]\nquiet = true\n")).toBe("[term]\nquiet = true\n");
});

describe("a file that is code and tests at once", () => {
  const inner = (wanted: string): string => `#[cfg(test)]\nmod tests {\n    // ${wanted}\n}\n`;
  it.each<[string, string, string, ReturnType<typeof restoreTestLines>]>([
    ["its tests changed", "a\n", `a\n${inner("c")}`, { text: `a\n${inner("b")}`, hasWork: false }],
    ["its tests and its code changed", "a\n", `x\n${inner("c")}`, { text: `x\n${inner("b")}`, hasWork: true }],
    ["only its code changed", "a\n", `x\n${inner("b")}`, null],
    ["its tests are gone", "a\n", "a\n", { text: `a\n${inner("b")}`, hasWork: false }],
  ])("%s", (_, code, now, expected) => {
    expect(restoreTestLines("src/lib.rs", code + inner("b"), now)).toEqual(expected);
  });
});
