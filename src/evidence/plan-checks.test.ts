import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Place } from "../../test/evidence/place.js";
import { isUserError } from "../lib/errors.js";
import { formatPlan, planChecks } from "./plan-checks.js";
import { splitCommand } from "./split-words.js";

/** What a UserError says, or a failure of the test. */
function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (isUserError(error)) return `${error.what} | ${error.where} | ${error.fix}`;
    throw error;
  }
  return "accepted";
}

describe("splitting a command into words", () => {
  it.each([
    { command: "npm test", words: ["npm", "test"] },
    { command: "  a\tb  ", words: ["a", "b"] },
    { command: `a 'b c' "d e" f\\ g`, words: ["a", "b c", "d e", "f g"] },
    { command: `a ''`, words: ["a", ""] },
    { command: `a "x \\" y \\\\ \\n"`, words: ["a", 'x " y \\ \\n'] },
    { command: `a 'x | y && $HOME > \`z\`'`, words: ["a", "x | y && $HOME > `z`"] },
    { command: `a "x | y"`, words: ["a", "x | y"] },
    { command: `a\\|b \\$HOME`, words: ["a|b", "$HOME"] },
    { command: "a b$ 5$", words: ["a", "b$", "5$"] },
    { command: "pytest tests/*.py -k 'not slow'", words: ["pytest", "tests/*.py", "-k", "not slow"] },
    { command: `pre"fix"'ed'`, words: ["prefixed"] },
  ])("$command", ({ command, words }) => {
    expect(splitCommand(command, "here")).toEqual({ words, env: {} });
  });

  it("takes variables in front of the program, and only there", () => {
    expect(splitCommand("CI=1 X='a b' npm test A=b", "here")).toEqual({
      words: ["npm", "test", "A=b"],
      env: { CI: "1", X: "a b" },
    });
  });

  it.each([
    { command: "a | b", names: '"|"' },
    { command: "a && b", names: '"&&"' },
    { command: "a || true", names: '"||"' },
    { command: "a; b", names: '";"' },
    { command: "a > out", names: '">"' },
    { command: "a >> out", names: '">>"' },
    { command: "a < in", names: '"<"' },
    { command: "a &", names: '"&"' },
    { command: "(a)", names: '"("' },
    { command: "a `b`", names: '"`"' },
    { command: 'a "`b`"', names: '"`"' },
    { command: "a $(b)", names: '"$(b"' },
    { command: 'a "$HOME"', names: '"$HOME"' },
    { command: `a \${B}`, names: `"\${B"` },
    { command: "a\nb", names: '"\\n"' },
  ])("refuses $command and says what to do instead", ({ command, names }) => {
    const said = refusal(() => splitCommand(command, "checks.x"));
    expect(said).toContain(`${names} in `);
    expect(said).toContain('["sh", "-c", "…"]');
  });

  it.each(["", "   ", "A=b", "a 'b", 'a "b'])("refuses %j", (command) => {
    expect(refusal(() => splitCommand(command, "here"))).not.toBe("accepted");
  });

  it("gives back whatever was quoted, and never throws anything but a mistake", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (words) => {
        const quoted = ["run", ...words].map((word) => `'${word.replaceAll("'", `'"'"'`)}'`).join(" ");
        expect(splitCommand(quoted, "here").words).toEqual(["run", ...words]);
      }),
    );
    fc.assert(fc.property(fc.string(), (command) => void refusal(() => splitCommand(command, "here"))));
  });
});

