import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bin, type Ran, Workplace } from "../e2e/cli.js";

const nodeTest = `import test from "node:test";\nimport assert from "node:assert";\n`;

/** Tries what a test has no business to do, and prints what came of each try. Its own test holds all the same. */
export const probe = `${nodeTest}import { readFileSync, readdirSync, writeFileSync, appendFileSync } from "node:fs";
import { connect } from "node:net";
import { add } from "../src/add.js";
const where = readFileSync("where.json", "utf8");
const { home, project, outside, port } = JSON.parse(where);
const told = [];
const attempt = async (name, act) => {
  try { told.push([name, "DONE", String(await act()).slice(0, 60)]); } catch (error) { told.push([name, error.code]); }
};
await attempt("secret", () => readFileSync(home + "/.ssh/id", "utf8"));
await attempt("journal", () => readFileSync(project + "/.ralph/" + readdirSync(project + "/.ralph").find((name) => /json/.test(name)), "utf8"));
await attempt("state", () => { const names = readdirSync(project + "/.ralph"); if (names.length === 0) throw { code: "EMPTY" }; return names; });
await attempt("state-write", () => writeFileSync(project + "/.ralph/x", "x"));
await attempt("git-hook", () => writeFileSync(project + "/.git/hooks/pre-commit", "exit 1"));
await attempt("git-config", () => appendFileSync(project + "/.git/config", "[core]\\nfsmonitor = ./x\\n"));
await attempt("outside", () => appendFileSync(outside, "x"));
await attempt("environment", () => { const { MY_TOKEN } = process.env; if (!MY_TOKEN) throw { code: "UNSET" }; return MY_TOKEN; });
await attempt("processes", () => { const names = readdirSync("/proc").filter((name) => /^\\d+$/.test(name)); if (names.length < 40) throw { code: "FEW" }; return names.length; });
await attempt("loopback", () => new Promise((resolve, reject) => connect(port, "127.0.0.1").once("connect", function () { this.destroy(); resolve("connected"); }).once("error", reject)));
for (const each of told) console.log("PROBE " + JSON.stringify([process.cwd(), ...each]));
test("add", () => assert.equal(add(2, 3), 5));
`;

export interface Tried {
  readonly cwd: string;
  readonly name: string;
  readonly result: string;
}

/** A project whose tests the agent writes, and a home that no test is to read. */
export class ChecksPlace extends Workplace {
  readonly home = mkdtempSync(join(tmpdir(), "untildone-home-"));
  readonly outside = join(this.home, "..", `${this.home.split("/").at(-1)}-outside`);

  /** `work` is what the agent does, as a shell script, with the id of its task in `$task`. */
  constructor(work: string, { list = "- [ ] T1: Add a function add(a, b) in src/add.js\n", port = 1 } = {}) {
    super();
    mkdirSync(join(this.home, ".ssh"));
    writeFileSync(join(this.home, ".ssh/id"), "the private key");
    this.write(".gitignore", ".ralph/\nbin/\n*.log\n");
    this.write("package.json", '{"name":"p","type":"module","scripts":{"test":"node --test test/*.test.js"}}\n');
    this.write("src/one.js", "export const one = () => 1;\n");
    const first = `import { one } from "../src/one.js";\ntest("one", () => assert.equal(one(), 1));\n`;
    this.write("test/one.test.js", `${nodeTest}${first}`);
    this.write("TODO.md", list);
    const { home, path: project, outside } = this;
    this.write("where.json", JSON.stringify({ home, project, outside, port }));
    this.commitAll();
    this.write("bin/probe.test.js", probe);
    this.program("my-agent", [readPrompt, work, claim].join("\n"));
  }

  env(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return { PATH: `${join(this.path, "bin")}:${process.env["PATH"]}`, HOME: this.home, ...more };
  }

  words = (...more: readonly string[]): readonly string[] => [
    ...["run", "--command", "my-agent", "--tasks", "TODO.md", "--sandbox", "bwrap", ...more],
  ];

  start(...more: readonly string[]): Promise<Ran> {
    return this.runBeside(this.words(...more), this.env({ MY_TOKEN: "s3cr3t-t0ken-of-mine" }));
  }

  spawn(...more: readonly string[]) {
    const env = { ...this.ownEnv, ...this.env() };
    return spawn(process.execPath, [bin, ...this.words(...more)], { cwd: this.path, env, stdio: "ignore" });
  }

  /** The logs of commands, by the end of their names. */
  logs(ending: string): readonly string[] {
    const folder = join(this.path, ".ralph/logs");
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    return names.filter((name) => name.endsWith(ending)).map((name) => readFileSync(join(folder, name), "utf8"));
  }

  /** What the probe came to wherever it ran, from the logs of all commands. */
  tried(): readonly Tried[] {
    return this.logs(".log")
      .flatMap((log) => log.split("\n"))
      .flatMap((line) => {
        const [, told] = /PROBE (\[.*\])$/.exec(line) ?? [];
        const [cwd = "", name = "", result = ""] = told === undefined ? [] : (JSON.parse(told) as string[]);
        return told === undefined ? [] : [{ cwd, name, result }];
      });
  }

  override [Symbol.dispose](): void {
    super[Symbol.dispose]();
    for (const path of [this.home, this.outside, this.stateHome]) rmSync(path, { recursive: true, force: true });
  }
}

const claim = `printf -- '---RALPH_STATUS---\\nSTATUS: COMPLETE\\nEXIT_SIGNAL: true\\nNONCE: %s\\n---END_RALPH_STATUS---\\n' "$nonce"`;
const readPrompt = [
  'cat > "/tmp/prompt-$$"',
  'nonce=$(sed -n "s/^NONCE: //p" "/tmp/prompt-$$")',
  `task=$(grep -o 'T[0-9]: Add' "/tmp/prompt-$$" | head -1 | cut -c1-2)`,
].join("\n");

/** Does the task, with the probe as its test. */
export const addWithProbe = [
  "echo 'export const add = (a, b) => a + b;' > src/add.js",
  "cp bin/probe.test.js test/add.test.js",
].join("\n");

/** Does a task of its own file, with an honest test. */
export const addHonestly = [
  `echo "export const add$task = (a, b) => a + b;" > src/add$task.js`,
  `printf '%s\\n' 'import test from "node:test"; import assert from "node:assert";' "import { add$task as add } from '../src/add$task.js';" "test('add$task', () => assert.equal(add(2, 3), 5));" > test/add$task.test.js`,
].join("\n");

export const bwrapWorks =
  spawnSync("bwrap", ["--ro-bind", "/", "/", "--unshare-pid", "--proc", "/proc", "true"]).status === 0;
