import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { agentHooks } from "../../src/cli/init/agent-hooks.js";
import { parseJsonc } from "../../src/lib/json/jsonc/parse.js";
import { type Ran, Workplace } from "./cli.js";

/** A project of somebody whose home is elsewhere, and who has untildone on the path. */
class Place extends Workplace {
  init(...words: readonly string[]): Promise<Ran> {
    return this.run(["init", ...words], "", { HOME: this.stateHome });
  }

  /** Every file but those of git, with its text. */
  files(): Readonly<Record<string, string>> {
    const names = readdirSync(this.path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.path.length + 1));
    return Object.fromEntries(names.filter((name) => !name.startsWith(".git/")).map((name) => [name, this.read(name)]));
  }
}

const program = ["--program", "untildone"];
const settings = ".claude/settings.json";

describe("init in a new project", () => {
  const tests: readonly { name: string; files: Record<string, string>; check: string }[] = [
    {
      name: "Node",
      files: { "package.json": '{"scripts": {"test": "node --test"}}' },
      check: "tests: npm run test (package.json scripts.test (found))",
    },
    {
      name: "Python",
      files: {
        "pyproject.toml": '[project]\nname = "x"\n[tool.pytest.ini_options]\n',
        "tests/test_a.py": "def test_a(): pass\n",
      },
      check: "tests: python3 -m pytest (",
    },
    {
      name: "Go",
      files: { "go.mod": "module x\n", "a_test.go": "package x\n" },
      check: "tests: go test -count=1 ./... (",
    },
    { name: "Rust", files: { "Cargo.toml": '[package]\nname = "x"\n' }, check: "tests: cargo test" },
  ];

  it.each(tests)("$name: a run then has a list and the right checks", async ({ files, check }) => {
    using place = new Place();
    for (const [name, text] of Object.entries(files)) place.write(name, text);
    const { code, out } = await place.init("--task", "Add a login page");
    expect({ code, err: out.includes("created") }).toEqual({ code: 0, err: true });
    const run = await place.run(["run", "--command", "true", "--dry-run", "--json"]);
    const plan = JSON.parse(run.out);
    expect({ code: run.code, tasks: plan.tasks, refusals: plan.refusals }).toEqual({
      code: 0,
      tasks: "TODO.md",
      refusals: [],
    });
    expect(plan.checks.join("\n")).toContain(check);
    expect(plan.prompt).toContain("Add a login page");
    expect(place.read(".ralph/config.yaml")).toContain(`#   ${check.split(" (")[0]}`);
  });

  it("writes a list without a task if none is given, so that no run works on an example", async () => {
    using place = new Place();
    const { out } = await place.init();
    expect(out).toContain("write your tasks into TODO.md");
    const run = await place.run(["run", "--command", "true", "--dry-run", "--json"]);
    expect(JSON.parse(run.out).refusals).toEqual([
      "the task list TODO.md cannot be used: no task was found in the file",
    ]);
  });

  it("keeps what is there, and says so", async () => {
    using place = new Place();
    place.write("TODO.md", "- [ ] T1: one\n- [x] T2: two\n");
    place.write("PROMPT.md", "mine\n");
    place.write(".ralph/config.json", '{"minScore": 60}');
    place.write(".ralph/.gitignore", "*\n");
    const before = place.files();
    const { code, out } = await place.init();
    expect({ code, files: place.files() }).toEqual({ code: 0, files: before });
    expect(out).toMatch(/^kept +TODO\.md +the task list already exists: 2 tasks, 1 left$/m);
    for (const name of ["PROMPT.md", ".ralph/config.json", ".ralph/.gitignore"]) expect(out).toContain(name);
  });

  it("changes nothing when it runs again", async () => {
    using place = new Place();
    await place.init("--yes");
    const before = place.files();
    expect((await place.init("--yes")).code).toBe(0);
    expect(place.files()).toEqual(before);
  });

  it("takes another file for the list where TODO.md is something else", async () => {
    using place = new Place();
    place.write("TODO.md", "Think about it.\n");
    await place.init("--task", "one");
    expect(place.read("TODO.md")).toBe("Think about it.\n");
    expect(place.read(".ralph/fix_plan.md")).toContain("- [ ] T1: one\n");
  });

  it("says what to do about a missing repository", async () => {
    using place = new Place();
    expect((await place.init()).out).toMatch(/^note +.*git init/m);
  });
});

