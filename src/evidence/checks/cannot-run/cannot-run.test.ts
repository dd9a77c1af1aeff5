import { describe, expect, it } from "vitest";
import type { CommandEnding } from "../../../lib/process/command-run.js";
import { planChecks } from "../../plan-checks.js";
import type { ProjectFiles } from "../../project-files.js";
import { newTestReader } from "../tests/test-run.js";
import { findCannotRun } from "./cannot-run.js";
import { suggestFix } from "./suggest-fix.js";

type Files = Readonly<Record<string, string>>;

const project = (files: Files): ProjectFiles => ({
  names: [...new Set(Object.keys(files).map((path) => path.split("/")[0] ?? ""))],
  has: (path) => Object.keys(files).some((name) => name === path || name.startsWith(`${path}/`)),
  text: (path) => files[path] ?? null,
});

interface Row {
  readonly run: string;
  readonly text: string;
  readonly code?: number;
  readonly files?: Files;
}

function look({ run, text, code = 1, files = {} }: Row) {
  const reader = newTestReader();
  reader.write(Buffer.from(text));
  const ending: CommandEnding = { is: "exited", code };
  const words = run.split(" ");
  const tests = reader.end({ exitCode: code });
  const found = findCannotRun({ words, ending, tests, text }, project(files));
  return found && { ...found, fix: suggestFix(found, words, project(files)) };
}

const jestProject = {
  "package.json": '{"scripts":{"test":"jest","build":"tsc"},"devDependencies":{"jest":"1","lodash":"4"}}',
};
const locked = { ...jestProject, "package-lock.json": "{}" };

