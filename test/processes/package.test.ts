import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { compileCommand } from "../../src/cli/load-command.js";
import { Workplace } from "../e2e/cli.js";

/** The package as users get it: packed, and installed without a registry. */

const project = fileURLToPath(new URL("../..", import.meta.url));
const tarball = `untildone-${manifest.version}.tgz`;
const place = new Workplace();
const installed = join(place.path, "node_modules/untildone");

const npm = (words: readonly string[], cwd: string): string =>
  execFileSync("npm", [...words, "--ignore-scripts", "--offline"], { cwd, encoding: "utf8", stdio: "pipe" });
const node = (words: readonly string[]): string =>
  execFileSync(process.execPath, words, { cwd: place.path, encoding: "utf8", stdio: "pipe" });
const untildone = (...words: readonly string[]): string => node(["node_modules/.bin/untildone", ...words]);

beforeAll(() => {
  npm(["pack", "--pack-destination", place.path], project);
  const dependencies = { untildone: `file:${tarball}`, yaml: `file:${join(project, "node_modules/yaml")}` };
  place.write("package.json", JSON.stringify({ type: "module", dependencies }));
  npm(["install", "--no-audit", "--no-fund"], place.path);
});
afterAll(() => place[Symbol.dispose]());

it("is less than 1.3 MB", () => {
  expect(statSync(join(place.path, tarball)).size).toBeLessThan(1_300_000);
});

it("has no code cache in it, which would be of another Node", () => {
  expect(readdirSync(join(installed, "dist/cli")).filter((file) => file.includes(".cache"))).toEqual([]);
});

it("has a program", () => {
  expect(untildone("--version")).toBe(`${manifest.version}\n`);
});

it("says how to install what the Agent Client Protocol needs", () => {
  const words = ["node_modules/.bin/untildone", "run", "Parse dates", "--agent", "acp:cat"];
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: place.path, encoding: "utf8" });
  expect(status).toBe(2);
  expect(stderr).toContain("npm install -g @agentclientprotocol/sdk");
});

describe("the code cache", () => {
  /** A copy of the installed commands, with a cache that this run finds or writes. */
  const copyCommands = (name: string): string => {
    const copy = join(place.path, name);
    cpSync(join(installed, "dist"), join(copy, "dist"), { recursive: true });
    return copy;
  };
  const run = (copy: string, ...words: readonly string[]): string => node([join(copy, "dist/cli.cjs"), ...words]);

  it.each([
    { bundle: "small", name: "analyze", words: ["analyze", "package.json"] },
    { bundle: "shared", name: "policies", words: ["policies"] },
  ])("of a command in a $bundle bundle is written when it has run, and taken from then on", ({ name, words }) => {
    const copy = copyCommands(`cached-${name}`);
    const commands = join(copy, "dist/cli");
    const first = run(copy, ...words);
    expect(compileCommand(commands, name)).toMatchObject({ isCached: true, command: { name } });
    expect(run(copy, ...words)).toBe(first);
  });

  it("is not written by help, which uses little of a command", () => {
    const copy = copyCommands("helped");
    run(copy, "policies", "--help");
    expect(existsSync(join(copy, "dist/cli/policies.cache"))).toBe(false);
  });

  it("is done without where it cannot be written", () => {
    const copy = copyCommands("blocked");
    const commands = join(copy, "dist/cli");
    // A folder stops root too, whom no permission does.
    for (const name of ["policies", "policies.judge"]) mkdirSync(join(commands, `${name}.cache`));
    const before = readdirSync(commands);
    expect(run(copy, "policies")).toContain("standard");
    expect(readdirSync(commands)).toEqual(before);
  });
});

it("judges a turn and a stop without the parser, which only proving needs", () => {
  const copy = join(place.path, "unparsed");
  cpSync(join(installed, "dist"), join(copy, "dist"), { recursive: true });
  rmSync(join(copy, "dist/cli/parser.cjs"));
  const judge = (input: string, ...words: readonly string[]) =>
    spawnSync(process.execPath, [join(copy, "dist/cli.cjs"), ...words], { cwd: copy, input, encoding: "utf8" });
  expect(judge("EXIT_SIGNAL: false", "check", "-")).toMatchObject({ stderr: "", stdout: expect.stringMatching(/\w/) });
  const stop = JSON.stringify({ hook_event_name: "Stop", session_id: "s", cwd: copy });
  expect(judge(stop, "hook", "claude")).toMatchObject({ status: 0, stderr: "" });
});

const program = `
import { decideSituation, makePolicy, parseSituation, readAgentReport, UserError } from "untildone";
import { openJudge, type Judge } from "untildone/judge";
import { run, type RunEvent } from "untildone/run";

const judge: Judge = openJudge({ folder: ".ralph" });
const { decision } = judge.check({ output: "EXIT_SIGNAL: false" });
judge.close();
export const seen: RunEvent["type"][] = [];
console.log(decision.decision, typeof run, typeof decideSituation, typeof makePolicy, typeof parseSituation);
console.log(typeof readAgentReport, typeof UserError);
`;

it("can be imported by its three names, with types that lead nowhere else", () => {
  place.write("program.ts", program);
  const compilerOptions = {
    target: "ES2023",
    module: "NodeNext",
    strict: true,
    types: ["node"],
    typeRoots: [join(project, "node_modules/@types")],
  };
  place.write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["program.ts"] }));
  node([join(project, "node_modules/typescript/bin/tsc")]);
  expect(node(["program.js"])).toBe("CONTINUE function function function function\nfunction function\n");
});
