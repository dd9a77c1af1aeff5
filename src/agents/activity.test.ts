import { describe, expect, it } from "vitest";
import { ActivityFeed } from "./activity.js";
import { EventLines } from "./event-lines.js";
import { agentStarts } from "./known-agents.js";
import { describeToolCall } from "./tool-activity.js";

const cwd = "/home/me/shop";
const place = { cwd, mask: (text: string) => text.replaceAll("hidden-value", "[masked]") };

function activitiesIn(agent: string, output: string, size = 7): string[] {
  const start = agentStarts.find(({ name }) => name === agent);
  if (!start?.readToolCalls) throw new Error(`${agent} tells no tool calls`);
  const found: string[] = [];
  const feed = new ActivityFeed(start.readToolCalls, {
    ...place,
    report: ({ does, what }) => found.push(`${does} ${what}`),
  });
  const lines = new EventLines((event) => feed.read(event));
  const bytes = new TextEncoder().encode(output);
  for (let at = 0; at < bytes.length; at += size) lines.write(bytes.subarray(at, at + size));
  return found;
}

const claude = (name: string, input: object): object => ({
  type: "assistant",
  message: {
    content: [
      { type: "text", text: "Now." },
      { type: "tool_use", id: "t", name, input },
    ],
  },
});

/** Events of our own in each format, and what the screen shows. */
const formats: readonly { agent: string; events: readonly object[]; shows: readonly string[] }[] = [
  ...["claude", "qwen", "amp"].map((agent) => ({
    agent,
    events: [
      claude("Write", { file_path: "/home/me/shop/src/cart.ts", content: "x" }),
      claude("Bash", { command: "cd /home/me/shop && npm test -- cart", description: "tests" }),
      claude("TodoWrite", { todos: [] }),
      { type: "user", message: { content: [{ type: "tool_result", tool_use_id: "t", content: "Bash" }] } },
      { type: "result", result: "done" },
    ],
    shows: ["edits src/cart.ts", "runs npm test -- cart"],
  })),
  {
    agent: "codex",
    events: [
      { type: "item.started", item: { type: "command_execution", command: "/bin/bash -lc 'npm run build'" } },
      {
        type: "item.completed",
        item: { type: "command_execution", command: "/bin/bash -lc 'npm run build'", exit_code: 0 },
      },
      {
        type: "item.started",
        item: {
          type: "file_change",
          changes: [
            { path: `${cwd}/a.ts`, kind: "add" },
            { path: `${cwd}/old.ts`, kind: "delete" },
          ],
        },
      },
      { type: "item.completed", item: { type: "agent_message", text: "I ran bash" } },
    ],
    shows: ["runs npm run build", "edits a.ts", "deletes old.ts"],
  },
  {
    agent: "gemini",
    events: [
      { type: "tool_use", tool_name: "run_shell_command", parameters: { command: "ls -l\npwd" } },
      { type: "tool_use", tool_name: "replace", parameters: { file_path: "/etc/hosts" } },
      { type: "tool_result", tool_id: "t", status: "success" },
    ],
    shows: ["runs ls -l …", "edits /etc/hosts"],
  },
  ...["opencode", "kilo"].map((agent) => ({
    agent,
    events: [
      { type: "tool_use", part: { tool: "edit", state: { status: "completed", input: { filePath: `${cwd}/b.py` } } } },
      { type: "tool_use", part: { tool: "webfetch", state: { input: { url: "https://example.invalid/doc" } } } },
      { type: "text", part: { text: "bash" } },
    ],
    shows: ["edits b.py", "fetches https://example.invalid/doc"],
  })),
  {
    agent: "copilot",
    events: [
      { type: "tool.execution_start", data: { toolName: "bash", arguments: { command: "make" } } },
      { type: "tool.execution_complete", data: { success: true } },
    ],
    shows: ["runs make"],
  },
  {
    agent: "cline",
    events: [
      {
        type: "agent_event",
        event: {
          type: "content_start",
          contentType: "tool",
          toolName: "run_commands",
          input: { commands: ["npm ci --quiet", "npm test"] },
        },
      },
      { type: "agent_event", event: { type: "content_start", contentType: "text", accumulated: "run" } },
    ],
    shows: ["runs npm ci --quiet", "runs npm test"],
  },
  {
    agent: "droid",
    events: [{ type: "tool_call", toolName: "Create", parameters: { file_path: `${cwd}/new.go` } }],
    shows: ["edits new.go"],
  },
  {
    agent: "pi",
    events: [
      { type: "tool_execution_start", toolName: "read", args: { path: "README.md" } },
      { type: "tool_execution_end", toolName: "read" },
    ],
    shows: ["reads README.md"],
  },
  {
    agent: "cursor-agent",
    events: [
      { type: "tool_call", subtype: "started", tool_call: { shellToolCall: { args: { command: "cargo test" } } } },
      { type: "tool_call", subtype: "completed", tool_call: { shellToolCall: { args: { command: "cargo test" } } } },
    ],
    shows: ["runs cargo test"],
  },
];