describe("what could not run says so in one of its lines, whatever its exit status", () => {
  it.each<Row & { is: string; fix: string }>([
    {
      run: "npm test",
      text: "> test\n> jest\n\nsh: 1: jest: not found\n",
      code: 127,
      files: locked,
      is: "program",
      fix: "npm ci",
    },
    {
      run: "npm test",
      text: "sh: jest: command not found\n",
      code: 1,
      files: jestProject,
      is: "program",
      fix: "npm install",
    },
    {
      run: "sh t.sh",
      text: "t.sh: line 2: jest: command not found\nall fine\n",
      code: 0,
      files: { ...jestProject, "yarn.lock": "" },
      is: "program",
      fix: "yarn",
    },
    {
      run: "npm test",
      text: "sh: 1: jest: not found\n",
      code: 127,
      files: { ...jestProject, "pnpm-lock.yaml": "" },
      is: "program",
      fix: "pnpm install",
    },
    {
      run: "npm test",
      text: "sh: 1: jest: not found\n",
      code: 127,
      files: { ...jestProject, "bun.lockb": "" },
      is: "program",
      fix: "bun install",
    },
    {
      run: "npm test",
      text: "sh: 1: vitest: not found\n",
      code: 127,
      files: locked,
      is: "program",
      fix: "npm install --save-dev vitest",
    },
    {
      run: "bash -c x",
      text: "bash: line 1: curly: command not found\n",
      code: 127,
      is: "program",
      fix: "install curly, or correct the command",
    },
    {
      run: "zsh t",
      text: "zsh: command not found: rspec\n",
      code: 0,
      is: "program",
      fix: "install rspec, or correct the command",
    },
    { run: "x", text: "", code: 127, is: "program", fix: "install x, or correct the command" },
    {
      run: "./t.sh",
      text: "",
      code: 126,
      files: { "t.sh": "" },
      is: "program",
      fix: "install t.sh, or correct the command",
    },
    {
      run: "sh -c ./t.sh",
      text: "sh: 1: ./t.sh: Permission denied\n",
      code: 126,
      is: "program",
      fix: "install t.sh, or correct the command",
    },
    {
      run: "make test",
      text: "jest\nmake: jest: No such file or directory\nmake: *** [Makefile:2: test] Error 127\n",
      code: 2,
      files: locked,
      is: "program",
      fix: "npm ci",
    },
    {
      run: "make test",
      text: "make[1]: *** [test] Error 127\n",
      code: 2,
      is: "program",
      fix: "install a program that it starts",
    },
    {
      run: "npm run tset",
      text: 'npm error Missing script: "tset"\nnpm error\nnpm error To see a list of scripts, run:\n',
      files: jestProject,
      is: "script",
      fix: "npm run test",
    },
    {
      run: "npm tset",
      text: 'Unknown command: "tset"\n\nDid you mean this?\n',
      files: jestProject,
      is: "script",
      fix: "npm run test",
    },
    {
      run: "npm run tset",
      text: 'npm ERR! Missing script: "tset"\n',
      code: 0,
      files: jestProject,
      is: "script",
      fix: "npm run test",
    },
    {
      run: "pnpm run tset",
      text: "ERR_PNPM_NO_SCRIPT  Missing script: tset\n",
      files: jestProject,
      is: "script",
      fix: "pnpm run test",
    },
    {
      run: "yarn tset",
      text: 'error Command "tset" not found.\n',
      files: jestProject,
      is: "script",
      fix: "yarn run test",
    },
    {
      run: "yarn tset",
      text: 'Usage Error: Couldn\'t find a script named "tset".\n',
      files: jestProject,
      is: "script",
      fix: "yarn run test",
    },
    {
      run: "bun run tset",
      text: 'error: Script not found "tset"\n',
      files: jestProject,
      is: "script",
      fix: "bun run test",
    },
    {
      run: "make tset",
      text: "make: *** No rule to make target 'tset'.  Stop.\n",
      code: 2,
      files: { Makefile: "test: a\n\ttrue\n" },
      is: "script",
      fix: "make test",
    },
    {
      run: "make test",
      text: "make: *** No targets specified and no makefile found.  Stop.\n",
      code: 2,
      is: "project",
      fix: "run it where Makefile is, or add Makefile",
    },
    {
      run: "just tset",
      text: "error: Justfile does not contain recipe `tset`\n",
      files: { justfile: "test:\n  true\n" },
      is: "script",
      fix: "just test",
    },
    {
      run: "cargo tset",
      text: "error: no such command: `tset`\n\n\tDid you mean `test`?\n",
      code: 101,
      is: "script",
      fix: "cargo test",
    },
    {
      run: "cargo nextest run",
      text: "error: no such command: `nextest`\n",
      code: 101,
      is: "script",
      fix: "cargo install cargo-nextest",
    },
    {
      run: "cargo test",
      text: "error: could not find `Cargo.toml` in `/p` or any parent directory\n",
      code: 101,
      is: "project",
      fix: "run it where Cargo.toml is, or add Cargo.toml",
    },
    {
      run: "go tset",
      text: "go tset: unknown command\nRun 'go help' for usage.\n",
      code: 2,
      is: "script",
      fix: "go test",
    },
    {
      run: "go test ./...",
      text: "go: go.mod file not found in current directory or any parent directory; see 'go help modules'\n",
      is: "project",
      fix: "run it where go.mod is, or add go.mod",
    },
    {
      run: "mvn tset",
      text: '[ERROR] Unknown lifecycle phase "tset". You must specify a valid lifecycle phase\n',
      is: "script",
      fix: "mvn test",
    },
    {
      run: "gradle tset",
      text: "* What went wrong:\nTask 'tset' not found in root project 'app'.\n",
      is: "script",
      fix: "gradle test",
    },
    {
      run: "npm test -w nope",
      text: "npm error No workspaces found:\nnpm error   --workspace=nope\n",
      is: "workspace",
      fix: "name a workspace of this project instead of that workspace",
    },
    {
      run: "pnpm --filter nope test",
      text: 'No projects matched the filters in "/p"\n',
      code: 0,
      is: "workspace",
      fix: "name a workspace of this project instead of that workspace",
    },
    {
      run: "npm test",
      text: "npm error code ENOENT\nnpm error enoent Could not read package.json: Error: ENOENT: no such file or directory, open '/p/package.json'\n",
      code: 254,
      is: "project",
      fix: "run it where package.json is, or add package.json",
    },
    {
      run: "npx jset",
      text: "npm error could not determine executable to run\n",
      is: "program",
      fix: "install the program that npx names",
    },
    {
      run: "python3 -m pytest",
      text: "/usr/bin/python3: No module named pytest\n",
      is: "module",
      fix: "pip install pytest (python3 -m venv .venv && .venv/bin/pip install pytest for a virtual environment)",
    },
    {
      run: "python3 -m pytest",
      text: "/usr/bin/python3: No module named pytest\n",
      files: { "uv.lock": "" },
      is: "module",
      fix: "uv sync",
    },
    {
      run: "sh t.sh",
      text: "/usr/bin/python3: No module named pytest\nok\n",
      code: 0,
      files: { ".venv/bin/python": "" },
      is: "module",
      fix: ".venv/bin/pip install pytest, and run the check with .venv/bin/python",
    },
    {
      run: "python3 -m unittest",
      text: "E\nImportError: Failed to import test module: test_a\nModuleNotFoundError: No module named 'requests'\n\nRan 1 test in 0.001s\n\nFAILED (errors=1)\n",
      files: { "requirements.txt": "requests==2\n" },
      is: "packages",
      fix: "pip install -r requirements.txt (python3 -m venv .venv && .venv/bin/pip install -r requirements.txt for a virtual environment)",
    },
    {
      run: "python3 t.py",
      text: "ModuleNotFoundError: No module named 'yaml'\n",
      files: { "pyproject.toml": 'dependencies = ["PyYAML>=6"]\n' },
      is: "packages",
      fix: "pip install pyyaml (python3 -m venv .venv && .venv/bin/pip install pyyaml for a virtual environment)",
    },
    {
      run: "node t.js",
      text: "Error: Cannot find module 'lodash'\nRequire stack:\n- /p/t.js\n",
      files: locked,
      is: "packages",
      fix: "npm ci",
    },
    {
      run: "node t.mjs",
      text: "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'lodash' imported from /p/t.mjs\n",
      files: locked,
      is: "packages",
      fix: "npm ci",
    },
    {
      run: "node t.mjs",
      text: "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'tiny' imported from /p/node_modules/big/index.js\n",
      is: "packages",
      fix: "npm install --save-dev tiny",
    },
    {
      run: "npx tsc",
      text: "src/a.ts(1,1): error TS2307: Cannot find module 'lodash' or its corresponding type declarations.\n",
      code: 2,
      files: locked,
      is: "packages",
      fix: "npm ci",
    },
    {
      run: "docker compose run t",
      text: "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?\n",
      is: "service",
      fix: "start Docker",
    },
    {
      run: "bundle exec rspec",
      text: "bundler: command not found: rspec\nInstall missing gem executables with `bundle install`\n",
      code: 127,
      is: "program",
      fix: "install rspec, or correct the command",
    },
    {
      run: "bundle exec rspec",
      text: "Could not find rspec-3.1 in locally installed gems\n",
      code: 7,
      is: "packages",
      fix: "bundle install",
    },
    {
      run: "php vendor/bin/phpunit",
      text: "Could not open input file: vendor/bin/phpunit\n",
      is: "packages",
      fix: "composer install",
    },
    {
      run: "mix test",
      text: "Unchecked dependencies for environment test:\n* jason (Hex package)\n",
      is: "packages",
      fix: "mix deps.get",
    },
    {
      run: "dotnet test",
      text: "MSBUILD : error MSB1003: Specify a project or solution file.\n",
      is: "project",
      fix: "run it where a project file is, or add a project file",
    },
    {
      run: "cargo test",
      text: "error: failed to get `serde` as a dependency of package `a v0.1.0`\n",
      code: 101,
      is: "packages",
      fix: "cargo fetch",
    },
    {
      run: "mvn -o test",
      text: "[ERROR] Plugin org.apache:x:1 or one of its dependencies could not be resolved: Cannot access central in offline mode\n",
      is: "packages",
      fix: "mvn dependency:go-offline",
    },
  ])("$run, $code: $text", (row) => {
    expect(look(row)).toMatchObject({ is: row.is, fix: row.fix });
  });

  it("is the ending itself where it did not start or did not end", () => {
    const nothing = { words: ["x"], tests: { passed: null, failed: null }, text: "" };
    const ask = (ending: CommandEnding, failed: number | null = null) =>
      findCannotRun({ ...nothing, ending, tests: { passed: null, failed } }, project({}))?.is ?? null;
    expect(ask({ is: "not-found", why: "x is not installed" })).toBe("program");
    expect(ask({ is: "timed-out", afterMs: 2000, idle: false })).toBe("time");
    expect(ask({ is: "timed-out", afterMs: 2000, idle: false }, 1)).toBeNull();
    expect(ask({ is: "interrupted" })).toBeNull();
  });
});

