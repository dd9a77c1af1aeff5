import { randomBytes } from "node:crypto";
import { askServer } from "../lib/net/http.js";
import { safeJson } from "../lib/secrets/secrets.js";
import { now } from "../lib/time/clock.js";
import { pause } from "../lib/time/pause.js";
import { RunSpans, type TraceSpan } from "../report/traces/run-spans.js";
import { toAttributes } from "../report/traces/span-parts.js";
import type { RunEvent } from "../run/loop/run-event.js";
import type { Io } from "./command.js";

export interface TraceExporter {
  take(event: RunEvent): void;
  /** Gives what is on its way a moment to arrive. */
  close(): Promise<void>;
}

const timeoutMs = 10_000;
const patienceMs = 1000;
/** A collector that does not answer must not fill the memory. */
const maxOnTheWay = 32;

/** Sends the run as OTLP traces to the collector that the environment names, if it does. The run never waits for it. */
export function openTraceExporter(env: Io["env"], warn: (text: string) => void): TraceExporter | null {
  const url = findEndpoint(env);
  if (url === null) return null;
  const spans = new RunSpans({ now, newId: (bytes) => randomBytes(bytes).toString("hex") });
  const resource = { attributes: toAttributes(readResource(env)) };
  const headers = { ...readPairs(env["OTEL_EXPORTER_OTLP_HEADERS"]), "content-type": "application/json" };
  const onTheWay = new Set<Promise<void>>();
  let hasFailed = false;
  const send = async (batch: readonly TraceSpan[]): Promise<void> => {
    const body = safeJson({
      resourceSpans: [{ resource, scopeSpans: [{ scope: { name: "untildone" }, spans: batch }] }],
    });
    const answer = await askServer({ method: "POST", url, headers, body, timeoutMs });
    const why = answer.is === "failed" ? answer.why : answer.status >= 300 ? `status ${answer.status}` : null;
    if (why !== null && !hasFailed) warn(`traces cannot be sent to ${url}: ${why}`);
    hasFailed ||= why !== null;
  };
  return {
    take(event) {
      const batch = spans.take(event);
      if (batch.length === 0 || onTheWay.size >= maxOnTheWay) return;
      const sending = send(batch).finally(() => onTheWay.delete(sending));
      onTheWay.add(sending);
    },
    close: async () => {
      if (onTheWay.size > 0) await Promise.race([Promise.all(onTheWay), pause(patienceMs)]);
    },
  };
}

function findEndpoint(env: Io["env"]): string | null {
  if (env["OTEL_SDK_DISABLED"] === "true" || env["OTEL_TRACES_EXPORTER"] === "none") return null;
  const own = env["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];
  if (own) return own;
  const base = env["OTEL_EXPORTER_OTLP_ENDPOINT"];
  return base ? `${base.replace(/\/$/, "")}/v1/traces` : null;
}

const readResource = (env: Io["env"]): Readonly<Record<string, string>> => ({
  "service.name": "untildone",
  ...readPairs(env["OTEL_RESOURCE_ATTRIBUTES"]),
  ...(env["OTEL_SERVICE_NAME"] ? { "service.name": env["OTEL_SERVICE_NAME"] } : {}),
});

/** `a=1,b=two%20words`. What is not a pair is left out. */
function readPairs(text = ""): Readonly<Record<string, string>> {
  const pairs = text.split(",").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at < 1 ? [] : [[pair.slice(0, at).trim(), decode(pair.slice(at + 1).trim())] as const];
  });
  return Object.fromEntries(pairs);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
