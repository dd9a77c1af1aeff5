import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { bin, jsonLines, type Ran, Workplace } from "../e2e/cli.js";

const program = fileURLToPath(new URL("acp-agent.mjs", import.meta.url));

function project(): Workplace {
  const place = new Workplace();
  place.write("TODO.md", "- [ ] T1: Make made.txt\n");
  return place;
}

const words = (manner: string, ...more: readonly string[]): readonly string[] => [
  ...[
    "run",
    "--set",
    "unverified=accept",
    "--agent",
    `acp:${process.execPath} ${program} ${manner}`,
    "--tasks",
    "TODO.md",
    "--json",
    "--no-detect",
  ],
  ...more,
];

const notes = (place: Workplace): string => join(place.stateHome, "asked.jsonl");
const asked = (place: Workplace): readonly Record<string, unknown>[] =>
  existsSync(notes(place)) ? jsonLines(readFileSync(notes(place), "utf8")) : [];
const methods = (place: Workplace): readonly unknown[] => asked(place).map(({ method }) => method);

const decisions = ({ out }: Ran): readonly Record<string, unknown>[] =>
  jsonLines(out)
    .filter(({ type }) => type === "decision-made")
    .map(({ record }) => (record as { decision: Record<string, unknown> }).decision);

/** What the agent printed in all turns. */
const printed = (place: Workplace, { out }: Ran): string =>
  jsonLines(out)
    .filter(({ type }) => type === "agent-start")
    .map(({ outputFile }) => readFileSync(resolve(place.path, String(outputFile)), "utf8"))
    .join("\n");

const handshake = ["initialize"];
const turn = ["initialize", "new", "prompt", "permission"];

describe("an agent that speaks the Agent Client Protocol", { timeout: 120_000 }, () => {
  it("does a task: fragments are joined, permission is given once, and no file system is offered", async () => {
    using place = project();
    const ran = await place.runBeside(words("honest"));
    expect(ran.code, ran.err).toBe(0);
    expect(methods(place)).toEqual([...handshake, ...turn]);
    expect(asked(place)[0]).toMatchObject({
      capabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    });
    expect(asked(place).at(-1)).toMatchObject({ outcome: { outcome: "selected", optionId: "option-allow_once" } });
  });

  it("goes on in its session after a refused claim, and what it repeats of that is no answer", async () => {
    using place = project();
    const ran = await place.runBeside(words("liar", "--continue-session"));
    expect(ran.code, ran.err).toBe(0);
    expect(decisions(ran).map(({ taskDone }) => taskDone)).toEqual([null, "T1"]);
    expect(asked(place)).toContainEqual({ method: "load", session: "session-1" });
    expect(printed(place, ran)).toContain("The file is made");
    expect(printed(place, ran)).not.toContain("An old answer");
  });

  it.each([
    { what: "starts again in every turn", manner: "liar", more: [] },
    { what: "starts again if it cannot load sessions", manner: "forgetful", more: ["--continue-session"] },
  ])("$what", async ({ manner, more }) => {
    using place = project();
    const ran = await place.runBeside(words(manner, ...more));
    expect(ran.code, ran.err).toBe(0);
    expect(methods(place)).not.toContain("load");
  });

  it("counts a permission that cannot be given as denied", async () => {
    using place = project();
    const ran = await place.runBeside(words("denied", "--max-iterations", "1"));
    expect(ran.code).not.toBe(0);
    expect(ran.out).toMatch(/"denials":1\b/);
    expect(existsSync(join(place.path, "made.txt"))).toBe(false);
  });

  it("does what --permissions allows, and is denied the rest", async () => {
    using place = project();
    const ran = await place.runBeside(words("runs-commands", "--permissions", "edit"));
    expect(ran.code, ran.err).toBe(0);
    expect(ran.out).toContain("may edit files, and run no commands, as far as it asks for permission");
    expect(ran.out).toMatch(/"denials":1\b/);
    expect(asked(place)).toContainEqual({
      method: "permission",
      outcome: { outcome: "selected", optionId: "option-reject_once" },
    });
    expect(existsSync(join(place.path, "ran.txt"))).toBe(false);
  });

  it("may run commands by default", async () => {
    using place = project();
    expect((await place.runBeside(words("runs-commands"))).code).toBe(0);
    expect(existsSync(join(place.path, "ran.txt"))).toBe(true);
  });

  it("that does not ask where it may not act ends the run, with the way out", async () => {
    using place = project();
    const { code, out } = await place.runBeside(
      words("never-asks", "--permissions", "edit").filter((word) => word !== "--json"),
    );
    expect(code).toBe(2);
    expect(out).toContain("the program ran a command without asking, so --permissions edit is not kept");
    expect(out).toContain("untildone run --resume --permissions all");
  });

  it("uses the model it is told to", async () => {
    using place = project();
    const ran = await place.runBeside(words("honest", "--model", "large"));
    expect(ran.code, ran.err).toBe(0);
    expect(asked(place)).toContainEqual({ method: "set", configId: "which", value: "large" });
  });

  it("gets its arguments and its model by name beside other agents", async () => {
    using place = project();
    const path = `${place.program("claude", "exit 1")}:${process.env["PATH"]}`;
    const agents = ["--agent", `acp:${process.execPath} ${program},claude`];
    const more = ["--agent-arg=acp=honest", "--model", "acp=large", "--tasks", "TODO.md", "--no-detect"];
    const { code, err } = await place.runBeside(["run", "--set", "unverified=accept", ...agents, ...more], {
      PATH: path,
    });
    expect(code, err).toBe(0);
    expect(asked(place)).toContainEqual({ method: "set", configId: "which", value: "large" });
  });

  it("is told to stop when its time is over", async () => {
    using place = project();
    const ran = await place.runBeside(words("hangs", "--timeout", "5s", "--max-iterations", "1"));
    expect(ran.out).toContain("not done after 5s");
    expect(methods(place)).toContain("cancel");
  });

  it("is told to stop by Ctrl-C twice", async () => {
    using place = project();
    const run = start(place, words("hangs"));
    await vi.waitFor(() => expect(methods(place)).toContain("hangs"), { timeout: 30_000 });
    run.child.kill("SIGINT");
    await vi.waitFor(() => expect(run.out()).toContain("interrupt-received"), { timeout: 30_000 });
    run.child.kill("SIGINT");
    await once(run.child, "close");
    expect(run.child.exitCode).toBe(3);
    expect(methods(place)).toContain("cancel");
  });

  it.each([
    { manner: "dies-in-turn", how: "failed: " },
    { manner: "dies-later", how: "failed: the agent cannot be used: the program ended with exit code 7" },
  ])("that fails in its turn ($manner) says how", async ({ manner, how }) => {
    using place = project();
    const { code, out } = await place.runBeside(words(manner, "--max-iterations", "1", "--max-time", "3"));
    expect(code).not.toBe(0);
    const [ended] = jsonLines(out).filter(({ type }) => type === "agent-end");
    expect(ended?.["how"]).toContain(how);
  });

  it("that is not logged in ends the run at once", async () => {
    using place = project();
    const ran = await place.runBeside(words("not-logged-in"));
    expect(ran.code).toBe(2);
    expect(methods(place)).toEqual([...handshake, "initialize", "new", "prompt"]);
  });
});