describe("in doubt it ran, and says no", () => {
  it.each<Row>([
    { run: "node --test", text: "Error: Cannot find module './roman.js'\nRequire stack:\n- /p/test/roman.test.js\n" },
    { run: "node --test", text: "Error: Cannot find module '../src/roman'\n", files: locked },
    { run: "node --test", text: "Error: Cannot find module '/p/roman.js'\n", files: locked },
    { run: "node t.js", text: "Error: Cannot find module 'express'\nRequire stack:\n- /p/t.js\n", files: locked },
    { run: "node t.js", text: "Error: Cannot find module 'lib/a'\n", files: { ...locked, "lib/b.js": "" } },
    {
      run: "python3 -m pytest",
      text: "E   ModuleNotFoundError: No module named 'roman'\n1 error in 0.05s\n",
      code: 2,
      files: { "test_roman.py": "" },
    },
    {
      run: "python3 -m unittest",
      text: "ModuleNotFoundError: No module named 'shop.cart'\n",
      files: { "shop/__init__.py": "", "setup.py": 'install_requires=["shop"]' },
    },
    {
      run: "python3 t.py",
      text: "ModuleNotFoundError: No module named 'app'\n",
      files: { "pyproject.toml": 'name = "app"\n' },
    },
    { run: "grep -q done README.md", text: "" },
    {
      run: "curl -fsS http://127.0.0.1:1/",
      text: "curl: (7) Failed to connect to 127.0.0.1 port 1: Connection refused\n",
      code: 7,
    },
    { run: "cat x", text: "cat: x: No such file or directory\n" },
    { run: "npx tsc", text: "src/a.ts(1,8): error TS2304: Cannot find name 'foo'.\n", code: 2 },
    {
      run: "cargo test",
      text: "error[E0433]: failed to resolve: use of undeclared crate or module `roman`\nerror: could not compile `a`\n",
      code: 101,
    },
    { run: "go test ./...", text: "./a_test.go:5:2: undefined: Roman\nFAIL\tapp [build failed]\n" },
    { run: "make test", text: "make: *** No rule to make target 'roman.c', needed by 'test'.  Stop.\n", code: 2 },
    { run: "make test", text: "make: *** [Makefile:2: test] Error 1\n", code: 2 },
    {
      run: "npm test",
      text: "1 passing\n1 failing\n\n  1) says command not found:\n     sh: 1: foo: not found\n",
      code: 1,
      files: locked,
    },
    {
      run: "npm test",
      text: "Tests:       3 passed, 3 total\nsh: 1: optional-tool: not found\n",
      code: 0,
      files: locked,
    },
    { run: "pytest", text: "===== 1 failed, 2 passed in 0.1s =====\n", code: 1 },
    { run: "sh t.sh", text: "user not found\npage not found: 404\n", code: 1 },
  ])("$run, $code: $text", (row) => {
    expect(look(row)).toBeNull();
  });
});

describe("a command that cannot say no is no check", () => {
  it.each([
    ["true", true],
    [":", true],
    ["/bin/true", true],
    ["echo ok", true],
    ["sh -c|npm test || true", true],
    ["sh -c|npm test; true", true],
    ["bash -lc|npm test; exit 0", true],
    ["sh -c|echo 'Error: no test specified' && exit 1", true],
    ["sh -c|npm test && echo ok", false],
    ["sh -c|echo start; npm test", false],
    ["sh -c|grep -q x y || exit 1", false],
    ["sh -c|true && npm test", false],
    ["npm test", false],
    ["test -f a", false],
    ["false", false],
    ["sh check.sh", false],
  ])("%s: %s", (command, isNone) => {
    const words = command.includes("|") && command.includes("-") ? splitShell(command) : command.split(" ");
    const { plans, warnings } = planChecks({ cwd: "/", checks: { mine: words }, detect: false });
    expect(plans.some(({ name }) => name === "mine")).toBe(!isNone);
    expect(warnings.length > 0).toBe(isNone);
  });
});

/** "sh -c|script" */
function splitShell(command: string): readonly string[] {
  const at = command.indexOf("|");
  return [...command.slice(0, at).split(" "), command.slice(at + 1)];
}
