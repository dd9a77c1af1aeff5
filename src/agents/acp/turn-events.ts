import type { SessionUpdate, StopReason, ToolCall, ToolCallUpdate } from "@agentclientprotocol/sdk";
import { flagsNotKept } from "../transcripts/claude-result.js";
import { type Json, object, text } from "../transcripts/json.js";

/** A failure of the agent, with the HTTP status if it has one. */
export interface TurnFailure {
  readonly message: string;
  readonly status: number | undefined;
}

/** Translates what an agent reports over the protocol into events of claude. */
export class TurnEvents {
  readonly #session: string;
  /** The message so far: it arrives in fragments. */
  #fragments = "";
  #lastMessage = "";
  readonly #tools = new Map<string, AcpToolCall>();

  constructor(session: string) {
    this.#session = session;
  }

  begin(): readonly Json[] {
    return [{ type: "system", subtype: "init", session_id: this.#session }];
  }

  update(update: SessionUpdate): readonly Json[] {
    switch (update.sessionUpdate) {
      case "agent_message_chunk":
        this.#fragments += update.content.type === "text" ? update.content.text : "";
        return [];
      case "tool_call":
      case "tool_call_update":
        return [...this.#endMessage(), ...this.#readTool(update)];
      default:
        return [];
    }
  }

  deny(): readonly Json[] {
    return [{ type: "system", subtype: "permission_denied" }];
  }

  end(reason: StopReason): readonly Json[] {
    const closed = this.#endMessage();
    const result = { type: "result", session_id: this.#session, result: this.#lastMessage };
    switch (reason) {
      case "end_turn":
        return [...closed, { ...result, subtype: "success", is_error: false }];
      case "max_tokens":
      case "refusal":
        return [...closed, { ...result, subtype: "success", is_error: false, stop_reason: reason }];
      case "max_turn_requests":
        return [...closed, { ...result, subtype: "error_max_turns", is_error: true }];
      case "cancelled":
        return [...closed, { ...result, is_error: true, terminal_reason: "aborted" }];
      default:
        return [...closed, { ...result, is_error: true, result: `the turn ended: ${String(reason)}` }];
    }
  }

  fail({ message, status }: TurnFailure): readonly Json[] {
    const event = { type: "result", is_error: true, result: message, session_id: this.#session };
    return [...this.#endMessage(), status === undefined ? event : { ...event, api_error_status: status }];
  }

  /** The agent did what it was told not to: no further turn of it makes sense. */
  breakOff(message: string): readonly Json[] {
    const result = { type: "result", is_error: true, result: message, session_id: this.#session };
    return [...this.#endMessage(), { ...result, terminal_reason: flagsNotKept }];
  }

  /** Whatever the agent does next ends its message. */
  #endMessage(): readonly Json[] {
    if (this.#fragments === "") return [];
    this.#lastMessage = this.#fragments;
    this.#fragments = "";
    return [this.#say({ type: "text", text: this.#lastMessage })];
  }

  /** A command counts when it is known, an edit when it was made. */
  #readTool(update: ToolCall | ToolCallUpdate): readonly Json[] {
    const tool = { ...(this.#tools.get(update.toolCallId) ?? newTool), ...known(update) };
    const call = tool.isCalled ? null : toolCall(tool);
    this.#tools.set(update.toolCallId, { ...tool, isCalled: tool.isCalled || call !== null });
    return [
      ...(call ? [this.#say({ type: "tool_use", id: update.toolCallId, ...call })] : []),
      ...(isEnded(tool) ? [toolResult(update)] : []),
    ];
  }

  #say(block: Json): Json {
    return { type: "assistant", session_id: this.#session, message: { content: [block] } };
  }
}

interface AcpToolCall {
  readonly kind: string;
  readonly title: string;
  readonly command: string;
  /** The first file it touches. */
  readonly path: string;
  readonly status: string;
  readonly isCalled: boolean;
}

const newTool: AcpToolCall = { kind: "other", title: "", command: "", path: "", status: "pending", isCalled: false };

/** An update holds only what has changed. */
function known({ kind, title, rawInput, status, locations }: ToolCall | ToolCallUpdate): Partial<AcpToolCall> {
  const path = locations?.[0]?.path ?? "";
  const command = text(object(rawInput)["command"]);
  return {
    ...(kind ? { kind } : {}),
    ...(title ? { title } : {}),
    ...(status ? { status } : {}),
    ...(command === "" ? {} : { command }),
    ...(path === "" ? {} : { path }),
  };
}

const changing = new Set(["edit", "delete", "move"]);

/** Without its input, a command is known by its title, and so is a file. */
function toolCall({ kind, title, command, path, status }: AcpToolCall): Json | null {
  if (changing.has(kind) && status === "completed") return { name: "Edit", input: { file_path: path || title } };
  if (kind === "execute" && (command !== "" || status !== "pending"))
    return { name: "Bash", input: { command: command || title } };
  return null;
}

const isEnded = ({ status }: AcpToolCall): boolean => status === "completed" || status === "failed";

function toolResult({ toolCallId, content }: ToolCall | ToolCallUpdate): Json {
  const words = (content ?? []).flatMap((part) =>
    part.type === "content" && part.content.type === "text" ? [part.content.text] : [],
  );
  const result = { type: "tool_result", tool_use_id: toolCallId, content: words.join("\n") };
  return { type: "user", message: { content: [result] } };
}
