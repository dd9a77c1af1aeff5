import { homedir } from "node:os";

/** A way in which a check cannot run or says nothing. */
export interface SilentRow {
  readonly what: string;
  /** The command of the check; absent: the one that is found. */
  readonly check?: string;
  readonly files?: Readonly<Record<string, string>>;
  /** The program it needs: without it the row is skipped. */
  readonly needs?: string;
  /** What a program printed and how it ended, where it is none of this machine. */
  readonly printed?: string;
  readonly code?: number;
  /** Seconds that the check may take. */
  readonly timeout?: number;
  /** `empty`: the run starts, and does not complete. Otherwise it is refused before the first turn. */
  readonly is?: "empty";
  readonly says?: string;
  readonly fix?: string;
}

const pack = (fields: object): string => JSON.stringify({ name: "app", version: "1.0.0", ...fields });
const jest = pack({ scripts: { test: "jest" }, devDependencies: { jest: "29" } });
const lock = pack({ lockfileVersion: 3, packages: {} });
const pom =
  "<project><modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>a</artifactId><version>1</version></project>";
const crate = { "Cargo.toml": '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n', "src/lib.rs": "" };
const needsAbsent = pack({ scripts: { test: "node --test t.test.js" }, dependencies: { "absent-package": "1" } });

/** Toolchains of the user's, as the home of a test is another. */
export const toolEnv = {
  RUSTUP_HOME: process.env["RUSTUP_HOME"] ?? `${homedir()}/.rustup`,
  CARGO_HOME: process.env["CARGO_HOME"] ?? `${homedir()}/.cargo`,
};

