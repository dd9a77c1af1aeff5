import type { SessionUpdate, StopReason } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";
import { chooseAllowed } from "../src/agents/acp/permission.js";
import { TurnEvents } from "../src/agents/acp/turn-events.js";
import { readTranscript, type Transcript } from "../src/index.js";

const say = (text: string): SessionUpdate => ({
  sessionUpdate: "agent_message_chunk",
  content: { type: "text", text },
});

/** What is read of a turn. */
function readTurn(updates: readonly SessionUpdate[], end: (events: TurnEvents) => readonly object[]): Transcript {
  const events = new TurnEvents("s1");
  const all = [...events.begin(), ...updates.flatMap((update) => events.update(update)), ...end(events)];
  return readTranscript(all.map((event) => JSON.stringify(event)).join("\n"));
}

const finish = (events: TurnEvents): readonly object[] => events.end("end_turn");

describe("a turn over the Agent Client Protocol", () => {
  it("has its fragments joined, and a message ends where a tool begins", () => {
    const tool: SessionUpdate = { sessionUpdate: "tool_call", toolCallId: "1", title: "read", kind: "read" };
    const { messages, sessionId, usage } = readTurn(
      [say("I look"), say(" first."), tool, say("Do"), say("ne.")],
      finish,
    );
    expect(messages.map(({ text }) => text)).toEqual(["I look first.", "Done."]);
    expect({ sessionId, usage }).toEqual({ sessionId: "s1", usage: null });
  });

  it.each<{ what: string; updates: readonly object[]; commands: readonly string[]; edits: number }>([
    {
      what: "a command, when its input is known",
      updates: [
        { sessionUpdate: "tool_call", kind: "execute", title: "bash", rawInput: {}, status: "pending" },
        { sessionUpdate: "tool_call_update", rawInput: { command: "npm test" }, status: "in_progress" },
        { sessionUpdate: "tool_call_update", status: "completed" },
      ],
      commands: ["npm test"],
      edits: 0,
    },
    {
      what: "a command that is only a title",
      updates: [{ sessionUpdate: "tool_call", kind: "execute", title: "npm test", status: "in_progress" }],
      commands: ["npm test"],
      edits: 0,
    },
    {
      what: "an edit that was made",
      updates: [
        { sessionUpdate: "tool_call", kind: "edit", title: "a.txt" },
        { sessionUpdate: "tool_call_update", status: "completed" },
      ],
      commands: [],
      edits: 1,
    },
    {
      what: "an edit that failed",
      updates: [
        { sessionUpdate: "tool_call", kind: "edit", title: "a.txt" },
        { sessionUpdate: "tool_call_update", status: "failed" },
      ],
      commands: [],
      edits: 0,
    },
  ])("counts $what", ({ updates, commands, edits }) => {
    const called = updates.map((update) => ({ toolCallId: "1", ...update }) as SessionUpdate);
    expect(readTurn(called, finish)).toMatchObject({ commands, edits });
  });

  it.each<{ reason: StopReason; failure: string | null }>([
    { reason: "end_turn", failure: null },
    { reason: "max_tokens", failure: "cut-off" },
    { reason: "refusal", failure: "refused" },
    { reason: "max_turn_requests", failure: "max-turns" },
    { reason: "cancelled", failure: "interrupted" },
    { reason: "something new" as StopReason, failure: "api" },
  ])("that ends with $reason is read as $failure", ({ reason, failure }) => {
    const { ending } = readTurn([say("Done.")], (events) => events.end(reason));
    expect(ending.is === "failed" ? ending.failure.kind : null).toBe(failure);
  });

  it.each([
    { message: "Authentication required", status: 401, failure: "auth" },
    { message: "Rate limit exceeded. Try again later.", status: 429, failure: "limit" },
    { message: "Internal error", status: undefined, failure: "api" },
  ])("that fails with $message is read as $failure", ({ message, status, failure }) => {
    const { ending } = readTurn([], (events) => events.fail({ message, status }));
    expect(ending).toMatchObject({ is: "failed", failure: { kind: failure } });
  });

  it("counts what was denied", () => {
    expect(readTurn([], (events) => [...events.deny(), ...events.end("end_turn")]).denials).toBe(1);
  });
});

describe("the answer to a permission request", () => {
  const option = (kind: "allow_once" | "allow_always" | "reject_once" | "reject_always") => ({
    ...{ kind, name: kind, optionId: kind },
  });

  it.each([
    { offered: [option("reject_once"), option("allow_always"), option("allow_once")], chosen: "allow_once" },
    { offered: [option("allow_always"), option("reject_always")], chosen: "allow_always" },
    { offered: [option("reject_once"), option("reject_always")], chosen: undefined },
    { offered: [], chosen: undefined },
  ])("is $chosen", ({ offered, chosen }) => {
    expect(chooseAllowed(offered)?.optionId).toBe(chosen);
  });
});