describe.each(formats)("the activity of $agent", ({ agent, events, shows }) => {
  const output = `noise\n{"broken\n${events.map((event) => `${JSON.stringify(event)}\n`).join("")}`;

  it("is read from its tool calls, however the output is cut", () => {
    expect(activitiesIn(agent, output)).toEqual(shows);
    expect(activitiesIn(agent, output, 1 << 20)).toEqual(shows);
  });

  it("is shown once where an event is printed twice", () => {
    const twice = events.flatMap((event) => [event, event]).map((event) => `${JSON.stringify(event)}\n`);
    expect(new Set(activitiesIn(agent, twice.join("")))).toEqual(new Set(shows));
  });
});

it("says nothing about agents that print no tool calls", () => {
  const silent = agentStarts.filter(({ readToolCalls }) => !readToolCalls).map(({ name }) => name);
  expect(silent).toEqual(["continue", "aider", "goose"]);
});

it("skips a line that is too long to be worth the wait", () => {
  const long = JSON.stringify(claude("Write", { file_path: "big.txt", content: "x".repeat(2_000_000) }));
  expect(activitiesIn("claude", `${long}\n${JSON.stringify(claude("Bash", { command: "ls" }))}\n`, 65_536)).toEqual([
    "runs ls",
  ]);
});

it.each([
  {
    tool: "apply_patch",
    input: { input: "*** Begin Patch\n*** Update File: src/a.ts\n-x\n+y\n*** Add File: b.ts\n" },
    shows: ["edits src/a.ts", "edits b.ts"],
  },
  { tool: "apply_patch", input: {}, shows: [] },
  { tool: "Bash", input: { command: "" }, shows: [] },
  { tool: "Bash", input: { command: 7 }, shows: [] },
  { tool: "shell", input: { command: ["git", "status"] }, shows: ["runs git status"] },
  {
    tool: "Bash",
    input: { command: "export API_KEY='s3cr3t value' && DB_PASSWORD=hunter2 ./run" },
    shows: ["runs export API_KEY=… && DB_PASSWORD=… ./run"],
  },
  { tool: "Bash", input: { command: "echo \u001b[2Jx" }, shows: ["runs echo x"] },
  {
    tool: "Bash",
    input: { command: `echo ${"y".repeat(88)} hidden-value` },
    shows: [`runs echo ${"y".repeat(88)} [mask…`],
  },
  { tool: "Bash", input: { command: "y".repeat(300) }, shows: [`runs ${"y".repeat(99)}…`] },
  { tool: "Read", input: { file_path: "/home/me/shop2/a" }, shows: ["reads /home/me/shop2/a"] },
  { tool: "Task", input: { description: "find the bug", prompt: "…" }, shows: ["delegates find the bug"] },
  { tool: "constructor", input: {}, shows: [] },
])("shows $tool $input as $shows", ({ tool, input, shows }) => {
  expect(describeToolCall({ tool, input }, place).map(({ does, what }) => `${does} ${what}`)).toEqual(shows);
});
