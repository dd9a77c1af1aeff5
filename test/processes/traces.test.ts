import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Ajv } from "ajv";
import { expect, it, onTestFinished } from "vitest";
import { Workplace } from "../e2e/cli.js";

const status = "---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---";
const scripted = ["--agent", "scripted", "--script", ".git/script.json", "--tasks", "TODO.md", "--protocol", "ralph"];

function workplace(): Workplace {
  const place = new Workplace();
  onTestFinished(() => place[Symbol.dispose]());
  place.write("TODO.md", "- [ ] T1 write the parser\n");
  place.commitAll();
  place.write(".git/script.json", JSON.stringify({ steps: [{ say: `Done.\n\n${status}` }] }));
  return place;
}

interface Received {
  readonly url: string;
  readonly type: string;
  readonly key: string;
  readonly body: string;
}

/** A collector that writes down what it gets; one that is deaf never answers. */
async function openCollector({ isDeaf = false } = {}): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const { "content-type": type = "", "x-key": key = "" } = request.headers;
      received.push({ url: request.url ?? "", type, key: String(key), body });
      if (!isDeaf) response.end("{}");
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

/** The JSON of OTLP: ids in hexadecimal digits, times as decimal text. */
const nanos = { type: "string", pattern: "^\\d{19}$" };
const attributes = {
  type: "array",
  items: {
    type: "object",
    required: ["key", "value"],
    properties: {
      key: { type: "string", minLength: 1 },
      value: { type: "object", minProperties: 1, maxProperties: 1 },
    },
  },
};
const span = {
  type: "object",
  required: ["traceId", "spanId", "name", "kind", "startTimeUnixNano", "endTimeUnixNano", "attributes", "status"],
  additionalProperties: false,
  properties: {
    traceId: { type: "string", pattern: "^[0-9a-f]{32}$" },
    spanId: { type: "string", pattern: "^[0-9a-f]{16}$" },
    parentSpanId: { type: "string", pattern: "^[0-9a-f]{16}$" },
    name: { type: "string", minLength: 1 },
    kind: { enum: [1, 2, 3, 4, 5] },
    startTimeUnixNano: nanos,
    endTimeUnixNano: nanos,
    attributes,
    events: {
      type: "array",
      items: {
        type: "object",
        required: ["name", "timeUnixNano", "attributes"],
        additionalProperties: false,
        properties: { name: { const: "gen_ai.evaluation.result" }, timeUnixNano: nanos, attributes },
      },
    },
    status: { type: "object", properties: { code: { enum: [0, 1, 2] }, message: { type: "string" } } },
  },
};
const scope = {
  type: "object",
  required: ["scope", "spans"],
  properties: { spans: { type: "array", minItems: 1, items: span } },
};
const resource = {
  type: "object",
  required: ["resource", "scopeSpans"],
  properties: { resource: { type: "object", properties: { attributes } }, scopeSpans: { type: "array", items: scope } },
};
const isPayload = new Ajv().compile({
  type: "object",
  required: ["resourceSpans"],
  additionalProperties: false,
  properties: { resourceSpans: { type: "array", minItems: 1, items: resource } },
});

it("sends a run as traces with the GenAI names", async () => {
  const { url, received } = await openCollector();
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: "x-key=a%20b",
    OTEL_SERVICE_NAME: "night",
  };
  const { code } = await workplace().runBeside(["run", ...scripted], env);
  expect(code).toBe(1);
  for (const each of received) expect(each).toMatchObject({ url: "/v1/traces", type: "application/json", key: "a b" });
  const payloads = received.map(({ body }) => JSON.parse(body));
  for (const payload of payloads) expect(isPayload(payload) ? null : isPayload.errors).toBeNull();
  expect(JSON.stringify(payloads[0].resourceSpans[0].resource)).toContain('"night"');
  const spans = payloads.flatMap((payload) => payload.resourceSpans[0].scopeSpans[0].spans);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  const [root, ...others] = spans.filter(({ parentSpanId }) => parentSpanId === undefined);
  expect(root.name).toBe("untildone run");
  expect(others).toEqual([]);
  const ids = new Set(spans.map(({ spanId }) => spanId));
  expect(ids.size).toBe(spans.length);
  for (const { parentSpanId } of spans) if (parentSpanId) expect(ids).toContain(parentSpanId);
  const turn = spans.find(({ name }) => name === "invoke_agent scripted");
  expect(turn.attributes).toContainEqual({ key: "gen_ai.operation.name", value: { stringValue: "invoke_agent" } });
  expect(turn.attributes).toContainEqual({ key: "gen_ai.agent.name", value: { stringValue: "scripted" } });
  const [verdict] = spans.find(({ name }) => name === "iteration 1").events;
  const labels = [
    { key: "gen_ai.evaluation.score.label", value: { stringValue: "refused" } },
    { key: "gen_ai.evaluation.score.value", value: { intValue: "0" } },
  ];
  for (const label of labels) expect(verdict.attributes).toContainEqual(label);
  expect(spans.find(({ name }) => name === "iteration 1").status.code).toBe(2);
  expect(spans.map(({ name }) => name)).toContain("check changes");
});

it("does not wait for a collector that never answers", async () => {
  const { url, received } = await openCollector({ isDeaf: true });
  const quick = await timed(() => workplace().runBeside(["run", ...scripted]));
  const deaf = await timed(() => workplace().runBeside(["run", ...scripted], { OTEL_EXPORTER_OTLP_ENDPOINT: url }));
  expect(received.length).toBeGreaterThan(0);
  expect(deaf - quick).toBeLessThan(6000); // A second at the end, and a busy machine.
});

it("says once that there is no collector, and ends as ever", async () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" };
  const { code, out } = await workplace().runBeside(["run", ...scripted], env);
  expect(code).toBe(1);
  expect(out.match(/traces cannot be sent/g)).toHaveLength(1);
});

it("sends nothing where the SDK is disabled", async () => {
  const { url, received } = await openCollector();
  await workplace().runBeside(["run", ...scripted], { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SDK_DISABLED: "true" });
  expect(received).toEqual([]);
});

async function timed(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}
