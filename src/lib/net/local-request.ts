import type { IncomingMessage } from "node:http";

/** A request that this machine's own browser may have sent: its Host and its Origin are ours. */
export interface LocalRequest {
  readonly method: string;
  /** Without the query, as it was sent: nothing is decoded or resolved. */
  readonly path: string;
  readonly query: URLSearchParams;
  header(name: string): string;
  cookie(name: string): string;
  /** Null if it is longer than allowed. */
  body(): Promise<string | null>;
}

/** A page of another site can make a browser send requests here, under another name, too: none of them is answered. */
export function findIntruder({ headers, method }: IncomingMessage, port: number): string | null {
  const hosts = [address, "localhost"].map((name) => `${name}:${port}`);
  const origin = headers.origin;
  const site = headers["sec-fetch-site"];
  if (!hosts.includes(headers.host ?? "")) return "this server does not go by that name";
  if (origin === undefined ? method !== "GET" : !hosts.some((host) => origin === `http://${host}`))
    return "requests of other sites are not answered";
  if (site !== undefined && site !== "same-origin" && site !== "none")
    return "requests of other sites are not answered";
  return null;
}

export function readRequest(request: IncomingMessage): LocalRequest {
  const [path = "", query = ""] = (request.url ?? "").split("?", 2);
  const header = (name: string): string => [request.headers[name] ?? ""].flat()[0] ?? "";
  return {
    method: request.method ?? "",
    path,
    query: new URLSearchParams(query),
    header,
    cookie: (name) =>
      header("cookie")
        .split("; ")
        .find((pair) => pair.startsWith(`${name}=`))
        ?.slice(name.length + 1) ?? "",
    body: () => readBody(request),
  };
}

const maxBodyBytes = 128 * 1024;

async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > maxBodyBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

export const address = "127.0.0.1";
