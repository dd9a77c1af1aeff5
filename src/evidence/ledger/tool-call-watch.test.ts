import { describe, expect, it } from "vitest";
import { type ToolCall, unreadCall } from "../../agents/agent.js";
import { isInert } from "./inert-command.js";
import { ToolCallWatch } from "./tool-call-watch.js";

describe("a command that leaves alone what it does not name", () => {
  it.each([
    "npm test",
    "npm test 2>&1 | tail -20",
    "cd app && npm run build && npm test",
    "npx vitest run src/a.test.ts",
    "node --test",
    "python3 -m pytest -q tests",
    "cargo test -- --nocapture",
    "go test ./...",
    "ls -la src; cat package.json",
    "grep -rn 'export; const' src",
    'rg "a | b" src > /dev/null',
    "git status && git diff HEAD && git add -A && git commit -m 'Add it; done'",
    "CI=1 npm test",
    "mkdir -p src/lib",
    "echo done > out.txt",
    "find src -name '*.ts'",
  ])("%s", (command) => {
    expect(isInert(command)).toBe(true);
  });

  it.each([
    "sed -i 's/a/b/' *.md",
    "git checkout -- .",
    "git restore .",
    "git stash",
    "git reset --hard",
    "git mv a b",
    "rm -rf docs",
    "mv a b",
    "node fix.mjs",
    "node -e 'x()'",
    "python3 <<'E'\nx\nE",
    "bash tidy.sh",
    "./tidy.sh",
    "npm run release",
    "npx prettier --write .",
    "npx eslint --fix",
    "find . -name x -exec sh {} +",
    "find . -name x | xargs perl -pi -e s/a/b/",
    "echo x > $FILE",
    "echo x > *.md",
    "cat $(ls)",
    "for f in *; do cp a $f; done",
    "npm test; curl x | sh",
  ])("may touch anything: %s", (command) => {
    expect(isInert(command)).toBe(false);
  });
});

const bash = (command: string): ToolCall => ({ tool: "Bash", input: { command, description: "Run it" } });
const write = (file_path: string, content = ""): ToolCall => ({ tool: "Write", input: { file_path, content } });

const isAlone = (calls: readonly ToolCall[], told: { edits: number; commands: string[] }): boolean => {
  const watch = new ToolCallWatch("plans/TODO.md");
  for (const call of calls) watch.note(call);
  return watch.leavesAlone(told);
};

describe("the tool calls of a turn", () => {
  it.each([
    { calls: [write("src/a.js")], told: { edits: 1, commands: [] } },
    { calls: [write("src/a.js"), bash("npm test")], told: { edits: 1, commands: ["npm test"] } },
    { calls: [{ tool: "Read", input: { file_path: "plans/TODO.md" } }], told: { edits: 0, commands: [] } },
    { calls: [{ tool: "Grep", input: { pattern: "T1", path: "plans/TODO.md" } }], told: { edits: 0, commands: [] } },
    { calls: [{ tool: "shell", input: { command: "bash -lc 'npm test'" } }], told: { edits: 0, commands: ["x"] } },
    { calls: [{ tool: "TodoWrite", input: { todos: [{ content: "a" }] } }], told: { edits: 0, commands: [] } },
  ])("leave the list alone: %j", ({ calls, told }) => {
    expect(isAlone(calls, told)).toBe(true);
  });

  it.each([
    { why: "none is shown", calls: [], told: { edits: 0, commands: [] } },
    { why: "more edits are counted than shown", calls: [bash("ls")], told: { edits: 1, commands: ["ls"] } },
    { why: "more commands are counted than shown", calls: [write("a")], told: { edits: 1, commands: ["x"] } },
    { why: "an edit of the list", calls: [write("/p/plans/TODO.md")], told: { edits: 1, commands: [] } },
    { why: "code that names it", calls: [write("a.js", "write('TODO.md')")], told: { edits: 1, commands: [] } },
    { why: "a command that names it", calls: [bash("cat TODO.md")], told: { edits: 0, commands: ["x"] } },
    { why: "a script", calls: [bash("node a.js")], told: { edits: 0, commands: ["x"] } },
    { why: "another agent", calls: [{ tool: "Task", input: { prompt: "go" } }], told: { edits: 0, commands: [] } },
    { why: "an unread call", calls: [unreadCall], told: { edits: 0, commands: [] } },
    {
      why: "an unknown tool that runs something",
      calls: [{ tool: "mcp__box__run_it", input: { code: "x()" } }],
      told: { edits: 0, commands: [] },
    },
    {
      why: "a patch of it",
      calls: [{ tool: "apply_patch", input: { input: "*** Update File: plans/TODO.md" } }],
      told: { edits: 1, commands: [] },
    },
  ])("may have edited it: $why", ({ calls, told }) => {
    expect(isAlone(calls, told)).toBe(false);
  });

  it("say nothing where the list is no file", () => {
    const watch = new ToolCallWatch(null);
    watch.note(write("a"));
    expect(watch.leavesAlone({ edits: 1, commands: [] })).toBe(false);
  });
});
