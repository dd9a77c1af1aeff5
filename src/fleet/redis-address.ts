import { errorMessage, UserError } from "../lib/errors.js";
import { readText } from "../lib/files/files.js";

export const urlVariable = "UNTILDONE_REDIS_URL";

/** Where Redis is, with its password: never printed, and not given to agents. */
export interface RedisAddress {
  readonly url: string;
  /** For messages: without the password. */
  readonly shown: string;
  /** A socket on this machine; absent for a host and port. */
  readonly socket?: RedisSocket;
}

export interface RedisSocket {
  readonly path: string;
  readonly username?: string;
  readonly password?: string;
}

interface Source {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** A file that holds the URL. */
  readonly file: string | undefined;
  /** Without TLS or a password, over a network. */
  readonly isInsecureAllowed?: boolean;
}

/** From a file, or from the environment. Never from the command line, which everybody on the machine can read. */
export function readAddress({ env, cwd, file, isInsecureAllowed = false }: Source): RedisAddress {
  const text = (file === undefined ? env[urlVariable] : readText(file, cwd, maxBytes))?.trim() ?? "";
  const where = file ?? urlVariable;
  if (text === "")
    throw new UserError({
      what: file === undefined ? "where Redis is has not been said" : "the file is empty",
      where,
      fix: `set ${urlVariable}, such as redis://127.0.0.1:6379 (rediss:// for TLS), or name a file that holds it with --redis-file`,
    });
  const shown = showUrl(text, where);
  const socket = readSocket(text);
  const address = { url: text, shown, ...(socket ? { socket } : {}) };
  const lack = findLack(address);
  if (lack !== null && !isInsecureAllowed)
    throw new UserError({
      what: `Redis at ${shown} has ${lack}: whoever reaches it can submit work and call it done`,
      where,
      fix: "use rediss:// with a password (requirepass and tls-port in redis.conf), or a Redis on this machine: 127.0.0.1 or unix:///PATH; --insecure-redis goes on all the same",
    });
  return address;
}

const loopback: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

export function isThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return loopback.has(hostname) || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** What a Redis that others may reach lacks; null if it lacks nothing, or only this machine reaches it. */
export function findLack({ url, socket }: Pick<RedisAddress, "url" | "socket">): string | null {
  if (socket) return null;
  if (isThisMachine(url)) return null;
  const { protocol, password } = new URL(url);
  const lacks = [...(protocol === "rediss:" ? [] : ["no TLS"]), ...(password === "" ? ["no password"] : [])];
  return lacks.length === 0 ? null : lacks.join(" and ");
}

/** `unix:///run/redis.sock`, with `:PASSWORD@` before the path if it has one. */
function readSocket(text: string): RedisSocket | null {
  const [, username = "", password = "", path] = socketUrl.exec(text) ?? [];
  if (path === undefined) return null;
  return {
    path: decodeURIComponent(path),
    ...(username === "" ? {} : { username: decodeURIComponent(username) }),
    ...(password === "" ? {} : { password: decodeURIComponent(password) }),
  };
}

/** With credentials and without a host, it is no URL by the rules of the web. */
const socketUrl = /^unix:\/\/(?:([^:@/]*):([^@/]*)@)?(\/.+)$/;

const maxBytes = 4_096;

function showUrl(text: string, where: string): string {
  try {
    if (text.startsWith("unix:")) {
      const socket = readSocket(text);
      if (socket === null) throw new Error("it names no socket");
      return `unix://${socket.path}`;
    }
    const url = new URL(text);
    if (!/^rediss?:$/.test(url.protocol)) throw new Error(`it begins with ${JSON.stringify(url.protocol)}`);
    if (!/^\/?\d*$/.test(url.pathname)) throw new Error("it ends with what is no number of a database");
    if (url.hostname === "") throw new Error("it names no host");
    return `${url.protocol}//${url.host}${url.pathname.length > 1 ? url.pathname : ""}`;
  } catch (error) {
    const why = /^it (?:begins|ends|names)/.test(errorMessage(error)) ? errorMessage(error) : "it cannot be read";
    throw new UserError({
      what: `this is no URL of Redis: ${why}`,
      where,
      fix: "write redis://HOST:PORT, rediss://HOST:PORT for TLS, with : and the password and @ before the host, or unix:///PATH",
    });
  }
}
