import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const pages = [
  "README.md",
  "docs/your-own-loop.md",
  "docs/running.md",
  "docs/steering.md",
  "docs/notifications.md",
  "docs/events.md",
  "docs/evidence.md",
  "docs/trackers.md",
  "docs/tests.md",
  "docs/configuration.md",
  "docs/situation.md",
  "docs/policies.md",
  "docs/signals.md",
  "docs/fleet.md",
];
const read = (page: string): string => readFileSync(join(root, page), "utf8");
const blocks = (page: string, language: string): string[] =>
  [...read(page).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(([, body = ""]) => body);

let place = "";
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), "untildone-readme-"));
  mkdirSync(join(place, "node_modules"));
  symlinkSync(root, join(place, "node_modules", "untildone"));
  mkdirSync(join(place, "bin"));
  symlinkSync(join(root, "dist", "cli.cjs"), join(place, "bin", "untildone"));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const run = (file: string, words: string[]) =>
  spawnSync(file, words, {
    cwd: place,
    encoding: "utf8",
    env: { PATH: `${join(place, "bin")}:${process.env["PATH"]}`, HOME: place },
  });

/** `…` in the page stands for anything on that line. */
const matches = (shown: string): RegExp =>
  new RegExp(
    `^${shown
      .split("…")
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join(".*")}$`,
  );

describe("the README's console examples", () => {
  const examples = blocks("README.md", "console").flatMap((block) =>
    block
      .split(/^\$ /m)
      .filter((part) => part.trim() !== "")
      .map((part) => part.trimEnd().split("\n")),
  );
  it.each(examples.map(([command = "", ...shown]) => ({ command, shown })))("$command", ({ command, shown }) => {
    const { status, stdout, stderr } = run("sh", ["-c", command]);
    expect(stderr).toBe("");
    expect(status).toBe(0);
    const printed = stdout === "" ? [] : stdout.trimEnd().split("\n");
    expect(printed).toHaveLength(shown.length);
    for (const [at, line] of shown.entries()) expect(printed[at]).toMatch(matches(line));
  });

  it("are there", () => expect(examples.length).toBeGreaterThanOrEqual(3));
});

describe("the README's loop", () => {
  const loop = blocks("README.md", "sh").find((block) => block.includes("untildone check - --run-checks")) ?? "";
  const claim = "I wrote double.\n\nEXIT_SIGNAL: true";

  /** The lines of the page in a project of its own, with a program in the place of the agent. */
  function play(agent: string, files: Readonly<Record<string, string>> = {}) {
    const project = mkdtempSync(join(place, "loop-"));
    const write = (name: string, text: string): void => {
      mkdirSync(join(project, name, ".."), { recursive: true });
      writeFileSync(join(project, name), text);
    };
    write("package.json", '{"type":"module","scripts":{"test":"node --test"}}');
    write(".gitignore", ".ralph/\nbin/\nturns\n");
    write("PROMPT.md", "Write double.\n");
    write("test/double.test.js", testOfDouble);
    for (const [name, text] of Object.entries(files)) write(name, text);
    write("bin/claude", `#!/bin/sh\ncat > /dev/null\necho turn >> turns\n${agent}\n`);
    chmodSync(join(project, "bin/claude"), 0o755);
    for (const words of [
      ["init", "-q"],
      ["add", "-A"],
      ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "commit", "-qm", "start"],
    ])
      spawnSync("git", words, { cwd: project });
    const PATH = `${join(project, "bin")}:${join(place, "bin")}:${process.env["PATH"]}`;
    const env = { PATH, HOME: project, XDG_STATE_HOME: join(project, "bin/state") };
    const { status, stdout } = spawnSync("bash", ["--norc", "-c", loop], { cwd: project, encoding: "utf8", env });
    const turns = readFileSync(join(project, "turns"), "utf8").trim().split("\n").length;
    return { status, outcome: stdout.trimEnd().split("\n").at(-1), turns, stdout };
  }

  const testOfDouble =
    'import assert from "node:assert";\nimport { test } from "node:test";\nimport { double } from "../src/double.js";\ntest("double works", () => assert.equal(double(2), 4));\n';
  const double = "export const double = (n) => 2 * n;";

  it("completes honest work, verified by the test that failed", () => {
    const agent = `mkdir -p src && echo '${double}' > src/double.js\nprintf '${claim.replaceAll("\n", "\\n")}\\n'`;
    const { stdout, ...ended } = play(agent);
    expect(ended).toEqual({ status: 0, outcome: "completed", turns: 1 });
    expect(stdout).toContain("proved by  tests: test/double.test.js (failed before)");
  });

  it("does not complete where nothing is done and the tests were green all along", () => {
    const { stdout, ...ended } = play(`printf '${claim.replaceAll("\n", "\\n")}\\n'`, {
      "src/double.js": `${double}\n`,
    });
    expect(ended).toEqual({ status: 1, outcome: "needs-review", turns: 2 });
    expect(stdout).toContain("nothing has changed since the run began");
  });
});

describe("the README's goal", () => {
  it("names a check that fails until the goal is met", () => {
    const [line = ""] = /^untildone goal .*--check.*$/m.exec(read("README.md")) ?? [];
    const project = mkdtempSync(join(place, "goal-"));
    const env = {
      PATH: `${join(place, "bin")}:${process.env["PATH"]}`,
      HOME: project,
      XDG_STATE_HOME: `${project}-state`,
    };
    const { status, stdout, stderr } = spawnSync("sh", ["-c", line], { cwd: project, encoding: "utf8", env });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("the parser reads dates");
  });
});

describe("the library's examples", () => {
  it.each(["README.md", "docs/your-own-loop.md"])("in %s print what their comments say", (page) => {
    const [example = ""] = blocks(page, "js");
    writeFileSync(join(place, "example.mjs"), example.replace('folder: ".ralph"', 'folder: "judged"'));
    const { status, stdout, stderr } = run(process.execPath, ["example.mjs"]);
    expect(stderr).toBe("");
    expect(status).toBe(0);
    const shown = example
      .split("\n")
      .filter((line) => line.startsWith("// "))
      .map((line) => line.slice(3));
    expect(stdout.trimEnd().split("\n")).toEqual(shown);
  });
});

describe("the documents", () => {
  it("show a situation that decide takes without a warning", () => {
    const [situation = ""] = blocks("docs/situation.md", "json");
    writeFileSync(join(place, "situation.json"), situation);
    const { status, stdout } = run("untildone", ["decide", "situation.json"]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout).warnings).toEqual([]);
  });

  it("show a rule that compiles against the library's types and runs", () => {
    const [example = ""] = blocks("docs/policies.md", "ts");
    writeFileSync(join(place, "rule.ts"), `${example}\nexport { mine };\n`);
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2023", "--skipLibCheck", "rule.ts"];
    const { status, stdout } = run(process.execPath, [tsc, ...options]);
    expect(stdout).toBe("");
    expect(status).toBe(0);
  });

  it("link only to files that exist", () => {
    for (const page of pages)
      for (const [, target = ""] of read(page).matchAll(/\]\(((?!https?:)[^)#]+)/g))
        expect(() => readFileSync(join(root, page, "..", target)), `${page} links to ${target}`).not.toThrow(/ENOENT/);
  });
});
