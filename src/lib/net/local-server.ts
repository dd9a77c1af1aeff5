import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { errorCode } from "../files/explain-write.js";
import { address, findIntruder, type LocalRequest, readRequest } from "./local-request.js";

export type LocalReply =
  | {
      readonly status: number;
      readonly type: string;
      readonly body: string | Buffer;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Events as long as the client is there: `open` returns what to do when it has left. */
  | { readonly status: 200; readonly open: (stream: EventStream) => () => void };

/** Server-sent events of which only the newest matters: a slow reader misses some, and nothing piles up for it. */
export interface EventStream {
  send(json: string): void;
}

export interface LocalServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface LocalServerOptions {
  /** 0 for any free port. */
  readonly port: number;
  answer(request: LocalRequest): Promise<LocalReply> | LocalReply;
}

const limits = { connections: 64, streams: 16, headerBytes: 8 * 1024 };
const timesMs = { headers: 5_000, request: 10_000, idle: 5_000, stalled: 15_000, beat: 10_000 };

/** Scripts, styles and data come from here alone; text never becomes HTML; no other page shows this one in a frame. */
const policy = [
  "default-src 'none'",
  ...["script-src", "style-src", "connect-src"].map((kind) => `${kind} 'self'`),
  "img-src data:",
  ...["base-uri", "form-action", "frame-ancestors"].map((kind) => `${kind} 'none'`),
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const safeHeaders = {
  "content-security-policy": policy,
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Serves this machine alone. Rejects if it cannot listen, with the system's code as `code`. */
export function serveLocal({ port, answer }: LocalServerOptions): Promise<LocalServer> {
  const streams = new Set<ServerResponse>();
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: timesMs.headers,
      requestTimeout: timesMs.request,
      keepAliveTimeout: timesMs.idle,
      connectionsCheckingInterval: 1_000,
    },
    (request, response) => void respond({ request, response, answer, streams, port: portOf(server) }),
  );
  server.maxConnections = limits.connections;
  server.timeout = timesMs.stalled; // A reader that takes nothing is dropped after twice that time at most.
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, address, () => {
      server.off("error", reject);
      server.on("error", () => undefined); // One connection that failed: the next one may not.
      resolve({ port: portOf(server), close: () => close(server) });
    });
  });
}

export const isPortTaken = (error: unknown): boolean => ["EADDRINUSE", "EACCES"].includes(errorCode(error));

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly answer: LocalServerOptions["answer"];
  readonly streams: Set<ServerResponse>;
  readonly port: number;
}

/** Whatever goes wrong with a request, the server goes on. */
async function respond(exchange: Exchange): Promise<void> {
  const { request, response, answer, port } = exchange;
  response.on("error", () => undefined);
  try {
    const why = findIntruder(request, port);
    send(exchange, why === null ? await answer(readRequest(request)) : refuse(403, why));
  } catch {
    if (response.headersSent) response.destroy();
    else send(exchange, refuse(500, "internal error"));
  }
}

export const refuse = (status: number, why: string): LocalReply => ({
  status,
  type: "text/plain; charset=utf-8",
  body: `${why}\n`,
});

function send(exchange: Exchange, reply: LocalReply): void {
  const { response, streams } = exchange;
  if ("open" in reply) {
    if (streams.size < limits.streams) openStream(exchange, reply.open);
    else send(exchange, refuse(503, "too many pages are open"));
    return;
  }
  const { status, type, body, headers = {} } = reply;
  // Who is refused has no business here any more, and may be sending a long body.
  const connection = status < 400 ? {} : { connection: "close" };
  response.writeHead(status, {
    ...safeHeaders,
    "content-type": type,
    "content-length": Buffer.byteLength(body),
    ...connection,
    ...headers,
  });
  response.end(body);
}

/** While the client takes nothing, only the newest event waits for it. */
function openStream({ response, streams }: Exchange, open: (stream: EventStream) => () => void): void {
  let waiting: string | null = null;
  streams.add(response);
  response.writeHead(200, { ...safeHeaders, "content-type": "text/event-stream; charset=utf-8" });
  const write = (text: string): void => void response.write(text);
  const beat = setInterval(() => {
    if (!response.writableNeedDrain) write(":\n\n");
  }, timesMs.beat);
  response.on("drain", () => {
    if (waiting !== null) write(`data: ${waiting}\n\n`);
    waiting = null;
  });
  const leave = open({
    send(json) {
      if (response.writableNeedDrain) waiting = json;
      else write(`data: ${json}\n\n`);
    },
  });
  response.once("close", () => {
    clearInterval(beat);
    streams.delete(response);
    leave();
  });
}