describe("what init refuses", () => {
  const cases: readonly { name: string; words: readonly string[]; files?: Record<string, string>; says: string }[] = [
    { name: "an unknown flag", words: ["--claud"], says: "did you mean --claude?" },
    { name: "an agent without a hook", words: ["--opencode"], says: "unknown option --opencode" },
    { name: "a word", words: ["claude"], says: 'unexpected argument "claude"' },
    { name: "a task with an install", words: ["--claude", "--task", "one"], says: "--task is for a new task list" },
    { name: "a task of two lines", words: ["--task", "one\n- [x] two"], says: "--task must be one line" },
    {
      name: "a task for a list that is there",
      words: ["--task", "x"],
      files: { "TODO.md": "- [ ] a\n" },
      says: "add a line there",
    },
    { name: "a program that is another", words: ["--claude", "--program", "rm -rf"], says: "does not name untildone" },
    { name: "a state folder elsewhere", words: ["--state", "../x"], says: "state folder" },
    {
      name: "a broken configuration",
      words: [],
      files: { ".ralph/config.yaml": "minScore: [" },
      says: ".ralph/config.yaml",
    },
    {
      name: "broken JSON, for every file",
      words: ["--claude", "--codex", "--mcp", "--agents-md"],
      files: { ".codex/hooks.json": '{\n  "hooks": {\n    "Stop": [,]\n  }\n}\n' },
      says: ".codex/hooks.json, line 3",
    },
    { name: "an empty file", words: ["--claude"], files: { [settings]: "" }, says: `${settings}, line 1` },
    { name: "settings that are a list", words: ["--claude"], files: { [settings]: "[]" }, says: "not an object" },
    {
      name: "hooks that are a list",
      words: ["--claude"],
      files: { [settings]: '{\n"hooks": []}' },
      says: `hooks is not an object\n  in   ${settings}, line 2`,
    },
    {
      name: "an event that is an object",
      words: ["--claude"],
      files: { [settings]: '{"hooks": {"Stop": {}}}' },
      says: "hooks.Stop is not a list",
    },
    { name: "text that is not UTF-8", words: ["--claude"], files: { [settings]: "latin" }, says: "not UTF-8" },
    {
      name: "servers in one line of TOML",
      words: ["--codex", "--mcp"],
      files: { ".codex/config.toml": "mcp_servers = {}\n" },
      says: "mcp_servers",
    },
    {
      name: "TOML that is broken",
      words: ["--codex", "--mcp"],
      files: { ".codex/config.toml": 'a = 1\nb = """\n' },
      says: "this is not TOML\n  in   .codex/config.toml, line 3",
    },
    {
      name: "half of the marks",
      words: ["--agents-md"],
      files: { "AGENTS.md": "a\n<!-- untildone:begin -->\n" },
      says: "marks",
    },
  ];

  it.each(cases)("$name, and nothing is written", async ({ words, files = {}, says }) => {
    using place = new Place();
    for (const [name, text] of Object.entries(files))
      place.write(name, text === "latin" ? Buffer.from('{"a": "\u00e9"}', "latin1") : text);
    const before = place.files();
    const { code, out, err } = await place.init(...words);
    expect({ code, out, files: place.files() }).toEqual({ code: 2, out: "", files: before });
    expect(err).toContain(says);
  });

  it("the home folder, also by another path", async () => {
    using place = new Place();
    const link = `${place.path}-link`;
    symlinkSync(place.path, link);
    const { code, err } = await place.run(["init"], "", { HOME: link });
    expect(code).toBe(2);
    expect(err).toContain("this is your home folder");
    expect(existsSync(join(place.path, ".ralph"))).toBe(false);
  });

  it("a link that leads out of the project, or nowhere", async () => {
    using place = new Place();
    using other = new Place();
    symlinkSync(other.path, join(place.path, ".claude"));
    expect((await place.init("--claude")).err).toContain("leads out of the project");
    symlinkSync("nowhere", join(place.path, ".mcp.json"));
    expect((await place.init("--mcp")).err).toContain("leads nowhere");
    expect(readdirSync(other.path)).toEqual([]);
  });

  it("no removal because of a link that leads out, where nothing was ever installed", async () => {
    using place = new Place();
    using other = new Place();
    await place.init("--claude");
    symlinkSync(other.path, join(place.path, ".codex"));
    symlinkSync("nowhere", join(place.path, ".cursor"));
    expect((await place.init("--remove")).code).toBe(0);
    expect(existsSync(join(place.path, settings))).toBe(false);
    expect((await place.init("--codex", "--remove")).err).toContain("leads out of the project");
  });

  it("a read-only file, before anything else is written", async () => {
    using place = new Place();
    chmodSync(place.write(settings, "{}\n"), 0o444);
    const { code, err } = await place.init("--codex", "--claude");
    expect({ code, files: Object.keys(place.files()) }).toEqual({ code: 2, files: [settings] });
    expect(err).toContain("the file is read-only");
  });

  it("a file where a folder must be", async () => {
    using place = new Place();
    place.write(".claude", "");
    place.write(".ralph", "");
    expect((await place.init("--claude")).err).toContain("it is a file, not a folder\n  in   .claude");
    expect((await place.init()).err).toContain("it is a file, not a folder\n  in   .ralph");
  });
});

