import { describe, expect, it } from "vitest";
import type { CommandPlan } from "../../plan.js";
import type { ProjectFiles } from "../../project-files.js";
import { filesInItsLanguage, onlyFiles } from "./only-files.js";

const plan = (words: readonly string[]): CommandPlan => ({
  ...{ kind: "command", name: "tests", words, env: { CI: "1" }, reads: "tests", found: true, required: true },
  ...{ when: "claim", timeoutSeconds: 60, origin: "here", parallel: false },
});

const projectOf = (files: Readonly<Record<string, string>>): ProjectFiles => ({
  names: Object.keys(files).filter((name) => !name.includes("/")),
  has: (path) => Object.keys(files).some((name) => name === path || name.startsWith(`${path}/`)),
  text: (path) => files[path] ?? null,
});

const installed = Object.fromEntries(
  ["vitest", "jest", "mocha", "ava", "tsx"].map((name) => [`node_modules/.bin/${name}`, ""]),
);

interface Case {
  readonly files?: readonly string[];
  readonly project?: Readonly<Record<string, string>>;
}

/** The words of the command, or null; the files are `test/a.test.js` where nothing else is said. */
function narrow(command: string, { files = ["test/a.test.js"], project = {} }: Case = {}): string | null {
  const found = onlyFiles(plan(command.split(" ")), projectOf({ ...installed, ...project }), files);
  return found?.words.join(" ") ?? null;
}

/** The same through a script. */
const narrowScript = (script: string | Readonly<Record<string, string>>, command = "npm test", more: Case = {}) =>
  narrow(command, {
    ...more,
    project: {
      ...more.project,
      "package.json": JSON.stringify({ scripts: typeof script === "string" ? { test: script } : script }),
    },
  });

