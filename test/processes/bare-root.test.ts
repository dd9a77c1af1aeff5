import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };

/** Every command of the README from the packed tarball: a fresh prefix, an empty home, and no program but node, npm, git and a shell's. */

const root = fileURLToPath(new URL("../..", import.meta.url));
const place = mkdtempSync(join(tmpdir(), "untildone-bare-"));
const tools = join(place, "tools");
const prefix = join(place, "prefix");
const shellTools = ["sh", "cat", "mkdir", "rm", "env", "ls", "grep", "sed", "uname"];

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

beforeAll(() => {
  mkdirSync(tools);
  for (const name of ["git", "npm", ...shellTools])
    symlinkSync(execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim(), join(tools, name));
  symlinkSync(process.execPath, join(tools, "node"));
  const npm = (words: readonly string[], cwd: string) =>
    execFileSync("npm", [...words, "--ignore-scripts", "--offline"], { cwd, stdio: "pipe" });
  npm(["pack", "--pack-destination", place], root);
  const tarball = `file:${join(place, `untildone-${manifest.version}.tgz`)}`;
  const dependencies = { untildone: tarball, yaml: `file:${join(root, "node_modules/yaml")}` };
  write(join(prefix, "package.json"), JSON.stringify({ dependencies }));
  npm(["install", "--no-audit", "--no-fund"], prefix);
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** A project with a test that fails until dates are parsed, committed. */
function makeProject(name: string): string {
  const project = join(place, name);
  write(join(project, "package.json"), '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n');
  write(
    join(project, "test/dates.test.js"),
    'import assert from "node:assert";\nimport { test } from "node:test";\ntest("a date", async () => assert.equal((await import("../src/dates.js")).parse("2026-01-31"), 31));\n',
  );
  write(join(project, "repositories.txt"), "https://example.invalid/shop\n");
  write(join(project, "PROMPT.md"), "Parse dates.\n");
  for (const words of ["init -q", "add -A", "-c user.name=t -c user.email=t@example.invalid commit -qm start"])
    execFileSync("git", words.split(" "), { cwd: project });
  return project;
}

function sh(command: string, project: string, path: readonly string[] = []) {
  const home = join(project, "../home");
  mkdirSync(home, { recursive: true });
  const PATH = [...path, join(prefix, "node_modules/.bin"), tools].join(":");
  const { status, stdout, stderr } = spawnSync("/bin/sh", ["-c", command], {
    ...{ cwd: project, encoding: "utf8", timeout: 120_000 },
    env: { PATH, HOME: home, CLAUDE_CODE_OAUTH_TOKEN: "dummy", IS_SANDBOX: "1" },
  });
  return { code: status, out: stdout, err: stderr };
}

const commands = [...readFileSync(`${root}/README.md`, "utf8").matchAll(/^```sh\n([\s\S]*?)^```/gm)]
  .flatMap(([, block = ""]) => block.split("\n"))
  .filter((line) => /^(?:untildone|while) /.test(line))
  .map((line) => line.replace(/\s{2,}# .*$/, "").replace(/\s{3}#.*$/, ""));

describe("a command of the README, where no agent is installed", () => {
  it.each(commands.map((command) => ({ command })))("$command", ({ command }) => {
    const project = makeProject(`alone-${commands.indexOf(command)}`);
    const { code, out, err } = sh(command, project);
    expect([0, 1, 2, ...(command.includes("--outcome") ? [4] : [])]).toContain(code);
    const said = out + err;
    expect(said).not.toMatch(/^ {4}at |internal error|unknown (?:command|option)|unexpected argument/m);
    // What needs an agent, or another program, says how to get it.
    if (/^untildone run/.test(command)) expect(said).toMatch(/^ +fix +\S/m);
    else if (code === 2 && !command.startsWith("while")) expect(said).toMatch(/fix/);
  });

  it("are many", () => expect(commands.length).toBeGreaterThan(14));
});

/** An agent of that name, which parses dates and says so. */
function installAgent(name: string): string {
  const folder = join(place, "agents");
  const file = join(folder, name);
  const lines = [
    "#!/usr/bin/env node",
    'const { mkdirSync, readFileSync, writeFileSync } = require("node:fs");',
    'if (process.argv.includes("--version")) { console.log("2.1.197 (Claude Code)"); process.exit(); }',
    'const prompt = readFileSync(0, "utf8");',
    'mkdirSync("src", { recursive: true });',
    'writeFileSync("src/dates.js", "export const parse = (text) => Number(text.slice(8));\\n");',
    "const nonce = [...prompt.matchAll(/NONCE: (\\w+)/g)].at(-1)?.[1];",
    "const result = `Done.\\n\\n---TASK_STATUS---\\nSTATUS: COMPLETE\\nWORK: src/dates.js\\nNOTE: none\\nNONCE: ` + nonce + `\\n---END_TASK_STATUS---`;",
    'console.log(JSON.stringify({ type: "result", subtype: "success", is_error: false, result, session_id: "s", total_cost_usd: 0.01 }));',
  ];
  write(file, `${lines.join("\n")}\n`);
  chmodSync(file, 0o755);
  return folder;
}

describe("your first run", () => {
  it("works as it stands there, with an agent", () => {
    const agents = [installAgent("claude")];
    const project = makeProject("first");
    const [doctor = "", typed = "", init = "", list = "", report = "", diff = ""] = commands;
    expect(sh(doctor, project, agents).out).toContain("claude");
    const one = sh(typed, project, agents);
    expect(one.out).toMatch(/^Verified: +T1$/m);
    expect(one.code, one.err).toBe(0);
    expect(sh(diff, project, agents).out).toContain("+export const parse");
    expect(sh("untildone undo T1", project, agents).code).toBe(0);
    expect(sh("untildone reset", project, agents).code).toBe(0);
    expect(sh(init, project, agents).code).toBe(0);
    const ran = sh(list, project, agents);
    expect(ran.out).toMatch(/^Verified: +T1$/m);
    expect(ran.code, ran.err).toBe(0);
    expect(sh(report, project, agents).out).toMatch(/report\.html/);
    expect(sh(diff, project, agents).out).toContain("+export const parse");
  });
});
