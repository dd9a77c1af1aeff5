import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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