const real: readonly SilentRow[] = [
  {
    what: "a runner that is not installed, found in package.json",
    needs: "npm",
    files: { "package.json": jest, "package-lock.json": lock },
    says: "jest",
    fix: "npm ci",
  },
  {
    what: "the same, named",
    needs: "npm",
    check: "npm test",
    files: { "package.json": jest },
    says: "jest",
    fix: "npm install",
  },
  {
    what: "the same with a lock file of yarn",
    needs: "npm",
    check: "npm test",
    files: { "package.json": jest, "yarn.lock": "" },
    fix: "yarn",
  },
  {
    what: "the same with a lock file of pnpm",
    needs: "npm",
    check: "npm test",
    files: { "package.json": jest, "pnpm-lock.yaml": "" },
    fix: "pnpm install",
  },
  {
    what: "a script by a wrong name",
    needs: "npm",
    check: "npm run tset",
    files: { "package.json": jest },
    says: "tset",
    fix: "npm run test",
  },
  {
    what: "a command of npm by a wrong name",
    needs: "npm",
    check: "npm tset",
    files: { "package.json": jest },
    says: "tset",
    fix: "npm run test",
  },
  {
    what: "a workspace that is none",
    needs: "npm",
    check: "npm test --workspace=nope",
    files: { "package.json": jest },
    says: "workspace",
  },
  { what: "no package.json", needs: "npm", check: "npm test", says: "package.json" },
  {
    what: "the placeholder of npm init",
    needs: "npm",
    check: "npm test",
    files: { "package.json": pack({ scripts: { test: 'echo "Error: no test specified" && exit 1' } }) },
    says: "no test",
    fix: "write a test script",
  },
  {
    what: "a package that a test requires",
    needs: "npm",
    check: "npm test",
    files: { "package.json": needsAbsent, "t.test.js": 'require("absent-package");\n' },
    says: "absent-package",
    fix: "npm install",
  },
  {
    what: "a package that a test imports",
    check: "node t.mjs",
    files: { "package.json": needsAbsent, "t.mjs": 'import "absent-package";\n' },
    says: "absent-package",
    fix: "npm install",
  },
  {
    what: "the same in a found test script",
    needs: "npm",
    files: { "package.json": needsAbsent, "package-lock.json": lock, "t.test.js": 'require("absent-package");\n' },
    says: "absent-package",
    fix: "npm ci",
  },
  {
    what: "a Python without the runner",
    needs: "python3",
    check: "python3 -S -m pytest",
    says: "pytest",
    fix: "pip install pytest",
  },
  {
    what: "a module after -m that does not exist",
    needs: "python3",
    check: "python3 -m no_such_runner",
    says: "no_such_runner",
  },
  {
    what: "a runner that a Python test imports",
    needs: "python3",
    check: "python3 -S -m unittest",
    files: { "test_a.py": "import pytest\n" },
    says: "pytest",
  },
  {
    what: "a package of requirements.txt",
    needs: "python3",
    check: "python3 -S t.py",
    files: { "t.py": "import absent_package\n", "requirements.txt": "absent-package==1\n" },
    says: "absent_package",
    fix: "pip install -r requirements.txt",
  },
  { what: "a program that does not exist", check: "no-such-runner --all", says: "no-such-runner" },
  { what: "a file that is not executable", check: "./t.sh", files: { "t.sh": "#!/bin/sh\nexit 0\n" }, says: "t.sh" },
  {
    what: "a command that a script does not find, at its end",
    check: "sh t.sh",
    files: { "t.sh": "no-such-runner\n" },
    says: "no-such-runner",
  },
  {
    what: "a command that a script does not find, and exit 0",
    check: "sh t.sh",
    files: { "t.sh": "no-such-runner\necho finished\n" },
    says: "no-such-runner",
  },
  {
    what: "a command that bash does not find, and exit 0",
    needs: "bash",
    check: "bash t.sh",
    files: { "t.sh": "no-such-runner\necho finished\n" },
    says: "no-such-runner",
  },
  {
    what: "a missing program before a pipe",
    check: "sh t.sh",
    files: { "t.sh": "no-such-runner | cat\n" },
    says: "no-such-runner",
  },
  {
    what: "a missing module, and exit 0",
    needs: "python3",
    check: "sh t.sh",
    files: { "t.sh": "python3 -S -m pytest\necho finished\n" },
    says: "pytest",
  },
  {
    what: "a missing script, and exit 0",
    needs: "npm",
    check: "sh t.sh",
    files: { "t.sh": "npm run tset\nexit 0\n", "package.json": jest },
    says: "tset",
  },
  {
    what: "a make recipe without its program",
    needs: "make",
    check: "make test",
    files: { Makefile: "test:\n\tno-such-runner --all\n" },
    says: "no-such-runner",
  },
  {
    what: "the same found",
    needs: "make",
    files: { Makefile: "test:\n\tno-such-runner --all\n" },
    says: "no-such-runner",
  },
  {
    what: "a target by a wrong name",
    needs: "make",
    check: "make tset",
    files: { Makefile: "test:\n\tfalse\n" },
    says: "tset",
    fix: "make test",
  },
  { what: "no Makefile", needs: "make", check: "make", says: "Makefile" },
  {
    what: "an interpreter that does not exist",
    check: "sh -c ./t.sh",
    files: { "t.sh": "#!/no/such/interpreter\n" },
    says: "t.sh",
  },
  { what: "a cargo command by a wrong name", needs: "cargo", check: "cargo tset", says: "tset", fix: "cargo test" },
  { what: "no Cargo.toml", needs: "cargo", check: "cargo test", says: "Cargo.toml" },
  {
    what: "a cargo package that is none",
    needs: "cargo",
    check: "cargo test --offline -p nope",
    files: crate,
    says: "nope",
  },
  { what: "no pom.xml", needs: "mvn", check: "mvn -o test", says: "pom.xml" },
  {
    what: "a Maven phase by a wrong name",
    needs: "mvn",
    check: "mvn -o tset",
    files: { "pom.xml": pom },
    says: "tset",
    fix: "mvn -o test",
  },
  {
    what: "Maven plugins that were never loaded",
    needs: "mvn",
    check: "mvn -o -Dmaven.repo.local=.m2 test",
    files: { "pom.xml": pom },
  },
  { what: "a git command by a wrong name", needs: "git", check: "git tset", says: "tset" },
  {
    what: "a daemon that is not running",
    needs: "docker",
    check: "DOCKER_HOST=unix:///no/such.sock docker ps",
    says: "Docker",
  },
  { what: "no end in time", check: "sleep 60", timeout: 1, says: "did not end within 1 s", fix: "give it more time" },
  {
    what: "a hang before the first test",
    check: "sh t.sh",
    files: { "t.sh": "echo collecting tests\nsleep 60\n" },
    timeout: 1,
    says: "did not end within 1 s",
    fix: "give it more time",
  },
  {
    what: "1 GB of output, and then no program",
    check: "sh t.sh",
    files: { "t.sh": "yes $(printf %01000d 0) | head -c 1000000000\nno-such-runner\n" },
    says: "no-such-runner",
  },
  { what: "an empty suite of unittest", needs: "python3", check: "python3 -m unittest", is: "empty" },
  {
    what: "a suite of unittest that skips all",
    needs: "python3",
    check: "python3 -m unittest",
    files: {
      "test_a.py":
        "import unittest\nclass A(unittest.TestCase):\n    @unittest.skip('later')\n    def test_a(self): pass\n",
    },
    is: "empty",
  },
  {
    what: "a suite of node that skips all",
    check: "node --test",
    files: { "a.test.js": 'require("node:test").test.skip("later", () => {});\n' },
    is: "empty",
  },
];