describe("the settings of Codex", () => {
  const file = ".codex/config.toml";

  it.each([
    ["tables", 'model = "a"\n\n[features]\nhooks = true\n'],
    ["no line end", "[features]\nhooks = true"],
    ["empty lines at the end", "[features]\nhooks = true\n\n\n"],
    ["line ends of Windows", 'model = "a"\r\n[features]\r\nhooks = true\r\n'],
    ["line ends of Windows, none at the end", "[features]\r\nhooks = true"],
    ["nothing", ""],
    ["another server", '[mcp_servers.other]\ncommand = "x"\n'],
    ["another server within a table", '[mcp_servers]\nother = { command = "x" }\n'],
    ["servers of something else", "[profile]\nmcp_servers.a = 1\n"],
    ["our table in a text", 'notes = """\n[mcp_servers.untildone]\n"""\n'],
    ["our table in a comment", "# [mcp_servers.untildone]\n"],
  ])("with %s get a server at the end, once, and are restored", async (_, text) => {
    using place = new Place();
    place.write(file, text);
    await place.init("--codex", "--mcp");
    const changed = place.read(file);
    expect(changed.startsWith(text)).toBe(true);
    expect(changed.slice(text.length).match(/^\[mcp_servers\.untildone\]\r?$/gm)).toHaveLength(1);
    expect(changed.replaceAll("\r\n", "").includes("\n")).toBe(!text.includes("\r"));
    await place.init("--codex", "--mcp");
    expect(place.read(file)).toBe(changed);
    await place.init("--remove");
    expect(place.read(file)).toBe(text);
  });

  it.each([
    '[mcp_servers.untildone]\ncommand = "mine"\n',
    '[ mcp_servers . "untildone" ]\ncommand = "mine"\n',
    '[mcp_servers]\nuntildone = { command = "mine" }\n',
    '[mcp_servers]\nuntildone.command = "mine"\n',
    '[mcp_servers.untildone.env]\nA = "1"\n',
    'mcp_servers.untildone.command = "mine"\n',
  ])("keep a server of that name: %j", async (text) => {
    using place = new Place();
    place.write(file, text);
    expect((await place.init("--codex", "--mcp")).out).toMatch(/^kept +\.codex\/config\.toml/m);
    await place.init("--remove");
    expect(place.read(file)).toBe(text);
  });

  it("stay behind a link to another file of the project", async () => {
    using place = new Place();
    place.write("dot/codex.toml", "[features]\n");
    mkdirSync(join(place.path, ".codex"));
    symlinkSync("../dot/codex.toml", join(place.path, file));
    await place.init("--codex", "--mcp");
    expect(place.read("dot/codex.toml")).toContain("[mcp_servers.untildone]");
    await place.init("--remove");
    expect(place.read("dot/codex.toml")).toBe("[features]\n");
    expect(lstatSync(join(place.path, file)).isSymbolicLink()).toBe(true);
  });
});

