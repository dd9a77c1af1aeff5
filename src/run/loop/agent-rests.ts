import type { Agent } from "../../agents/agent.js";
import { labelAgent } from "../../agents/label-agent.js";
import { type Failure, isUnusable } from "../../decide/transcript.js";
import type { TurnTaken } from "../../store/record.js";

/** An agent that takes no turns for now, and why. */
interface Rest {
  /** When it is tried again, in milliseconds since 1970. */
  readonly until: number;
  readonly failure: Failure;
  /** How often in a row, for waits that double. */
  readonly times: number;
}

const minute = 60_000;
const hour = 60 * minute;

/** Remembers which agents are at a limit, out of service or unusable, so that the next one takes their turns. */
export class AgentRests {
  readonly #rests = new Map<string, Rest>();

  /**
   * As they were when a run ended that is resumed. Only limits: whatever else keeps an agent from working, a person may
   * have seen to it since.
   */
  static resume(turns: readonly TurnTaken[]): AgentRests {
    const resumed = new AgentRests();
    for (const { agent, model, resetsAt } of turns) {
      const label = labelAgent({ name: agent, ...(model === null ? {} : { model }) });
      if (resetsAt === undefined) resumed.#rests.delete(label);
      else resumed.#rests.set(label, { until: Date.parse(resetsAt), failure: atLimit(resetsAt), times: 1 });
    }
    return resumed;
  }

  /** Who takes no turns now, and until when. */
  list(agents: readonly Agent[], now: number): readonly { readonly agent: string; readonly until: string }[] {
    return agents.flatMap((agent) => {
      const rest = this.#rests.get(labelAgent(agent));
      return rest && rest.until > now ? [{ agent: labelAgent(agent), until: new Date(rest.until).toISOString() }] : [];
    });
  }

  /** The first agent that is not resting. If all are, the one that rests the shortest: somebody must try. */
  select(agents: readonly Agent[], now: number): Agent {
    const free = this.findFree(agents, now) ?? this.#byReturn(agents)[0];
    if (!free) throw new Error("a run has at least one agent");
    return free;
  }

  findFree(agents: readonly Agent[], now: number): Agent | undefined {
    return agents.find((agent) => (this.#rests.get(labelAgent(agent))?.until ?? 0) <= now);
  }

  /** Lets an agent rest after a failure. Returns when it is tried again; null for never. */
  add(agent: Agent, failure: Failure, now: number): number | null {
    const times = (this.#rests.get(labelAgent(agent))?.times ?? 0) + 1;
    const until = now + restLength(failure, times, now);
    this.#rests.set(labelAgent(agent), { until, failure, times });
    return Number.isFinite(until) ? until : null;
  }

  /** The agent works again. */
  remove(agent: Agent): void {
    this.#rests.delete(labelAgent(agent));
  }

  /**
   * The failure to report if no agent is left: that of the agent that is back first, and a failure that only a person
   * can end only if all have one. An outage is waited for like a limit if another agent is at a limit.
   */
  describe(agents: readonly Agent[]): { readonly agent: Agent; readonly failure: Failure } | null {
    const byReturn = this.#byReturn(agents);
    const first = byReturn.find((agent) => !isUnusable(this.#failureOf(agent).kind)) ?? byReturn[0];
    const rest = first && this.#rests.get(labelAgent(first));
    if (!first || !rest) return null;
    const isWaiting = byReturn.some((agent) => this.#failureOf(agent).limit !== null);
    const { failure } = rest;
    if (failure.limit !== null || isUnusable(failure.kind) || !isWaiting) return { agent: first, failure };
    const resetsAt = new Date(rest.until).toISOString();
    return {
      agent: first,
      failure: { ...failure, kind: "limit", limit: { kind: "overloaded", resetsAt, resetsText: null } },
    };
  }

  #failureOf = (agent: Agent): Failure => this.#rests.get(labelAgent(agent))?.failure ?? noFailure;

  #byReturn(agents: readonly Agent[]): readonly Agent[] {
    const until = (agent: Agent): number => this.#rests.get(labelAgent(agent))?.until ?? 0;
    return [...agents].sort((a, b) => compare(until(a), until(b)));
  }
}

const atLimit = (resetsAt: string): Failure => ({
  kind: "limit",
  message: "it was at its usage limit when the run was resumed",
  limit: { kind: "usage", resetsAt, resetsText: null },
});

const noFailure: Failure = { kind: "crash", message: "", limit: null };

/** Not by subtraction: two agents may both rest for ever. */
const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

/**
 * A limit lasts until its reset, or doubles from a minute to an hour. An outage doubles from five minutes. Somebody may
 * log in or pay meanwhile, but nobody installs another version.
 */
function restLength({ kind, limit }: Failure, times: number, now: number): number {
  const doubled = (first: number): number => Math.min(hour, first * 2 ** Math.min(times - 1, 10));
  if (limit) {
    const resetsAt = limit.resetsAt === null ? Number.NaN : Date.parse(limit.resetsAt);
    return resetsAt > now ? resetsAt - now : doubled(minute);
  }
  if (kind === "auth" || kind === "billing") return hour;
  return isUnusable(kind) ? Number.POSITIVE_INFINITY : doubled(5 * minute);
}