const recorded: readonly SilentRow[] = [
  {
    what: "npx without the package",
    printed:
      "npm error could not determine executable to run\nnpm error A complete log of this run can be found in: /x.log\n",
    code: 1,
  },
  {
    what: "pnpm without the script",
    printed: ' ERR_PNPM_NO_SCRIPT  Missing script: tset\n\nCommand "tset" not found. Did you mean "pnpm run test"?\n',
    code: 1,
  },
  {
    what: "pnpm without the program",
    printed:
      "> app@1.0.0 test /app\n> jest\n\nsh: 1: jest: not found\n ELIFECYCLE  Test failed. See above for more details.\n",
    code: 1,
  },
  { what: "pnpm with a filter that fits nothing", printed: 'No projects matched the filters in "/app"\n', code: 0 },
  {
    what: "yarn 1 without the script",
    printed:
      'yarn run v1.22.22\nerror Command "tset" not found.\ninfo Visit https://yarnpkg.com/en/docs/cli/run for documentation about this command.\n',
    code: 1,
  },
  {
    what: "yarn 4 without the script",
    printed: 'Usage Error: Couldn\'t find a script named "tset".\n\n$ yarn run [--inspect] <scriptName> ...\n',
    code: 1,
  },
  {
    what: "yarn 4 before the installation",
    printed:
      'Internal Error: app@workspace:.: This package doesn\'t seem to be present in your lockfile; run "yarn install" to update the lockfile\n',
    code: 1,
  },
  { what: "bun without the script", printed: 'error: Script not found "tset"\n', code: 1 },
  {
    what: "just without the recipe",
    printed: "error: Justfile does not contain recipe `tset`\nDid you mean `test`?\n",
    code: 1,
  },
  { what: "deno without the task", printed: "Task not found: tset\nAvailable tasks:\n- test\n", code: 1 },
  {
    what: "gradle without the task",
    printed:
      "FAILURE: Build failed with an exception.\n\n* What went wrong:\nTask 'tset' not found in root project 'app'.\n",
    code: 1,
  },
  {
    what: "bundler before the installation",
    printed: "bundler: command not found: rspec\nInstall missing gem executables with `bundle install`\n",
    code: 127,
  },
  { what: "composer before the installation", printed: "Could not open input file: vendor/bin/phpunit\n", code: 1 },
  {
    what: "mix before the installation",
    printed:
      'Unchecked dependencies for environment test:\n* jason (Hex package)\n  the dependency is not available, run "mix deps.get"\n** (Mix) Can\'t continue due to errors on dependencies\n',
    code: 1,
  },
  {
    what: "dotnet without a project",
    printed:
      "MSBUILD : error MSB1003: Specify a project or solution file. The current working directory does not contain a project or solution file.\n",
    code: 1,
  },
  {
    what: "go without a module",
    printed: "go: go.mod file not found in current directory or any parent directory; see 'go help modules'\n",
    code: 1,
  },
  { what: "turbo without the task", printed: "  x Could not find task `tset` in project\n", code: 1 },
  {
    what: "jest without a test",
    printed: "No tests found, exiting with code 1\nRun with `--passWithNoTests` to exit with code 0\n",
    code: 1,
    is: "empty",
  },
  {
    what: "vitest without a test",
    printed: " RUN  v3.0.0 /app\n\nNo test files found, exiting with code 1\n",
    code: 1,
    is: "empty",
  },
  {
    what: "vitest that passes without a test",
    printed: " RUN  v3.0.0 /app\n\nNo test files found, exiting with code 0\n",
    code: 0,
    is: "empty",
  },
  { what: "mocha without a test", printed: "\n\n  0 passing (1ms)\n\n", code: 0, is: "empty" },
  { what: "go without a test", printed: "?   \tapp\t[no test files]\n", code: 0, is: "empty" },
  {
    what: "pytest without a test",
    printed:
      "============================= test session starts ==============================\ncollected 0 items\n\n============================ no tests ran in 0.01s =============================\n",
    code: 5,
    is: "empty",
  },
  {
    what: "pytest that skips all",
    printed:
      "============================= test session starts ==============================\ncollected 2 items\n\ntest_a.py ss                                                             [100%]\n\n============================== 2 skipped in 0.01s ==============================\n",
    code: 0,
    is: "empty",
  },
  {
    what: "cargo without a test",
    printed:
      "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n",
    code: 0,
    is: "empty",
  },
];

export const silentRows: readonly SilentRow[] = [...real, ...recorded];
