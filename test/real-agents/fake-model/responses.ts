import { type Answer, newId, type Protocol, pieces, type Tool, typedEvent, usage } from "./protocol.js";

/** OpenAI Responses, as codex asks. */
export const responses: Protocol = {
  path: /\/v1\/responses$/,
  readTools: ({ tools = [] }) => (tools as OfferedTool[]).flatMap(readTool),
  isStreamed: ({ stream }) => stream === true,
  readModel: ({ model }) => String(model),
  streamAnswer(answer, model) {
    const open = response(model);
    const item = outputItem(answer);
    return [
      typedEvent("response.created", { response: open }),
      ...streamItem(answer, item),
      typedEvent("response.output_item.done", { output_index: 0, item }),
      typedEvent("response.completed", { response: completed(open, item) }),
    ];
  },
  wholeAnswer: (answer, model) => completed(response(model), outputItem(answer)),
  limitError: (seconds) => ({
    status: 429,
    body: {
      error: {
        type: "usage_limit_reached",
        message: "The usage limit has been reached",
        plan_type: "plus",
        resets_at: Math.ceil(Date.now() / 1000) + seconds,
        resets_in_seconds: seconds,
      },
    },
  }),
  keyError: () => ({
    status: 401,
    body: {
      error: { message: "Incorrect API key provided.", type: "invalid_request_error", code: "invalid_api_key" },
    },
  }),
};

interface OfferedTool {
  readonly type: string;
  readonly name?: string;
  readonly parameters?: Tool["schema"];
  /** The tools of an MCP server are in a namespace of their own. */
  readonly tools?: readonly OfferedTool[];
}

const readTool = ({ type, name = type, parameters = {}, tools = [] }: OfferedTool): readonly Tool[] => [
  { name, schema: parameters },
  ...tools.flatMap(readTool).map((tool) => ({ ...tool, namespace: name })),
];

const response = (model: string) => ({
  id: newId("resp"),
  object: "response",
  model,
  status: "in_progress",
  output: [],
});

const completed = (open: object, item: object) => ({
  ...open,
  status: "completed",
  output: [item],
  usage: {
    input_tokens: usage.input + usage.cached,
    input_tokens_details: { cached_tokens: usage.cached },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: usage.input + usage.cached + usage.output,
  },
});

const outputItem = (answer: Answer) =>
  "words" in answer
    ? {
        type: "message",
        id: newId("msg"),
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: answer.words, annotations: [] }],
      }
    : {
        type: "function_call",
        id: newId("fc"),
        call_id: newId("call"),
        name: answer.tool,
        ...(answer.namespace === undefined ? {} : { namespace: answer.namespace }),
        arguments: JSON.stringify(answer.input),
        status: "completed",
      };

function streamItem(answer: Answer, item: ReturnType<typeof outputItem>): readonly string[] {
  const at = { output_index: 0, item_id: item.id };
  const added = typedEvent("response.output_item.added", { ...at, item: { ...item, content: [], arguments: "" } });
  if (!("words" in answer)) return [added];
  const deltas = pieces(answer.words).map((delta) =>
    typedEvent("response.output_text.delta", { ...at, content_index: 0, delta }),
  );
  return [added, ...deltas];
}
