import type { AgentRunner, AgentTurn } from "../agents/run-agent.js";
import { emptyTranscript, explicitFailure, type Failure } from "../core/transcript.js";
import { dateLimit } from "../judge/read-report.js";

interface Closed {
  readonly until: number;
  readonly failure: Failure;
}

/** How long others hold back if nobody knows when the limit resets. */
const unknownMs = 60_000;

/**
 * One usage limit for all loops of an agent: what one meets, the others are told instead of starting a turn. They then
 * wait, switch to another agent or exit by the same rules as the one that met it.
 */
export class LimitGate {
  readonly #closed = new Map<string, Closed>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  wrap(run: AgentRunner): AgentRunner {
    return async (agent, request, options) => {
      const closed = this.#closed.get(agent.name);
      if (closed && closed.until > this.#now()) return holdBack(closed);
      const turn = await run(agent, request, options);
      const { ending } = turn.transcript;
      if (ending.is === "failed" && ending.failure.limit) this.#close(agent.name, ending.failure);
      return turn;
    };
  }

  #close(agent: string, failure: Failure): void {
    const now = this.#now();
    const dated = failure.limit && dateLimit(failure.limit, now);
    const resetsAt = dated?.resetsAt ? Date.parse(dated.resetsAt) : Number.NaN;
    this.#closed.set(agent, { until: resetsAt > now ? resetsAt : now + unknownMs, failure });
  }
}

/** A turn that did not start, failed as the one that met the limit. */
const holdBack = ({ until, failure }: Closed): AgentTurn => ({
  transcript: {
    ...emptyTranscript,
    ending: explicitFailure({
      ...failure,
      message: `${failure.message} (met while working on another task)`,
      limit: failure.limit && { ...failure.limit, resetsAt: new Date(until).toISOString() },
    }),
  },
  ending: { is: "exited", code: 1 },
  ...{ seconds: 0, leftBehind: 0, notEnded: [] },
});
