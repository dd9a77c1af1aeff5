import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hookForms } from "../hook-forms.js";
import { whyNotJudged } from "../skip-stop.js";
import type { StopAnswer } from "../stop-request.js";

const read = (agent: string, input: object, env: Readonly<Record<string, string>> = {}) =>
  formOf(agent).read({ input: input as Record<string, unknown>, env });

function formOf(agent: string) {
  const form = hookForms.find((each) => each.agent === agent);
  if (!form) throw new Error(`no form for ${agent}`);
  return form;
}

const claude = {
  session_id: "9d2519",
  transcript_path: "/home/a/.claude/projects/p/9d2519.jsonl",
  cwd: "/work/p/src",
  prompt_id: "a8494d",
  permission_mode: "default",
  effort: { level: "high" },
  hook_event_name: "Stop",
  stop_hook_active: false,
  last_assistant_message: "Done.",
  background_tasks: [],
  session_crons: [],
};
const codex = {
  session_id: "01a1e2",
  turn_id: "01a1e3",
  transcript_path: null,
  cwd: "/work/p",
  hook_event_name: "Stop",
  model: "gpt-5",
  permission_mode: "bypassPermissions",
  stop_hook_active: true,
  last_assistant_message: "Done.",
};
const gemini = {
  session_id: "78e48e",
  transcript_path: "/nowhere/session.jsonl",
  cwd: "/work/p",
  hook_event_name: "AfterAgent",
  timestamp: "2026-11-16T05:46:05.909Z",
  prompt: "do it",
  prompt_response: "First.\nDone.",
  stop_hook_active: false,
};
/** By their documentation. */
const copilot = {
  sessionId: "c0ffee",
  timestamp: 1_763_271_965_909,
  cwd: "/work/p",
  transcriptPath: "/home/a/.copilot/session-state/c0ffee/events.jsonl",
  stopReason: "end_turn",
};
const cursor = {
  conversation_id: "4f7a",
  generation_id: "90aa",
  hook_event_name: "stop",
  cursor_version: "3.7.21",
  workspace_roots: ["/work/p"],
  status: "completed",
  loop_count: 0,
};

describe("what is read", () => {
  it.each([
    ["claude", claude, { event: "stop", session: "9d2519", message: "Done.", isRetry: false, background: 0, cap: 8 }],
    ["codex", codex, { event: "stop", session: "01a1e2", message: "Done.", isRetry: true, cap: null }],
    ["gemini", gemini, { event: "stop", session: "78e48e", message: "First.\nDone.", isRetry: false, cap: null }],
    ["copilot", copilot, { event: "stop", session: "c0ffee", message: null, isRetry: null, cap: 8 }],
    ["cursor", cursor, { event: "stop", session: "4f7a", message: null, isRetry: false, cap: 5, folder: "/work/p" }],
  ])("a stop of %s", (agent, input, expected) => {
    expect(read(agent, input)).toMatchObject({ agent, notAtWork: null, ...expected });
  });

  it.each([
    ["claude", { ...claude, hook_event_name: "SubagentStop" }, "subagent-stop"],
    ["claude", { ...claude, hook_event_name: "SessionStart" }, "session-start"],
    ["claude", { ...claude, hook_event_name: "PreToolUse" }, "other"],
    ["claude", { ...claude, hook_event_name: "constructor" }, "other"],
    ["codex", { ...codex, hook_event_name: "SessionStart" }, "session-start"],
    ["codex", { ...codex, hook_event_name: "stop" }, "other"],
    ["gemini", { ...gemini, hook_event_name: "BeforeAgent" }, "other"],
    ["gemini", { ...gemini, hook_event_name: "Stop" }, "other"],
    ["copilot", { ...copilot, agentName: "explore" }, "subagent-stop"],
    ["cursor", { ...cursor, hook_event_name: "subagentStop" }, "subagent-stop"],
    ["cursor", {}, "other"],
  ])("the event of %s in %j: %s", (agent, input, event) => expect(read(agent, input).event).toBe(event));

  it.each([
    [[], 0],
    [[{ id: "b1", status: "running" }], 1],
    [[{ id: "b1" }, "b2"], 2],
    [
      [
        { id: "b1", status: "completed" },
        { id: "b2", status: "killed" },
      ],
      0,
    ],
    ["running", 0],
    [null, 0],
  ])("background tasks of Claude Code %j: %i run", (background_tasks, count) =>
    expect(read("claude", { ...claude, background_tasks }).background).toBe(count),
  );

  it.each([
    ["12", 12],
    ["", 8],
    ["0", 8],
    ["-3", 8],
    ["many", 8],
  ])("CLAUDE_CODE_STOP_HOOK_BLOCK_CAP=%s: a cap of %i", (value, cap) =>
    expect(read("claude", claude, { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: value }).cap).toBe(cap),
  );

  it("takes the project's folder from the environment, since the agent may have moved", () => {
    expect(read("claude", claude, { CLAUDE_PROJECT_DIR: "/work/p" }).folder).toBe("/work/p");
    expect(read("claude", claude).folder).toBe("/work/p/src");
  });

  it.each(["aborted", "error"])("a turn of Cursor that ended as %s is not at work", (status) =>
    expect(read("cursor", { ...cursor, status }).notAtWork).toContain(status),
  );

  it.each(hookForms.map(({ agent }) => agent))("fields of the wrong kind are missing fields: %s", (agent) => {
    const wrong = Object.fromEntries(
      Object.keys({ ...claude, ...gemini, ...copilot, ...cursor }).map((name) => [name, { no: [name] }]),
    );
    expect(read(agent, wrong)).toMatchObject({ session: "", message: null, background: 0 });
  });
});

