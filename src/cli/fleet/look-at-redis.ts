import { type AgentPlace, reachOf } from "../../fleet/agent-reach.js";
import type { Connection } from "../../fleet/connect.js";
import { findLack, type RedisAddress } from "../../fleet/redis-address.js";
import { now } from "../../lib/time/clock.js";
import { type Finding, fail, ok, warn } from "../doctor/finding.js";

/** What a connection refuses (an old version, a replica, eviction) was said before. */
export async function lookAtRedis({ redis, address }: Connection): Promise<readonly Finding[]> {
  const info = await redis.info();
  const field = (name: string): string => new RegExp(`^${name}:(.*)$`, "m").exec(info)?.[1]?.trim() ?? "";
  const before = now();
  const [seconds = 0, micros = 0] = (await redis.time()).map(Number);
  const apart = (seconds * 1000 + micros / 1000 - (before + now()) / 2) / 1000;
  return [
    ok("redis", `${field("redis_version")} at ${address.shown}`),
    describeTransport(address),
    describeDurability(field("aof_enabled"), field("aof_last_write_status")),
    describeMemory(Number(field("used_memory")), Number(field("maxmemory"))),
    ok("eviction", field("maxmemory_policy") || "not known"),
    describeClock(apart),
  ];
}

export function describeTransport(address: RedisAddress): Finding {
  const lack = findLack(address);
  if (lack !== null)
    return warn("transport", `${lack}: whoever reaches Redis can submit work`, "rediss://, tls-port and requirepass");
  if (address.socket) return ok("transport", "a socket on this machine");
  return ok("transport", address.url.startsWith("rediss:") ? "TLS and a password" : "this machine only");
}

/** What a user of Redis needs for a fleet, and no more. */
export const leastRights = (prefix: string): string =>
  `ACL SETUSER untildone on >PASSWORD ~${prefix}:* +@read +@write +@connection +@transaction +@scripting +@blocking -@dangerous +info +time`;

/** An agent that can write to Redis can call its own task done. Its work still has to be on the branch, but see to it. */
export function describeReach(place: AgentPlace, address: RedisAddress, isInsecureAllowed: boolean): Finding {
  const { socket, url } = address;
  const hasPassword = socket ? socket.password !== undefined : new URL(url).password !== "";
  const secret = hasPassword ? "" : ", which has no password";
  switch (reachOf(place, address)) {
    case "as-user":
      return warn(
        "reach",
        `agents run as you and can reach Redis${secret}`,
        "--sandbox bwrap, and a user of Redis with a password",
      );
    case "open":
      return (isInsecureAllowed ? warn : fail)(
        "reach",
        "agents in the sandbox can reach Redis, which has no password",
        "requirepass in redis.conf, or a unix:// socket",
      );
    case "password":
      return ok("reach", "agents in the sandbox reach Redis, and do not know its password");
    case "none":
      return ok("reach", `agents in the sandbox do not ${socket ? "see the socket of Redis" : "reach Redis"}`);
  }
}

export function describeDurability(enabled: string, lastWrite: string): Finding {
  if (enabled !== "1")
    return warn(
      "append-only",
      "off: a crash of Redis loses what was not saved",
      "redis-cli config set appendonly yes, and appendonly yes in redis.conf",
    );
  return lastWrite === "err"
    ? fail("append-only", "the last write failed", "make room on the disk of Redis; see its log")
    : ok("append-only", "on");
}

export function describeMemory(used: number, limit: number): Finding {
  const mega = (bytes: number): string => `${Math.round(bytes / 1024 / 102.4) / 10} MB`;
  if (!(limit > 0)) return ok("memory", `${mega(used)}, no limit`);
  const text = `${mega(used)} of ${mega(limit)}`;
  const fix = "raise maxmemory in redis.conf, or untildone fleet remove ID for submissions that are over";
  if (used >= limit) return fail("memory", `${text}: Redis takes no more writes`, fix);
  return used >= 0.8 * limit ? warn("memory", text, fix) : ok("memory", text);
}

const maxApart = 5;

/** Deadlines and reset times are compared with the clock of the machine that runs the agent. */
export function describeClock(apart: number): Finding {
  const text = `${Math.abs(apart).toFixed(1)} s apart from that of Redis`;
  return Math.abs(apart) > maxApart ? warn("clock", text, "timedatectl set-ntp true, on both") : ok("clock", text);
}
