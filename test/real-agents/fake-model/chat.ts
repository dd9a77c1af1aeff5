import { type Answer, dataEvent, newId, type Protocol, pieces, type Tool, usage } from "./protocol.js";

/** OpenAI Chat Completions, as opencode asks. */
export const chat: Protocol = {
  path: /\/v1\/chat\/completions$/,
  readTools: ({ tools = [] }) =>
    (tools as { function: { name: string; parameters?: Tool["schema"] } }[]).map(
      ({ function: { name, parameters } }) => ({
        name,
        schema: parameters ?? {},
      }),
    ),
  isStreamed: ({ stream }) => stream === true,
  readModel: ({ model }) => String(model),
  streamAnswer(answer, model) {
    const head = { id: newId("chatcmpl"), object: "chat.completion.chunk", model };
    const chunk = (delta: object, finish_reason: string | null = null) =>
      dataEvent({ ...head, choices: [{ index: 0, delta, finish_reason }] });
    return [
      chunk({ role: "assistant", content: "" }),
      ...deltas(answer).map((delta) => chunk(delta)),
      chunk({}, finishReason(answer)),
      dataEvent({ ...head, choices: [], usage: counted }),
      "data: [DONE]\n\n",
    ];
  },
  wholeAnswer: (answer, model) => ({
    id: newId("chatcmpl"),
    object: "chat.completion",
    model,
    choices: [{ index: 0, message: wholeMessage(answer), finish_reason: finishReason(answer) }],
    usage: counted,
  }),
  limitError: (seconds) => ({
    status: 429,
    headers: { "retry-after": String(seconds) },
    body: {
      error: { message: "Rate limit reached. Please try again later.", type: "requests", code: "rate_limit_exceeded" },
    },
  }),
  keyError: () => ({
    status: 401,
    body: {
      error: { message: "Incorrect API key provided.", type: "invalid_request_error", code: "invalid_api_key" },
    },
  }),
};

const counted = {
  prompt_tokens: usage.input + usage.cached,
  completion_tokens: usage.output,
  total_tokens: usage.input + usage.cached + usage.output,
  prompt_tokens_details: { cached_tokens: usage.cached },
};

const finishReason = (answer: Answer): string => ("words" in answer ? "stop" : "tool_calls");

const toolCall = ({ tool, input }: Exclude<Answer, { words: string }>) => ({
  index: 0,
  id: newId("call"),
  type: "function",
  function: { name: tool, arguments: JSON.stringify(input) },
});

const deltas = (answer: Answer): readonly object[] =>
  "words" in answer ? pieces(answer.words).map((content) => ({ content })) : [{ tool_calls: [toolCall(answer)] }];

const wholeMessage = (answer: Answer) => ({
  role: "assistant",
  ...("words" in answer ? { content: answer.words } : { content: null, tool_calls: [toolCall(answer)] }),
});