describe("an install", () => {
  const others = {
    Stop: [{ hooks: [{ type: "command", command: "say done" }] }],
    PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "log" }] }],
  };
  const texts: Readonly<Record<string, string>> = {
    "no settings": "{}\n",
    "an empty object over two lines": "{\n}\n",
    "no last line break": '{"model": "opus"}',
    comments: '{\n  // mine\n  "model": "opus", // best\n  /* off */\n}\n',
    "other hooks": `${JSON.stringify({ hooks: others, model: "opus" }, null, 4)}\n`,
    tabs: `${JSON.stringify({ hooks: others }, null, "\t")}\n`,
    "other line endings": JSON.stringify({ hooks: others }, null, 2).replaceAll("\n", "\r\n"),
    "empty hooks": '{\n  "hooks": {},\n  "a": 1\n}\n',
    "an empty list": '{\n  "hooks": {\n    "Stop": []\n  }\n}\n',
    "a byte order mark": '\ufeff{\n  "a": 1\n}\n',
    "one version": '{\n  "version": 1\n}\n',
  };

  it.each(agentHooks.flatMap(({ agent, file }) => Object.keys(texts).map((name) => ({ agent, file, name }))))(
    "for $agent goes again without a trace: $name",
    async ({ agent, file, name }) => {
      using place = new Place();
      const text = texts[name] ?? "";
      place.write(file, text);
      expect((await place.init(`--${agent}`, "--mcp", ...program)).code).toBe(0);
      const added = place.files();
      const parsed = parseJsonc(added[file] ?? "");
      expect(parsed).toMatchObject({ ok: true });
      expect(added[file]).toContain(`untildone hook ${agent}`);
      if (name === "comments") expect(added[file]).toContain('"model": "opus", // best\n  /* off */');
      const again = await place.init(`--${agent}`, "--mcp", ...program);
      expect(again.out).toContain("already exist");
      expect(place.files()).toEqual(added);
      expect((await place.init("--remove")).code).toBe(0);
      expect(place.files()).toEqual({ [file]: text });
    },
  );

  it("of everything goes again, with the files and folders it made", async () => {
    using place = new Place();
    place.write("a.txt", "a");
    const all = ["--claude", "--codex", "--gemini", "--copilot", "--cursor", "--mcp", "--agents-md"];
    await place.init(...all);
    expect(Object.keys(place.files())).toHaveLength(10);
    await place.init(...all, "--remove");
    expect(readdirSync(place.path)).toEqual(["a.txt"]);
    expect((await place.init("--remove")).out).toContain("nothing to remove");
  });

  it("of one agent is removed without that of another", async () => {
    using place = new Place();
    await place.init("--claude", "--gemini", "--mcp");
    await place.init("--gemini", "--remove");
    expect(Object.keys(place.files()).sort()).toEqual([settings, ".gemini/settings.json", ".mcp.json"].sort());
    expect(place.read(".gemini/settings.json")).not.toContain("hook gemini");
  });

  it("keeps hooks that were added to ours", async () => {
    using place = new Place();
    const own = { type: "command", command: "npx untildone hook claude --time-limit 3m" };
    const hooks = { Stop: [{ hooks: [own, { type: "command", command: "say done" }] }] };
    place.write(settings, JSON.stringify({ hooks }));
    await place.init("--claude", "--remove");
    expect(JSON.parse(place.read(settings))).toEqual({ hooks: { Stop: [{ hooks: [hooks.Stop[0]?.hooks[1]] }] } });
  });

  it("leaves another program's hook alone that looks a little like ours", async () => {
    using place = new Place();
    const text = '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "untildone hook claudette"}]}]}}';
    place.write(settings, text);
    await place.init("--claude", "--remove");
    expect(place.read(settings)).toBe(text);
  });

  it("is not held up by a broken file that does not speak of us", async () => {
    using place = new Place();
    await place.init("--claude");
    place.write(".gemini/settings.json", "{");
    expect((await place.init("--remove")).code).toBe(0);
    expect(Object.keys(place.files())).toEqual([".gemini/settings.json"]);
  });

  it("follows a link within the project, and leaves it a link", async () => {
    using place = new Place();
    place.write("config/claude.json", "{\n}\n");
    mkdirSync(join(place.path, ".claude"));
    symlinkSync("../config/claude.json", join(place.path, settings));
    await place.init("--claude");
    expect(place.read("config/claude.json")).toContain(" hook claude");
    await place.init("--claude", "--remove");
    expect(place.read("config/claude.json")).toBe("{\n}\n");
  });

  it("warns where the agent would ignore the file for its comments", async () => {
    using place = new Place();
    place.write(settings, "{ // mine\n}\n");
    expect((await place.init("--claude")).out).toContain("Claude Code ignores such a file");
    place.write(".gemini/settings.json", "{ // mine\n}\n");
    expect((await place.init("--gemini")).out).not.toContain("ignores such a file");
  });

  it("says what has to be done in Codex", async () => {
    using place = new Place();
    expect((await place.init("--codex")).out).toMatch(/^next +Codex: .*\/hooks/m);
  });
});