describe("checks of the configuration", () => {
  const plan = (checks: unknown) => planChecks({ cwd: new Place().path, checks, origin: ".ralph/config.yaml" });
  const named = (checks: unknown, name: string) => plan(checks).plans.find((each) => each.name === name);

  it.each([
    { given: "npm test", words: ["npm", "test"], reads: "tests" },
    { given: ["sh", "-c", "a | b"], words: ["sh", "-c", "a | b"], reads: "tests" },
    { given: { command: "npx tsc --noEmit", reads: "status" }, words: ["npx", "tsc", "--noEmit"], reads: "status" },
  ])("tests: $given", ({ given, words, reads }) => {
    expect(named({ tests: given }, "tests")).toMatchObject({
      kind: "command",
      words,
      reads,
      found: false,
      required: true,
      when: "claim",
      timeoutSeconds: 600,
      origin: ".ralph/config.yaml",
    });
  });

  it("takes every field", () => {
    const given = {
      command: "X=1 make it",
      required: false,
      when: "always",
      timeout: "10m",
      env: { Y: "2" },
      parallel: true,
    };
    expect(named({ it: given }, "it")).toMatchObject({
      required: false,
      when: "always",
      timeoutSeconds: 600,
      env: { X: "1", Y: "2" },
      parallel: true,
      reads: "either",
    });
  });

  it.each([
    { name: "e2e", words: "npx vitest run", reads: "tests" },
    { name: "unit-tests", words: "./go", reads: "tests" },
    { name: "verify", words: "go test ./...", reads: "tests" },
    { name: "verify", words: "node --test", reads: "tests" },
    { name: "typecheck", words: "npx tsc", reads: "status" },
    { name: "latest", words: "./attest", reads: "either" },
    { name: "unit", words: "./units", reads: "tests" },
    { name: "community", words: "./units", reads: "either" },
    { name: "build", words: "make", reads: "status" },
    { name: "type-check", words: "tsc --noEmit", reads: "status" },
    { name: "builder", words: "./builder", reads: "either" },
  ])("$name: $words is read by its $reads", ({ name, words, reads }) => {
    expect(named({ [name]: words }, name)).toMatchObject({ reads });
  });

  it("has our own checks unless they are turned off", () => {
    const names = (checks: unknown): string[] => plan(checks).plans.map(({ name }) => name);
    expect(names({ tests: "x" })).toEqual(["changes", "task-file-moved", "criteria", "honest-tests", "tests"]);
    expect(
      names({ tests: "x", changes: false, criteria: false, "task-file-moved": false, "honest-tests": false }),
    ).toEqual(["tests"]);
    expect(names({ tests: "x", "clean-git": true, artifacts: ["dist/a.js"], judge: "ask" })).toEqual([
      "changes",
      "task-file-moved",
      "criteria",
      "artifacts",
      "clean-git",
      "honest-tests",
      "tests",
      "judge",
    ]);
  });

  it.each([
    { checks: [], says: "checks is []" },
    { checks: { tests: 5 }, says: "checks.tests.command is 5" },
    { checks: { tests: [] }, says: "checks.tests.command is []" },
    { checks: { tests: {} }, says: "checks.tests.command is null" },
    { checks: { tests: { comand: "x" } }, says: "did you mean command?" },
    { checks: { tests: { command: "x", when: "never" } }, says: "one of always, claim, end" },
    { checks: { tests: { command: "x", timeout: "soon" } }, says: "such as 90s, 10m" },
    { checks: { tests: { command: "x", timeout: 0 } }, says: "timeout is 0" },
    { checks: { tests: "npm test | tee log" }, says: "only a shell understands" },
    { checks: { artifacts: { files: [] } }, says: "a list of files that must be there" },
    { checks: { artifacts: [{ path: "a", size: 1 }] }, says: "there is no setting" },
    { checks: { "honest-tests": { allow: "deleted" } }, says: "a list of texts" },
    { checks: { "clean-git": "yes" }, says: "true, false or an object" },
  ])("refuses $checks: $says", ({ checks, says }) => {
    const said = refusal(() => plan(checks));
    expect(said).toContain(says);
    expect(said).toContain(".ralph/config.yaml");
  });
});

