import { type Answer, dataEvent, type Protocol, pieces, type Tool, usage } from "./protocol.js";

/** Gemini generateContent, as gemini asks. The model is part of the path. */
export const gemini: Protocol = {
  path: /\/models\/[^/:]+:(?:streamG|g)enerateContent$/,
  readTools: ({ tools = [] }) =>
    (tools as { functionDeclarations?: Declaration[] }[])
      .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
      .map(({ name, parametersJsonSchema, parameters }) => ({
        name,
        schema: parametersJsonSchema ?? parameters ?? {},
      })),
  isStreamed: (_body, path) => path.endsWith(":streamGenerateContent"),
  readModel: (_body, path) => /models\/([^/:]+):/.exec(path)?.[1] ?? "",
  streamAnswer(answer, model) {
    const parts = contentParts(answer);
    return parts.map((part, at) => dataEvent(candidate(part, model, at === parts.length - 1)));
  },
  wholeAnswer: (answer, model) =>
    candidate("words" in answer ? { text: answer.words } : { functionCall: callPart(answer) }, model, true),
  limitError: (seconds) => ({
    status: 429,
    body: errorBody(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota. Please try again later.", [
      {
        "@type": "type.googleapis.com/google.rpc.QuotaFailure",
        violations: [{ quotaId: "GenerateRequestsPerMinutePerProjectPerModel" }],
      },
      { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${seconds}s` },
    ]),
  }),
  keyError: () => ({
    status: 400,
    body: errorBody(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [
      {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        reason: "API_KEY_INVALID",
        domain: "googleapis.com",
      },
    ]),
  }),
};

interface Declaration {
  readonly name: string;
  readonly parametersJsonSchema?: Tool["schema"];
  readonly parameters?: Tool["schema"];
}

const errorBody = (code: number, status: string, message: string, details: readonly object[]) => ({
  error: { code, status, message, details },
});

const callPart = ({ tool, input }: Exclude<Answer, { words: string }>) => ({ name: tool, args: input });

const contentParts = (answer: Answer): readonly object[] =>
  "words" in answer ? pieces(answer.words).map((text) => ({ text })) : [{ functionCall: callPart(answer) }];

const candidate = (part: object, model: string, isLast: boolean) => ({
  candidates: [{ index: 0, content: { role: "model", parts: [part] }, ...(isLast ? { finishReason: "STOP" } : {}) }],
  modelVersion: model,
  ...(isLast ? { usageMetadata: counted } : {}),
});

const counted = {
  promptTokenCount: usage.input + usage.cached,
  cachedContentTokenCount: usage.cached,
  candidatesTokenCount: usage.output,
  totalTokenCount: usage.input + usage.cached + usage.output,
};
