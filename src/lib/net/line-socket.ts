import { chmodSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { errorCode } from "../files/explain-write.js";

/** The other end of a connection that carries lines of text. */
export interface LinePeer {
  /** Never waits: a peer that reads too slowly is dropped. */
  send(line: string): void;
  /** Ends the connection after what was sent. */
  end(): void;
  /** The peer listens from now on: it need not say anything. */
  stay(): void;
}

export interface LineListener {
  onLine(peer: LinePeer, line: string): void;
  onTooLong?(peer: LinePeer): void;
  onClose?(peer: LinePeer): void;
}

export interface LineServer {
  /** Ends every connection, and gives the last lines a moment to go out. */
  close(): Promise<void>;
}

const maxPeers = 32;
/** How much may wait for a peer that does not read. */
const maxBacklog = 16 * 1024 * 1024;
const silentMs = 10_000;
const closeMs = 250;

/** Windows has named pipes, which are no files. */
export const hasSocketFiles = process.platform !== "win32";

/** Listens at a path that only the user may open. Rejects if it cannot. */
export function serveLines(
  path: string,
  { maxLine, ...listener }: LineListener & { readonly maxLine: number },
): Promise<LineServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.setTimeout(silentMs, () => socket.destroy());
    readLines(socket, maxLine, listener);
  });
  server.maxConnections = maxPeers;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => {
      server.off("error", reject);
      server.on("error", () => undefined); // One connection that failed: the next one may not.
      if (hasSocketFiles) chmodSync(path, 0o600);
      resolve({ close: () => closeServer(server, sockets) });
    });
  });
}

async function closeServer(server: ReturnType<typeof createServer>, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
  for (const socket of sockets) socket.end();
  const timer = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, closeMs);
  await closed;
  clearTimeout(timer);
}

export type Connected =
  | { readonly is: "connected"; readonly peer: LinePeer }
  | { readonly is: "gone" | "failed"; readonly why: string };

/** Connects to such a server. "gone": nobody listens there any more. */
export function connectLines(path: string, options: LineListener & { readonly maxLine: number }): Promise<Connected> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("error", (error) => {
      const isGone = ["ECONNREFUSED", "ENOENT", "ENOTSOCK"].includes(errorCode(error));
      resolve({ is: isGone ? "gone" : "failed", why: error.message });
    });
    socket.once("connect", () => resolve({ is: "connected", peer: readLines(socket, options.maxLine, options) }));
  });
}

function readLines(socket: Socket, maxLine: number, { onLine, onTooLong, onClose }: LineListener): LinePeer {
  const peer: LinePeer = {
    send(line) {
      if (!socket.writable) return;
      if (socket.writableLength > maxBacklog) socket.destroy();
      else socket.write(`${line}\n`);
    },
    end: () => void socket.end(),
    stay: () => void socket.setTimeout(0),
  };
  let parts: string[] = [];
  let length = 0;
  socket.setEncoding("utf8");
  socket.on("data", (chunk: string) => {
    if (length > maxLine) return; // It is being closed.
    const lines = chunk.split("\n");
    for (const [at, piece] of lines.entries()) {
      parts.push(piece);
      length += piece.length;
      if (length > maxLine) {
        onTooLong?.(peer);
        socket.destroySoon();
        return;
      }
      if (at === lines.length - 1) break;
      const line = parts.join("");
      parts = [];
      length = 0;
      onLine(peer, line);
    }
  });
  socket.on("error", () => undefined); // `close` follows.
  socket.once("close", () => onClose?.(peer));
  return peer;
}

/** Removes the file of a socket nobody listens at. */
export function removeSocket(path: string): void {
  if (hasSocketFiles) rmSync(path, { force: true });
}
