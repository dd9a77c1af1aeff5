import { describe, expect, it } from "vitest";
import { type Ran, Workplace } from "../e2e/cli.js";

const programs = ["claude", "codex", "amp"];

/** A project with agents that are there, for what is refused before any of them starts. */
function project(config: object = {}): Workplace {
  const place = new Workplace();
  place.write("TODO.md", "- [ ] T1: one\n");
  place.write(".ralph/config.json", JSON.stringify(config));
  for (const name of programs) place.program(name, "touch started");
  return place;
}

const run = (place: Workplace, ...words: string[]): Ran =>
  place.runProcess(["run", "--tasks", "TODO.md", ...words], "", { PATH: `${place.path}/bin:/usr/bin:/bin` });

describe("what is wrong with an agent is said before anything starts", () => {
  it.each([
    { words: ["--agent", "cluade"], says: ['there is no agent "cluade"', "did you mean claude?"] },
    { words: ["--agent", "gemini"], says: ["gemini is not installed", "npm install -g @google/gemini-cli"] },
    { words: ["--agent", "gemini,qwen"], says: ["gemini and qwen are not installed"] },
    { words: ["--agent", "amp", "--model", "m"], says: ["amp cannot be told to use the model m"] },
    {
      words: ["--agent", "claude,codex", "--model", "opus"],
      says: ["does not say for which agent", "--model claude=opus"],
    },
    { words: ["--agent", "claude", "--model", "codex=m"], says: ["codex, which is not an agent of this run"] },
    {
      words: ["--agent", "claude,codex", "--agent-arg=--x"],
      says: ["does not say for which agent", "--agent-arg claude=--x"],
    },
    { words: ["--agent", "claude", "--permissions", "edits"], says: ['no permissions "edits"', "did you mean edit?"] },
    {
      words: ["--agent", "amp", "--permissions", "read"],
      says: ["amp has no mode for --permissions read", "--permissions all"],
    },
    {
      words: ["--command", "true", "--permissions", "read"],
      says: ["--permissions is for agents that untildone knows"],
    },
    { words: ["--command", "true", "--model", "m"], says: ["--model is for agents that untildone knows"] },
    { words: ["--agent", "claude", "--agent-arg", "--x"], says: ["--agent-arg=--x"] },
    { words: ["--agent", "claude"], config: { phases: [{ name: "plan", agent: "cluade" }] }, says: ["cluade", "plan"] },
    { words: ["--agent", "claude"], config: { agentByTaskKind: { docs: "qwen" } }, says: ["qwen is not installed"] },
    { words: ["--agent", "claude"], config: { permissions: "none" }, says: ["permissions"] },
  ])("$words $config", ({ words, config, says }) => {
    using place = project(config);
    const { code, err, out } = run(place, ...words);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    for (const text of says) expect(err).toContain(text);
    expect(() => place.read("started")).toThrow();
    expect(() => place.read(".ralph/decisions.jsonl")).toThrow();
  });

  it("where none is named and none is installed", () => {
    using place = new Workplace();
    place.write("TODO.md", "- [ ] T1: one\n");
    const { code, err } = place.runProcess(["run"], "", { PATH: "/usr/bin:/bin" });
    expect(code).toBe(2);
    expect(err).toContain("no agent was named, and none that untildone knows is installed");
  });
});

describe("a model", () => {
  it("that opencode does not list is refused at once, and its next name given", () => {
    using place = project();
    place.program("opencode", 'if [ "$1" = models ]; then echo acme/large; echo acme/small; else touch started; fi');
    const { code, err } = run(place, "--agent", "opencode", "--model", "acme/smal");
    expect(code).toBe(2);
    expect(err).toContain('opencode has no model "acme/smal"');
    expect(err).toContain("did you mean acme/small? opencode models lists them");
    expect(() => place.read("started")).toThrow();
    run(place, "--agent", "opencode", "--model", "acme/small", "--max-iterations", "1");
    expect(place.read("started")).toBe("");
  });

  it("is believed where opencode cannot list any", () => {
    using place = project();
    place.program("opencode", 'if [ "$1" = models ]; then exit 1; else touch started; fi');
    run(place, "--agent", "opencode", "--model", "acme/small", "--max-iterations", "1");
    expect(place.read("started")).toBe("");
  });

  it("that the vendor does not know ends the run with the way to name another", () => {
    using place = project();
    const event = {
      type: "result",
      subtype: "success",
      is_error: true,
      result: "The selected model (nope) may not exist",
    };
    place.program("claude", `echo '${JSON.stringify(event)}'; exit 1`);
    const { code, out } = run(place, "--agent", "claude", "--model", "nope");
    expect(code).toBe(2);
    expect(out).toContain("name another model: untildone run --resume --model MODEL");
  });
});