describe("a command that takes files", () => {
  it.each([
    ["node --test", "node --test test/a.test.js"],
    ["node --test test", "node --test test/a.test.js"],
    ["node --import tsx --test test/*.test.js", "node --import tsx --test test/a.test.js"],
    ["node --test --experimental-test-coverage", "node --test test/a.test.js"],
    ["vitest run", "vitest run test/a.test.js"],
    ["vitest", "vitest test/a.test.js"],
    ["npx --no-install vitest run --project fast", "npx --no-install vitest run test/a.test.js --project fast"],
    ["pnpm exec vitest run test", "pnpm exec vitest run test/a.test.js"],
    ["yarn vitest run --coverage", "yarn vitest run test/a.test.js"],
    ["node_modules/.bin/jest --ci", "node_modules/.bin/jest --coverage=false --runTestsByPath test/a.test.js --ci"],
    ["mocha --recursive test", "mocha test/a.test.js --recursive"],
    ["mocha -r ts-node/register test/**/*.js", "mocha test/a.test.js -r ts-node/register"],
    ["ava --verbose", "ava test/a.test.js --verbose"],
    ["bun test", "bun test ./test/a.test.js"],
    ["deno test -A --config deno.json", "deno test test/a.test.js -A --config deno.json"],
  ])("%j", (command, words) => {
    expect(narrow(command)).toBe(words);
  });

  it.each([
    "make test",
    "node test.js",
    "tape test/*.js",
    "uvu test",
    "npx tape test",
    "vitest watch",
    "vitest run --changed",
    "vitest run --shard=1/2",
    "vitest run --root packages/a",
    "vitest run --unheard-of test", // Whose word is the last one?
    "vitest run test/other", // The file is not among those it runs.
    "jest --findRelatedTests src/a.js",
    "mocha --spec test",
    "node --test --unheard-of",
    "sh -c vitest",
    "deno task test",
    "npm run test --workspace=packages/a",
  ])("cannot be told to %j", (command) => {
    expect(narrow(command, { project: { "package.json": '{"scripts":{"test":"vitest run"}}' } })).toBeNull();
  });

  it.each([
    ["python3 -m pytest", ["tests/test_a.py"], "python3 -m pytest tests/test_a.py"],
    ["pytest -q tests", ["tests/test_a.py"], "pytest tests/test_a.py -q"],
    ["uv run pytest -n auto", ["tests/test_a.py"], "uv run pytest tests/test_a.py -n auto"],
    ["pytest --cov=pkg", ["tests/test_a.py"], "pytest --no-cov tests/test_a.py --cov=pkg"],
    ["pytest --lf", ["tests/test_a.py"], null],
    ["pytest tests/unit", ["tests/test_a.py"], null],
    ["pytest", ["tests/test_a[1].py"], null],
    ["uv run --directory=lib python -m pytest", ["lib/tests/test_a.py"], null],
    ["python3 -m unittest", ["tests/test_a.py", "tests/test_b.py"], "python3 -m unittest tests.test_a tests.test_b"],
    ["python3 -m unittest -v", ["tests/test_a.py"], "python3 -m unittest tests.test_a -v"],
    ["python3 -m unittest tests.test_a", ["tests/test_a.py"], "python3 -m unittest tests.test_a"],
    ["python3 -m unittest tests.test_b", ["tests/test_a.py"], null],
    ["python3 -m unittest discover", ["tests/test_a.py"], "python3 -m unittest tests.test_a"],
    ["python -m unittest discover -s tests", ["tests/test_a.py"], "python -m unittest discover -s tests -p test_a.py"],
    [
      "python -m unittest discover tests -v",
      ["tests/x/test_a.py"],
      "python -m unittest discover -s tests -p test_a.py -v",
    ],
    ["python -m unittest discover -s tests", ["tests/test_a.py", "tests/test_b.py"], null],
    ["python -m unittest discover -s tests -t .", ["tests/test_a.py"], "python -m unittest tests.test_a"],
    ["python -m unittest discover -s other", ["tests/test_a.py"], null],
    ["python -m unittest", ["tests/test-a.py"], null],
    ["go test -count=1 ./...", ["a/x_test.go", "a/y_test.go", "z_test.go"], "go test ./a . -count=1"],
    ["go test -run Add ./a/...", ["a/b/x_test.go", "c/x_test.go"], "go test ./a/b -run Add"],
    ["go test ./...", ["a/x.go"], null],
    ["go test ./b", ["a/x_test.go"], null],
    ["cargo test", ["tests/one.rs", "tests/two/main.rs"], "cargo test --test one --test two"],
    ["cargo test -- --nocapture", ["tests/one.rs"], "cargo test --test one -- --nocapture"],
    ["cargo test --workspace", ["crates/a/tests/one.rs"], "cargo test --test one --workspace"],
    ["cargo test", ["crates/a/tests/one.rs"], null],
    ["cargo test", ["tests/one.rs", "src/lib.rs"], null],
    ["cargo test", ["tests/common/mod.rs"], null],
    ["cargo test --lib", ["tests/one.rs"], null],
  ] as const)("%j for %j", (command, files, words) => {
    expect(narrow(command, { files })).toBe(words);
  });

  it.each([
    ["vitest run", "test/[id].test.ts", "vitest run test/[id].test.ts"],
    ["jest", "app/(a)/b.test.js", "jest --coverage=false --runTestsByPath app/(a)/b.test.js"],
    ["mocha", "test/[id].test.ts", null], // A pattern to it.
    ["node --test", "-e.js", null],
    ["node --test", "../../../run/loop/outside.test.js", null],
    ["node --test", "/etc/a.test.js", null],
  ])("%j of the odd name %j", (command, file, words) => {
    expect(narrow(command, { files: [file] })).toBe(words);
  });

  it("needs a file", () => {
    expect(narrow("vitest run", { files: [] })).toBeNull();
  });

  it.each([
    [{ ".mocharc.json": '{"spec": "test/**"}' }, "mocha", null],
    [{ ".mocharc.json": '{"ui": "tdd"}' }, "mocha", "mocha test/a.test.js"],
    [{ "package.json": '{"mocha": {"ui": "tdd", "spec": ["x"]}}' }, "mocha", null],
    [
      { "vitest.config.ts": "coverage: { thresholds: { lines: 90 } }" },
      "vitest run",
      "vitest run --coverage.enabled=false test/a.test.js",
    ],
    [{ "pyproject.toml": 'addopts = "--cov=pkg --cov-fail-under=90"' }, "pytest", "pytest --no-cov test/a.test.js"],
    [{ "setup.cfg": "[tool:pytest]\naddopts =\n    -q\n    --cov=pkg\n" }, "pytest", "pytest --no-cov test/a.test.js"],
    [{ "pytest.toml": 'addopts = [\n  "-q",\n  "--cov=pkg",\n]' }, "pytest", "pytest --no-cov test/a.test.js"],
    [{ "pytest.ini": "addopts = --cov=pkg" }, "pytest -o addopts=-q", "pytest test/a.test.js -o addopts=-q"],
    // What another program does with a plugin that may not be installed here.
    [{ "tox.ini": "[testenv]\ncommands = pytest --cov=pkg" }, "pytest", "pytest test/a.test.js"],
    [
      { "tox.ini": "[pytest]\naddopts = -q\n[testenv]\ncommands = pytest --cov=pkg" },
      "pytest",
      "pytest test/a.test.js",
    ],
    [{ "pyproject.toml": 'test = ["pytest", "pytest-cov"]' }, "pytest", "pytest test/a.test.js"],
    [{ "pyproject.toml": 'addopts = "-q"\nscript = "pytest --cov"' }, "pytest", "pytest test/a.test.js"],
    [{ "Cargo.toml": "[[test]]\nname = 'x'" }, "cargo test", null],
  ])("with %j: %j", (project, command, words) => {
    const files = command.startsWith("cargo") ? ["tests/one.rs"] : ["test/a.test.js"];
    expect(narrow(command, { project, files })).toBe(words);
  });
});

