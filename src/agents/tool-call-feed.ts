import { type Agent, type ToolCall, unreadCall } from "./agent.js";
import { EventLines } from "./event-lines.js";
import { agentStarts } from "./known-agents.js";

/** The tool calls of an output whose format is not known in advance, if it is one of those we read. */
export class ToolCallFeed {
  readonly #events: EventLines;
  /** Undefined until something is printed. */
  #isJson: boolean | undefined;

  constructor(onToolCall: (call: ToolCall) => void) {
    this.#events = new EventLines(
      (event) => {
        for (const call of readAnyToolCalls(event)) onToolCall(call);
      },
      () => onToolCall(unreadCall),
    );
  }

  write(chunk: Uint8Array): void {
    this.#isJson ??= startsJson(chunk);
    if (this.#isJson) this.#events.write(chunk);
  }
}

const [openBrace, openBracket] = [123, 91];
const blanks = new Set([9, 10, 13, 32]);

function startsJson(chunk: Uint8Array): boolean | undefined {
  const first = chunk.find((byte) => !blanks.has(byte));
  return first === undefined ? undefined : first === openBrace || first === openBracket;
}

/** The tool calls of one line of such an output. */
export const readAnyToolCalls: NonNullable<Agent["readToolCalls"]> = (event) => {
  for (const { readToolCalls } of agentStarts) {
    const calls = readToolCalls?.(event) ?? [];
    if (calls.length > 0) return calls;
  }
  return [];
};