describe("a CLI that is too old for our flags", () => {
  const help =
    "opencode run [message..]\n\nOptions:\n  -h, --help         show help  [boolean]\n      --thinking     show it";
  const says = (text: string): string => `cat > /dev/null; cat >&2 <<'EOF'\n${text}\nEOF\nexit 1`;
  /** A refused start leaves nothing: neither a decision, nor a run to resume, nor a reason to refuse the next one. */
  const isClean = (place: Workplace): boolean =>
    run(place, "--resume").err.includes("there is nothing to resume") &&
    run(place, "--agent", "claude", "--dry-run").code === 0;

  it.each([
    { name: "claude", text: "error: unknown option '--verbose'", fix: "npm install -g @anthropic-ai/claude-code" },
    {
      name: "codex",
      text: "WARNING: a notice\nerror: unexpected argument '--json' found\n\n  tip: to pass it as a value, use '-- --json'",
      shows: "error: unexpected argument '--json' found",
      fix: "npm install -g @openai/codex",
    },
    { name: "gemini", text: "Unknown argument: outputFormat\nUsage: gemini [options]", fix: "@google/gemini-cli" },
    { name: "opencode", text: help, shows: "it prints its help (opencode run [message..])", fix: "opencode-ai" },
  ])("$name is one message with the fix, and no run", ({ name, text, shows = text.split("\n")[0] ?? "", fix }) => {
    using place = project();
    place.program(name, says(text));
    const { code, err, out } = run(place, "--agent", name);
    expect(code).toBe(2);
    expect(err).toContain(`${name} does not start with the flags that untildone gives it: `);
    expect(err).toContain(shows);
    expect(err).toMatch(new RegExp(`fix {2}update it with: .*${fix}`));
    expect(out).not.toContain("Status:");
    expect(() => place.read(".ralph/decisions.jsonl")).toThrow();
    expect(isClean(place)).toBe(true);
  });

  it("leaves no worktree", () => {
    using place = project();
    place.commitAll();
    place.program("claude", says("error: unknown option '--verbose'"));
    expect(run(place, "--agent", "claude", "--worktree").code).toBe(2);
    expect(place.bash("git worktree list | wc -l; git branch --list 'untildone/*'").out.trim()).toBe("1");
  });

  it("leaves no worktree of a task, either", () => {
    using place = project();
    place.write("TODO.md", "- [ ] T1: one\n- [ ] T2: two\n- [ ] T3: three\n");
    place.commitAll();
    place.program("claude", says("error: unknown option '--verbose'"));
    const { code, err } = run(place, "--agent", "claude", "--parallel", "2");
    expect(code).toBe(2);
    expect(err).toContain("claude does not start with the flags that untildone gives it: ");
    expect(place.bash("git worktree list | wc -l; git branch --list 'untildone/*'").out.trim()).toBe("1");
    expect(place.bash("ls .ralph/worktrees").out.trim()).toBe("");
    expect(isClean(place)).toBe(true);
  });

  it("is judged as ever if it did something, and later in a run", () => {
    using place = project();
    place.program("claude", `touch made.txt; ${says("error: unknown option '--verbose'")}`);
    const { code, out } = run(place, "--agent", "claude");
    expect(code).toBe(2);
    expect(out).toContain("update it with: npm install -g @anthropic-ai/claude-code; then untildone run --resume");
  });

  it("is replaced by the next agent", () => {
    using place = project();
    place.program("claude", says("error: unknown option '--verbose'"));
    place.program("codex", "touch by-codex; exit 1");
    const { out } = run(place, "--agent", "claude,codex", "--max-iterations", "1");
    expect(out).toContain("unknown option '--verbose'");
    expect(place.read("by-codex")).toBe("");
  });
});

describe("--dry-run shows the command line", () => {
  it.each([
    { words: ["--agent", "claude", "--model", "opus"], shows: ["agent    claude (opus): claude -p", "--model opus"] },
    {
      words: ["--agent", "claude,codex", "--model", "codex=gpt-5"],
      shows: ["codex (gpt-5): codex exec", "claude: claude"],
    },
    { words: ["--agent", "claude", "--agent-arg=--max-turns", "--agent-arg=5"], shows: ["--max-turns 5"] },
    { words: ["--agent", "claude,codex", "--agent-arg=codex=--oss"], shows: ["--oss -"] },
    { words: ["--agent", "claude", "--permissions", "edit"], shows: ["--permission-mode acceptEdits"] },
    {
      words: [],
      config: { agent: "codex", model: "gpt-5", permissions: "read" },
      shows: ["--sandbox read-only --model gpt-5"],
    },
    {
      words: ["--agent", "claude"],
      config: { agentByTaskKind: { docs: { agent: "codex", model: "o" } } },
      shows: ["codex (o): codex exec"],
    },
    { words: ["--agent", "qwen"], shows: ["agent    qwen: qwen"] },
  ])("$words $config", ({ words, config, shows }) => {
    using place = project(config);
    const { code, out, err } = run(place, "--dry-run", ...words);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    for (const text of shows) expect(out).toContain(text);
  });
});
