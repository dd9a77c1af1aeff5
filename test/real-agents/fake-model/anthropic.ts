import { type Answer, newId, type Protocol, pieces, type Tool, typedEvent, usage } from "./protocol.js";

/** Anthropic Messages, as claude asks. */
export const anthropic: Protocol = {
  path: /\/v1\/messages$/,
  readTools: ({ tools = [] }) =>
    (tools as { name: string; input_schema?: Tool["schema"] }[]).map(({ name, input_schema = {} }) => ({
      name,
      schema: input_schema,
    })),
  isStreamed: ({ stream }) => stream === true,
  readModel: ({ model }) => String(model),
  streamAnswer: (answer, model) => [
    typedEvent("message_start", { message: message(model) }),
    ...listBlocks(answer).flatMap(streamBlock),
    typedEvent("message_delta", {
      delta: { stop_reason: stopReason(answer), stop_sequence: null },
      usage: { output_tokens: usage.output },
    }),
    typedEvent("message_stop", {}),
  ],
  wholeAnswer: (answer, model) => ({
    ...message(model),
    content: ["words" in answer ? { type: "text", text: answer.words } : { ...openCall(answer), input: answer.input }],
    stop_reason: stopReason(answer),
  }),
  limitError(seconds) {
    const reset = String(Math.ceil(Date.now() / 1000) + seconds);
    return {
      status: 429,
      headers: {
        "retry-after": String(seconds),
        "x-should-retry": "false",
        "anthropic-ratelimit-unified-status": "rejected",
        "anthropic-ratelimit-unified-reset": reset,
        "anthropic-ratelimit-unified-representative-claim": "five_hour",
        "anthropic-ratelimit-unified-5h-status": "rejected",
        "anthropic-ratelimit-unified-5h-reset": reset,
        "anthropic-ratelimit-unified-5h-utilization": "1.0",
        "anthropic-ratelimit-unified-overage-status": "rejected",
      },
      body: errorBody("rate_limit_error", "This request would exceed your account's rate limit."),
    };
  },
  keyError: () => ({ status: 401, body: errorBody("authentication_error", "invalid x-api-key") }),
};

const errorBody = (type: string, words: string) => ({ type: "error", error: { type, message: words } });

const stopReason = (answer: Answer): string => ("words" in answer ? "end_turn" : "tool_use");

const message = (model: string) => ({
  id: newId("msg"),
  type: "message",
  role: "assistant",
  model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: {
    input_tokens: usage.input,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: usage.cached,
    output_tokens: usage.output,
  },
});

const openCall = ({ tool }: { tool: string }) => ({ type: "tool_use", id: newId("toolu"), name: tool, input: {} });

/** The words before a call are a block of their own. */
const listBlocks = (answer: Answer): readonly Answer[] =>
  "first" in answer && answer.first !== undefined ? [{ words: answer.first }, answer] : [answer];

function streamBlock(answer: Answer, index: number): readonly string[] {
  const block = "words" in answer ? { type: "text", text: "" } : openCall(answer);
  const deltas =
    "words" in answer
      ? pieces(answer.words).map((text) => ({ type: "text_delta", text }))
      : pieces(JSON.stringify(answer.input)).map((partial_json) => ({ type: "input_json_delta", partial_json }));
  return [
    typedEvent("content_block_start", { index, content_block: block }),
    ...deltas.map((delta) => typedEvent("content_block_delta", { index, delta })),
    typedEvent("content_block_stop", { index }),
  ];
}