describe("a script that takes files", () => {
  it.each([
    ["vitest run", "npm test", "npm test -- test/a.test.js"],
    ["vitest run", "npm run test", "npm run test -- test/a.test.js"],
    ["vitest run", "npm run test -- --silent", "npm run test -- --silent test/a.test.js"],
    ["vitest run", "pnpm run test", "pnpm run test test/a.test.js"],
    ["vitest run", "yarn test", "yarn test test/a.test.js"],
    ["vitest run", "bun run test", "bun run test test/a.test.js"],
    ["bun test", "bun run test", "bun run test ./test/a.test.js"],
    ["vitest run", "bun test", "bun test ./test/a.test.js"], // Bun's own runner, no script.
    ["npm run build && vitest run", "npm test", "npm test -- test/a.test.js"],
    ["NODE_ENV=test jest --ci", "npm test", "npm test -- --coverage=false --runTestsByPath test/a.test.js"],
    ["vitest run test", "npm test", "node_modules/.bin/vitest run test/a.test.js"],
    ['node --test "test/**/*.test.js"', "npm test", "node --test test/a.test.js"],
    ["tsx --test test/*.test.js", "npm test", "node_modules/.bin/tsx --test test/a.test.js"],
    ["npx mocha test", "yarn run test", "npx mocha test/a.test.js"],
    ["vitest run --coverage", "npm test", "node_modules/.bin/vitest run test/a.test.js"],
    ["vitest run --unheard-of", "npm test", "node_modules/.bin/vitest run test/a.test.js --unheard-of"],
  ])("%j by %j", (script, command, words) => {
    expect(narrowScript(script, command)).toBe(words);
  });

  it.each([
    "vitest run; echo done",
    "vitest run | tee log",
    "vitest run || true",
    "vitest run && mocha",
    "npm run test:unit && vitest run",
    "cd sub && vitest run",
    "vitest run $ONLY",
    "c8 mocha",
    "tape test/*.js",
    "toolbox test",
    "jasmine",
    "",
  ])("cannot be told to %j", (script) => {
    expect(narrowScript(script)).toBeNull();
  });

  it("sets the variables of the script it takes the place of", () => {
    const project = { ...installed, "package.json": '{"scripts":{"test":"A=1 cross-env B=2 mocha test"}}' };
    const found = onlyFiles(plan(["npm", "test"]), projectOf(project), ["test/a.test.js"]);
    expect(found?.env).toEqual({ CI: "1", A: "1", B: "2" });
    expect(found?.words).toEqual(["node_modules/.bin/mocha", "test/a.test.js"]);
  });

  const path = 'PATH="$PWD/node_modules/.bin:$PATH" && export PATH';

  it.each([
    [{ pretest: "tsc", test: "node --test" }, "npm test", "npm test -- test/a.test.js"],
    [
      { pretest: "tsc", test: "node --test test", posttest: "eslint ." },
      "npm test",
      `sh -c ${path} && npm run pretest && "$@" && npm run posttest sh node --test test/a.test.js`,
    ],
    [{ test: "tsc && node --test test" }, "npm test", `sh -c ${path} && tsc && "$@" sh node --test test/a.test.js`],
    [{ pretest: "tsc", test: "node --test test" }, "pnpm test", null], // By its settings, hooks may not run.
    [{ test: "npm run unit", unit: "node --test test" }, "npm test", "node --test test/a.test.js"],
    [{ test: "npm run unit", unit: "vitest run" }, "npm test", "npm run unit -- test/a.test.js"],
    [{ pretest: "tsc", test: "npm run unit", unit: "vitest run" }, "npm test", null],
    [{ test: "npm run test" }, "npm test", null],
  ])("with what runs around it: %j by %j", (scripts, command, words) => {
    expect(narrowScript(scripts, command)).toBe(words);
  });

  it("needs a program that is installed, unless it is one of the system's", () => {
    const project = projectOf({ "package.json": '{"scripts":{"test":"mocha test"}}' });
    expect(onlyFiles(plan(["npm", "test"]), project, ["test/a.test.js"])).toBeNull();
  });

  it("adds no name to a line of shell that means something there", () => {
    expect(narrowScript("vitest run", "npm test", { files: ["test/$(a).test.js"] })).toBe(
      "node_modules/.bin/vitest run test/$(a).test.js",
    );
  });
});

describe("the files in the language of a runner", () => {
  const files = ["test/a.test.js", "src/b.spec.ts", "tests/test_a.py", "a_test.go", "tests/a.rs"];
  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ["node --test", {}, ["test/a.test.js", "src/b.spec.ts"]],
    ["npx vitest run", {}, ["test/a.test.js", "src/b.spec.ts"]],
    ["npm test", { test: "npm run unit", unit: "vitest run" }, ["test/a.test.js", "src/b.spec.ts"]],
    ["npm test", { test: "npm test" }, files],
    ["python3 -m pytest -q", {}, ["tests/test_a.py"]],
    ["uv run pytest", {}, ["tests/test_a.py"]],
    ["python -m unittest", {}, ["tests/test_a.py"]],
    ["go test ./...", {}, ["a_test.go"]],
    ["cargo test", {}, ["tests/a.rs"]],
    ["make test", {}, files],
  ])("%s with %j", (command, scripts, expected) => {
    const project = projectOf({ "package.json": JSON.stringify({ scripts }) });
    expect(filesInItsLanguage(plan(command.split(" ")), project, files)).toEqual(expected);
  });
});
