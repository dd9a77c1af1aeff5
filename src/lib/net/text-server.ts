import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface TextServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface TextServerOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** What is served, and where. */
  readonly path: string;
  readonly type: string;
  read(): Promise<string>;
}

const limits = { connections: 32, headerBytes: 8 * 1024 };
const timesMs = { headers: 5_000, request: 10_000, read: 8_000 };

/** Serves one text to whoever can reach the address. Rejects if it cannot listen, with the system's code as `code`. */
export function serveText(options: TextServerOptions): Promise<TextServer> {
  const server = createServer(
    { maxHeaderSize: limits.headerBytes, headersTimeout: timesMs.headers, requestTimeout: timesMs.request },
    ({ method, url = "" }, response) => {
      response.on("error", () => undefined);
      if (url.split("?", 1)[0] !== options.path) send(response, { status: 404, body: `see ${options.path}\n` });
      else if (method !== "GET" && method !== "HEAD") send(response, { status: 405, body: "only GET\n" });
      else void answer(response, options);
    },
  );
  server.maxConnections = limits.connections;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, () => {
      server.off("error", reject);
      server.on("error", () => undefined); // One connection that failed: the next one may not.
      resolve({ port: (server.address() as AddressInfo).port, close: () => close(server) });
    });
  });
}

/** What takes too long is not there: the reader asks again. */
async function answer(response: ServerResponse, { type, read }: TextServerOptions): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timesMs.read);
  });
  const body = await Promise.race([read(), late]).catch(() => null);
  clearTimeout(timer);
  if (body === null) send(response, { status: 503, body: "it cannot be read now\n" });
  else send(response, { status: 200, type, body });
}

function send(
  response: ServerResponse,
  { status, type = "text/plain; charset=utf-8", body }: { status: number; type?: string; body: string },
): void {
  response.writeHead(status, {
    "content-type": type,
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  response.end(body);
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