describe("the last message of Gemini CLI", () => {
  const user = (text: string) => ({ type: "user", content: [{ text }] });
  const tool = { type: "user", content: [{ functionResponse: { name: "run_shell_command" } }] };
  const says = (content: string) => ({ type: "gemini", content });

  it.each([
    ["the last one", [user("do it"), says("First."), tool, says("Done.")], "Done."],
    ["before an empty one", [user("do it"), says("Done."), { $set: { lastUpdated: "x" } }, says("")], "Done."],
    ["none since the prompt", [says("Old."), user("do it"), says("")], "First.\nDone."],
    ["an empty file", [], "First.\nDone."],
  ])("%s", (_, entries, expected) => {
    const folder = mkdtempSync(join(tmpdir(), "untildone-test-"));
    const file = join(folder, "session.jsonl");
    writeFileSync(file, `${entries.map((entry) => JSON.stringify(entry)).join("\n")}\n{ not JSON`);
    expect(read("gemini", { ...gemini, transcript_path: file }).message).toBe(expected);
    rmSync(folder, { recursive: true });
  });

  it.each(["/", "/dev/null", "/no/such/file"])("a path that is none, %s, is no message", (path) =>
    expect(read("gemini", { ...gemini, transcript_path: path }).message).toBe("First.\nDone."),
  );
});

describe("what is answered", () => {
  const refused: StopAnswer = { is: "refused", reason: "fix it", message: "refused" };
  const allowed: StopAnswer = { is: "allowed", why: "done", message: null };
  const told: StopAnswer = { is: "allowed", why: "limit", message: "let go" };

  it.each([
    ["claude", { decision: "block", reason: "fix it", systemMessage: "refused" }, null, { systemMessage: "let go" }],
    ["codex", { decision: "block", reason: "fix it", systemMessage: "refused" }, null, { systemMessage: "let go" }],
    ["gemini", { decision: "deny", reason: "fix it", systemMessage: "refused" }, null, { systemMessage: "let go" }],
    ["copilot", { decision: "block", reason: "fix it" }, null, null],
    ["cursor", { followup_message: "fix it" }, {}, {}],
  ])("by %s", (agent, ...expected) => {
    const answers = [refused, allowed, told].map((answer) => formOf(agent).answer(answer));
    expect(answers.map((text) => (text === "" ? null : JSON.parse(text)))).toEqual(expected);
  });
});

it.each([
  [{}, {}, null],
  [{ event: "subagent-stop" }, {}, "a sub-agent's stop"],
  [{ event: "other" }, {}, "not a stop"],
  [{ session: "" }, {}, "no session is named"],
  [{ session: "  " }, {}, "no session is named"],
  [{ session: "x".repeat(501) }, {}, "longer than 500"],
  [{ background: 2 }, {}, "2 running in the background"],
  [{ notAtWork: "the agent only plans" }, {}, "the agent only plans"],
  [{}, { UNTILDONE_RUN: "r" }, "judges this agent itself"],
] as const)("%j with %j is not ours: %s", (more, env, why) => {
  const found = whyNotJudged({ ...read("claude", claude), ...more }, { subagents: false, env });
  expect(found).toEqual(why === null ? null : expect.stringContaining(why));
});