describe("checks found in a project", () => {
  const found = (files: Readonly<Record<string, string>>): string[] =>
    planChecks({ cwd: new Place().writeAll(files).path })
      .plans.filter(({ kind }) => kind === "command")
      .map(formatPlan);
  const pkg = (scripts: Record<string, string>, more = {}): string => JSON.stringify({ scripts, ...more });

  it.each([
    {
      name: "npm",
      files: { "package.json": pkg({ test: "node --test", build: "tsc", lint: "eslint ." }) },
      tells: [
        "tests: npm run test (package.json scripts.test (found))",
        "build: npm run build (package.json scripts.build (found), optional)",
        "lint: npm run lint (package.json scripts.lint (found), optional)",
      ],
    },
    {
      name: "pnpm by its lock",
      files: { "package.json": pkg({ test: "vitest" }), "pnpm-lock.yaml": "" },
      tells: ["tests: pnpm run test"],
    },
    {
      name: "yarn by name",
      files: { "package.json": pkg({ test: "jest" }, { packageManager: "yarn@4.1.0" }) },
      tells: ["tests: yarn run test"],
    },
    {
      name: "not what npm init writes",
      files: { "package.json": pkg({ test: 'echo "Error: no test specified" && exit 1' }) },
      tells: [],
    },
    {
      name: "not what waits",
      files: { "package.json": pkg({ test: "jest --watch", "test:ci": "jest" }) },
      tells: ["tests: npm run test:ci"],
    },
    { name: "a broken package.json", files: { "package.json": "{" }, tells: [] },
    {
      name: "make",
      files: { Makefile: "build: a\n\tcc a\n\ntest:\n\t./t\nlint := 1\n" },
      tells: ["tests: make test", "build: make build"],
    },
    { name: "make check", files: { Makefile: "all check: a\n\t./t\ncheck:\n" }, tells: ["tests: make check"] },
    { name: "just", files: { justfile: "test arg='x':\n  ./t\n" }, tells: ["tests: just test"] },
    {
      name: "pytest",
      files: { "pyproject.toml": "[tool.pytest.ini_options]\n[tool.ruff]\n" },
      tells: ["tests: python3 -m pytest (pyproject.toml", "lint: python3 -m ruff check ."],
    },
    {
      name: "pytest with uv",
      files: { "pyproject.toml": '[dependency-groups]\ndev = ["pytest"]\n', "uv.lock": "" },
      tells: ["tests: uv run python -m pytest"],
    },
    { name: "unittest", files: { "setup.py": "", "tests/test_a.py": "" }, tells: ["tests: python3 -m unittest"] },
    {
      name: "cargo",
      files: { "Cargo.toml": "" },
      tells: ["tests: cargo test", "build: cargo build", "lint: cargo clippy"],
    },
    {
      name: "go",
      files: { "go.mod": "" },
      tells: ["tests: go test -count=1 ./...", "build: go build ./...", "lint: go vet ./..."],
    },
    {
      name: "maven with its wrapper",
      files: { "pom.xml": "", mvnw: "" },
      tells: ["tests: ./mvnw -B test", "build: ./mvnw -B compile"],
    },
    {
      name: "gradle",
      files: { "build.gradle.kts": "" },
      tells: ["tests: gradle cleanTest test --no-build-cache", "build: gradle assemble"],
    },
    {
      name: "composer",
      files: { "composer.json": pkg({ test: "phpunit" }) },
      tells: ["tests: composer run-script test"],
    },
    { name: "rspec", files: { Gemfile: "", "spec/a_spec.rb": "" }, tells: ["tests: bundle exec rspec"] },
    { name: "dotnet", files: { "App.sln": "" }, tells: ["tests: dotnet test", "build: dotnet build"] },
    {
      name: "deno",
      files: { "deno.json": '{ "tasks": {\n "test": "deno test -A" } }' },
      tells: ["tests: deno task test", "lint: deno lint"],
    },
    { name: "nothing", files: { "README.md": "" }, tells: [] },
    {
      name: "its own word before its kind",
      files: { "go.mod": "", Makefile: "test:\n\tgo test ./...\n" },
      tells: ["tests: make test", "build: go build ./...", "lint: go vet ./..."],
    },
  ])("$name", ({ files, tells }) => {
    const told = found(files as Record<string, string>);
    expect(told).toHaveLength(tells.length);
    for (const [at, start] of tells.entries()) expect(told[at]).toContain(start);
  });

  it("says what it passed over and what it did not find, and can be turned off one by one", () => {
    const place = new Place().writeAll({ "go.mod": "", Makefile: "test:\n" });
    const { notes } = planChecks({ cwd: place.path });
    expect(notes).toContain("tests: go test -count=1 ./... (go.mod) was found too and is not used");
    expect(planChecks({ cwd: new Place().path }).notes).toContain("no command for tests was found in the project");
    const { plans } = planChecks({ cwd: place.path, checks: { lint: false, build: false } });
    expect(plans.filter(({ kind }) => kind === "command").map(({ name }) => name)).toEqual(["tests"]);
  });
});