describe("how an agent starts untildone", () => {
  const commandIn = (place: Place, file: string): string => /"command": "(.*hook.*)"/.exec(place.read(file))?.[1] ?? "";

  it.each([
    {
      agent: "claude",
      file: settings,
      command: String.raw`\"$CLAUDE_PROJECT_DIR\"/node_modules/.bin/untildone hook claude`,
    },
    { agent: "codex", file: ".codex/hooks.json", command: "npx --no-install untildone hook codex" },
    {
      agent: "gemini",
      file: ".gemini/settings.json",
      command: "$GEMINI_PROJECT_DIR/node_modules/.bin/untildone hook gemini",
    },
    { agent: "cursor", file: ".cursor/hooks.json", command: "node_modules/.bin/untildone hook cursor" },
  ])("$agent: from the project's own node_modules", async ({ agent, file, command }) => {
    using place = new Place();
    place.write("node_modules/.bin/untildone", "");
    await place.init(`--${agent}`);
    expect(commandIn(place, file)).toBe(command);
  });
});

describe("the notes for agents", () => {
  const cases: readonly { name: string; files: Record<string, string>; into: readonly string[] }[] = [
    { name: "a new AGENTS.md", files: {}, into: ["AGENTS.md"] },
    { name: "AGENTS.md", files: { "AGENTS.md": "# Mine\n" }, into: ["AGENTS.md"] },
    { name: "AGENTS.md without a last line break", files: { "AGENTS.md": "# Mine" }, into: ["AGENTS.md"] },
    { name: "an empty AGENTS.md", files: { "AGENTS.md": "" }, into: ["AGENTS.md"] },
    { name: "other line endings", files: { "AGENTS.md": "# Mine\r\n\r\na\r\n" }, into: ["AGENTS.md"] },
    { name: "CLAUDE.md alone", files: { "CLAUDE.md": "# Mine\n" }, into: ["CLAUDE.md"] },
    { name: "both", files: { "AGENTS.md": "a\n", "CLAUDE.md": "b\n" }, into: ["AGENTS.md", "CLAUDE.md"] },
    {
      name: "one that names the other",
      files: { "AGENTS.md": "a\n", "CLAUDE.md": "@AGENTS.md\n" },
      into: ["AGENTS.md"],
    },
  ];

  it.each(cases)("go into $name, and out again", async ({ files, into }) => {
    using place = new Place();
    for (const [name, text] of Object.entries(files)) place.write(name, text);
    await place.init("--agents-md");
    const added = place.files();
    expect(Object.keys(added).filter((name) => added[name]?.includes("untildone:begin"))).toEqual(into);
    await place.init("--agents-md");
    expect(place.files()).toEqual(added);
    await place.init("--agents-md", "--remove");
    expect(place.files()).toEqual(files);
  });

  it("are not written twice where one file is a link to the other", async () => {
    using place = new Place();
    place.write("AGENTS.md", "a\n");
    symlinkSync("AGENTS.md", join(place.path, "CLAUDE.md"));
    await place.init("--agents-md");
    expect(place.read("AGENTS.md").split("untildone:begin")).toHaveLength(2);
    await place.init("--remove");
    expect(place.read("AGENTS.md")).toBe("a\n");
  });
});

describe("init --dry-run", () => {
  it("shows a diff and writes nothing", async () => {
    using place = new Place();
    place.write(settings, '{\n  "model": "opus"\n}\n');
    const before = place.files();
    const { code, out } = await place.init("--claude", "--dry-run", ...program);
    expect({ code, files: place.files() }).toEqual({ code: 0, files: before });
    expect(out).toMatch(/^--- a\/\.claude\/settings\.json\n\+\+\+ b\/\.claude\/settings\.json\n@@ -1,3 \+1,\d+ @@\n/);
    expect(out).toContain('-  "model": "opus"\n+  "model": "opus",\n');
  });

  it("shows a diff that patch understands", async () => {
    using place = new Place();
    place.write(settings, '{\n  "model": "opus"\n}');
    place.write("AGENTS.md", `${"line\n".repeat(20)}`);
    const { out } = await place.init("--claude", "--mcp", "--agents-md", "--dry-run", ...program);
    place.write("change.patch", out.slice(0, out.indexOf("note     ")));
    const applied = place.bash("git init -q && git apply change.patch && rm change.patch");
    expect(applied).toEqual({ code: 0, out: "", err: "" });
    const patched = place.files();
    await place.init("--remove");
    await place.init("--claude", "--mcp", "--agents-md", ...program);
    expect(place.files()).toEqual(patched);
  });
});

it("init --json prints one object", async () => {
  using place = new Place();
  const { out } = await place.init("--claude", "--json", ...program);
  expect(JSON.parse(out)).toMatchObject({
    dryRun: false,
    files: [{ path: settings, change: "created", about: "hooks for Claude Code: untildone hook claude" }],
    notes: ["untildone is started as: untildone"],
  });
});
