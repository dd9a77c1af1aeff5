import type { SessionUpdate, StopReason, ToolKind } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";
import { readTranscript, type Transcript } from "../../index.js";
import type { Permissions } from "../agent.js";
import { PermissionDesk } from "./permission.js";
import { readModels } from "./session-models.js";
import { TurnEvents } from "./turn-events.js";

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

type Kind = "allow_once" | "allow_always" | "reject_once" | "reject_always";
const option = (kind: Kind) => ({ ...{ kind, name: kind, optionId: kind } });
const all = (["reject_always", "reject_once", "allow_always", "allow_once"] as const).map(option);

describe("the answer to a permission request", () => {
  it.each<{ level: Permissions; kind?: ToolKind; offered?: Kind[]; isAllowed: boolean; chosen?: Kind }>([
    { level: "all", kind: "execute", isAllowed: true, chosen: "allow_once" },
    { level: "all", isAllowed: true, chosen: "allow_once" },
    { level: "all", kind: "edit", offered: ["allow_always", "reject_always"], isAllowed: true, chosen: "allow_always" },
    { level: "all", kind: "edit", offered: ["reject_once", "reject_always"], isAllowed: false },
    { level: "all", kind: "edit", offered: [], isAllowed: false },
    { level: "edit", kind: "edit", isAllowed: true, chosen: "allow_once" },
    { level: "edit", kind: "delete", isAllowed: true, chosen: "allow_once" },
    { level: "edit", kind: "search", isAllowed: true, chosen: "allow_once" },
    { level: "edit", kind: "execute", isAllowed: false, chosen: "reject_once" },
    { level: "edit", kind: "fetch", isAllowed: false, chosen: "reject_once" },
    { level: "edit", isAllowed: false, chosen: "reject_once" },
    {
      level: "edit",
      kind: "execute",
      offered: ["allow_once", "reject_always"],
      isAllowed: false,
      chosen: "reject_always",
    },
    { level: "edit", kind: "execute", offered: ["allow_once"], isAllowed: false },
    { level: "read", kind: "read", isAllowed: true, chosen: "allow_once" },
    { level: "read", kind: "edit", isAllowed: false, chosen: "reject_once" },
    { level: "read", kind: "switch_mode", isAllowed: false, chosen: "reject_once" },
  ])("with $level for $kind is $chosen", ({ level, kind, offered, isAllowed, chosen }) => {
    const call = { toolCallId: "1", ...(kind ? { kind } : {}) };
    const answer = new PermissionDesk(level).answer(call, offered?.map(option) ?? all);
    expect({ ...answer, option: answer.option?.kind }).toEqual({ isAllowed, option: chosen });
  });

  it("knows the kind of a call from before", () => {
    const desk = new PermissionDesk("edit");
    expect(desk.findBreach({ toolCallId: "1", title: "x", kind: "edit", status: "pending" })).toBe(null);
    expect(desk.answer({ toolCallId: "1" }, all).isAllowed).toBe(true);
  });
});

describe("what a program did without asking", () => {
  it.each<{ level: Permissions; kind: ToolKind; status: "completed" | "failed" | "pending"; breach: string | null }>([
    { level: "all", kind: "execute", status: "completed", breach: null },
    { level: "edit", kind: "execute", status: "completed", breach: "ran a command" },
    { level: "edit", kind: "execute", status: "failed", breach: null },
    { level: "edit", kind: "execute", status: "pending", breach: null },
    { level: "edit", kind: "edit", status: "completed", breach: null },
    { level: "read", kind: "edit", status: "completed", breach: "edited a file" },
    { level: "read", kind: "read", status: "completed", breach: null },
    { level: "read", kind: "other", status: "completed", breach: null },
  ])("with $level, $kind, $status: $breach", ({ level, kind, status, breach }) => {
    expect(new PermissionDesk(level).findBreach({ toolCallId: "1", kind, status })).toBe(breach);
  });

  it("is nothing if it asked", () => {
    const desk = new PermissionDesk("edit");
    desk.answer({ toolCallId: "1", kind: "execute" }, all);
    expect(desk.findBreach({ toolCallId: "1", status: "completed" })).toBe(null);
  });

  it("ends the turn as one that cannot be repeated", () => {
    const { ending } = readTurn([], (events) => events.breakOff("it ran a command without asking"));
    expect(ending).toMatchObject({ is: "failed", failure: { kind: "bad-flags" } });
  });
});

describe("the models of a session", () => {
  const select = (options: unknown) => ({ configOptions: [{ id: "m", category: "model", type: "select", options }] });

  it.each([
    { opened: select([{ value: "a" }, { value: "b" }]), names: ["a", "b"], method: "session/set_config_option" },
    { opened: select([{ group: "g", options: [{ value: "a" }] }]), names: ["a"], method: "session/set_config_option" },
    { opened: { models: { availableModels: [{ modelId: "a" }] } }, names: ["a"], method: "session/set_model" },
    { opened: { configOptions: [{ id: "x", category: "mode", type: "select", options: [] }] }, names: undefined },
    { opened: { models: null }, names: undefined },
    { opened: {}, names: undefined },
    { opened: null, names: undefined },
  ])("$opened: $names", ({ opened, names, method }) => {
    const models = readModels(opened);
    expect(models?.names).toEqual(names);
    expect(models?.request("s", "a").method).toBe(method);
  });
});
