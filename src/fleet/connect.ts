import type { Redis } from "ioredis";
import { errorMessage, UserError } from "../lib/errors.js";
import { duration } from "../lib/text/duration.js";
import { quoteWord } from "../lib/text/quote-word.js";
import { now } from "../lib/time/clock.js";
import { type BullMq, loadPackages } from "./packages.js";
import type { RedisAddress } from "./redis-address.js";

/** All keys of a fleet begin with this. In braces, so that a cluster keeps them together. */
export const defaultPrefix = "{untildone}";

export interface Connection {
  readonly redis: Redis;
  readonly bullmq: BullMq;
  readonly prefix: string;
  readonly address: RedisAddress;
  /** Another connection, for whoever waits on it. */
  duplicate(): Redis;
  close(): Promise<void>;
}

interface Connecting {
  readonly prefix?: string;
  /** What is said while Redis is away, and when it is back. */
  readonly warn?: (text: string) => void;
}

/** What a fleet needs of Redis. */
const oldest = [6, 2] as const;
const connectMs = 5_000;
const answerMs = 10_000;
/** A link that is cut gives no error: what is asked and not answered for so long has to be asked again. BullMQ waits for 10 s. */
const silentMs = 30_000;
const noAnswer = "nothing answers there";

/** Connects, and refuses in words what a fleet cannot work with. */
export async function connect(
  address: RedisAddress,
  { prefix = defaultPrefix, warn = () => undefined }: Connecting = {},
): Promise<Connection> {
  const { bullmq, ioredis } = loadPackages();
  const open: Redis[] = [];
  const make = (more: object): Redis => {
    const options = { maxRetriesPerRequest: null, connectTimeout: connectMs, socketTimeout: silentMs, ...more };
    const redis = address.socket
      ? new ioredis.Redis({ ...options, ...address.socket })
      : new ioredis.Redis(address.url, options);
    open.push(redis);
    return redis;
  };
  const redis = await firstConnection(() => make({ lazyConnect: true, retryStrategy: () => null }), address);
  redis.options.retryStrategy = retryAfter;
  tellAbsence(redis, address, warn);
  const close = async (): Promise<void> => {
    for (const each of open) each.disconnect();
  };
  try {
    await refuseUnfit(redis, address, warn);
  } catch (error) {
    await close();
    throw error;
  }
  const duplicate = (): Redis => {
    const more = make({ retryStrategy: retryAfter });
    more.on("error", () => undefined); // Said once, by the first connection.
    return more;
  };
  return { redis, bullmq, prefix, address, duplicate, close };
}

/** Soon at first, then every two seconds, as long as it takes. */
const retryAfter = (times: number): number => Math.min(100 * times, 2_000);

async function firstConnection(make: () => Redis, address: RedisAddress): Promise<Redis> {
  const redis = make();
  let reason: unknown = null;
  redis.on("error", (error) => {
    reason = error;
  });
  // Something that takes the connection and never answers is not Redis.
  const late = setTimeout(() => {
    reason = new Error(noAnswer);
    redis.disconnect();
  }, answerMs);
  try {
    await redis.connect();
    await redis.ping();
    if (reason !== null) throw reason; // It answers, but not from the database that the URL names.
    return redis;
  } catch (error) {
    redis.disconnect();
    throw explain(reason ?? error, address);
  } finally {
    clearTimeout(late);
  }
}

/** The reason in plain words, without the password. */
export function explain(error: unknown, { shown }: Pick<RedisAddress, "shown">): UserError {
  const text = errorMessage(error);
  const refuse = (what: string, fix: string): UserError => new UserError({ what, where: shown, fix });
  if (/WRONGPASS|invalid password|invalid username/i.test(text))
    return refuse("Redis does not accept the password", "check the user and password in the URL");
  if (/NOAUTH|Authentication required/i.test(text))
    return refuse("Redis asks for a password", "write it into the URL, after redis://: and before @HOST");
  if (/LOADING/.test(text)) return refuse("Redis is still loading its data", "try again in a moment");
  if (/NOPERM/.test(text)) return refuse("the user of Redis may not do this", `give it more rights: ${text}`);
  if (/DB index/.test(text)) return refuse("Redis has no database of that number", "leave it out of the URL");
  if (/Unknown RESP/.test(text)) return refuse("what answers there is not Redis", "check the host and the port");
  if (shown.startsWith("rediss:") && /ETIMEDOUT|nothing answers/.test(text))
    return refuse("TLS does not work: no answer to it", "rediss:// is with TLS, redis:// without");
  if (/certificate|self.signed|SSL|TLS|EPROTO|wrong version number/i.test(text))
    return refuse(
      `TLS does not work: ${text}`,
      "rediss:// is with TLS, redis:// without; name a certificate of your own with NODE_EXTRA_CA_CERTS=FILE",
    );
  const socket = /^unix:\/\/(.+)$/.exec(shown)?.[1];
  const ask = socket === undefined ? "redis-cli -u URL ping" : `redis-cli -s ${quoteWord(socket)} ping`;
  return refuse(`Redis cannot be reached: ${text}`, `check that it runs there: ${ask}`);
}

/** Said once when it goes and once when it is back; what is asked of it meanwhile waits. */
function tellAbsence(redis: Redis, { shown }: RedisAddress, warn: (text: string) => void): void {
  let since: number | null = null;
  const gone = (error?: Error): void => {
    if (since !== null) return;
    since = now();
    warn(`Redis at ${shown} is away${error ? ` (${error.message})` : ""}: waiting until it is back`);
  };
  redis.on("error", gone);
  redis.on("reconnecting", () => gone());
  redis.on("ready", () => {
    if (since !== null) warn(`Redis is back after ${duration((now() - since) / 1000)}`);
    since = null;
  });
}

async function refuseUnfit(redis: Redis, address: RedisAddress, warn: (text: string) => void): Promise<void> {
  const info = await redis.info().catch((error) => {
    throw explain(error, address);
  });
  const field = (name: string): string => new RegExp(`^${name}:(.*)$`, "m").exec(info)?.[1]?.trim() ?? "";
  const version = field("redis_version");
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1]))
    throw new UserError({
      what: `Redis ${version || "of an unknown version"} is too old`,
      where: address.shown,
      fix: `install Redis ${oldest.join(".")} or later`,
    });
  if (field("role") === "slave")
    throw new UserError({ what: "this is a replica of Redis", where: address.shown, fix: "name the primary" });
  const policy = field("maxmemory_policy");
  if (policy !== "" && policy !== "noeviction")
    throw new UserError({
      what: `Redis may throw away jobs: its maxmemory-policy is ${policy}`,
      where: address.shown,
      fix: "redis-cli config set maxmemory-policy noeviction, and in redis.conf",
    });
  if (field("aof_enabled") === "0")
    warn("Redis keeps no append-only file: a crash of Redis loses what was not saved (appendonly yes in redis.conf)");
}