describe("a program that cannot be used is refused before the run starts", { timeout: 120_000 }, () => {
  it.each([
    { what: "it dies", agent: `${process.execPath} ${program} dies`, why: "the program ended with exit code 7" },
    { what: "it never answers", agent: `${process.execPath} ${program} silent`, why: "no answer for 20s" },
    { what: "it speaks something else", agent: "cat", why: "initialize" },
    {
      what: "it is not installed",
      agent: "no-such-program --acp",
      why: "no-such-program is not installed",
      fix: "name a program that is here",
    },
    {
      what: "it is not installed, and untildone knows how to",
      agent: "gemini --acp",
      why: "gemini is not installed",
      fix: "install it with: npm install -g @google/gemini-cli",
    },
    {
      what: "it has no such model",
      agent: `${process.execPath} ${program} honest`,
      more: ["--model", "larg"],
      why: "unknown model larg",
      fix: "did you mean large? it offers: small, large",
    },
    { what: "nothing is named", agent: "", why: "the command is empty", fix: "give a program and its arguments" },
  ])("$what", async ({ agent, why, more = [], fix = "start it by hand" }) => {
    using place = project();
    const { code, out, err } = await place.runBeside(
      ["run", "--set", "unverified=accept", "--agent", `acp:${agent}`, "--tasks", "TODO.md", ...more],
      { PATH: "/usr/bin:/bin" },
    );
    expect(code).toBe(2);
    expect(out).toBe("");
    expect(err).toContain(why);
    expect(err).toContain(`fix  ${fix}`);
    expect(existsSync(join(place.path, ".ralph"))).toBe(false);
  });
});

function start(place: Workplace, args: readonly string[]): { readonly child: ChildProcess; out(): string } {
  const child = spawn(process.execPath, [bin, ...args], { cwd: place.path, env: place.ownEnv });
  let out = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  return { child, out: () => out };
}
