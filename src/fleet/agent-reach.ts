import { UserError } from "../lib/errors.js";
import type { SandboxKind, SandboxNetwork } from "../run.js";
import { isThisMachine, type RedisAddress } from "./redis-address.js";

/** Where the agents of a worker run. */
export interface AgentPlace {
  readonly kind: SandboxKind | "none";
  readonly network: SandboxNetwork;
}

/** `as-user`: they can read what the worker can. `open`: they can write to Redis. `password`: they would need it. */
export type Reach = "as-user" | "open" | "password" | "none";

/** Whether the agents of a worker can write to Redis, and so call their own task done. */
export function reachOf({ kind, network }: AgentPlace, { url, socket }: RedisAddress): Reach {
  if (kind === "none") return "as-user";
  if (socket || network === "off") return "none";
  // A container has a loopback of its own; bwrap has that of the machine.
  if (kind !== "bwrap" && network === "on" && isThisMachine(url)) return "none";
  return new URL(url).password === "" ? "open" : "password";
}

/** A sandbox that leads to an open Redis keeps nothing in. */
export function refuseOpenRedis(place: AgentPlace, address: RedisAddress): void {
  if (reachOf(place, address) !== "open") return;
  throw new UserError({
    what: `agents in the sandbox can reach Redis at ${address.shown}, which has no password: they could call their own task done`,
    where: `--sandbox ${place.kind}`,
    fix: "requirepass in redis.conf, or a socket that the sandbox does not show: unix:///PATH; --insecure-redis goes on all the same",
  });
}
