import type { AgentRunner, AgentTurn } from "../../agents/start/run-agent.js";
import { emptyTranscript, explicitFailure, type Failure } from "../../decide/transcript.js";
import { dateLimit } from "../judge/read-report.js";

export interface ClosedLimit {
  readonly until: number;
  readonly failure: Failure;
}

/** How long others hold back if nobody knows when the limit resets. */
const unknownMs = 60_000;

/** Who is at its usage limit, for all who share it. */
export interface LimitBoard {
  read(agent: string): Promise<ClosedLimit | undefined>;
  write(agent: string, closed: ClosedLimit): Promise<void>;
}

/** For the loops of one process. */
function memoryBoard(): LimitBoard {
  const closed = new Map<string, ClosedLimit>();
  return {
    read: async (agent) => closed.get(agent),
    write: async (agent, limit) => void closed.set(agent, limit),
  };
}

/**
 * One usage limit for all loops of an agent: what one meets, the others are told instead of starting a turn. They then
 * wait, switch to another agent or exit by the same rules as the one that met it.
 */
export class LimitGate {
  readonly #board: LimitBoard;
  readonly #now: () => number;

  constructor(now: () => number, board: LimitBoard = memoryBoard()) {
    this.#now = now;
    this.#board = board;
  }

  wrap(run: AgentRunner): AgentRunner {
    return async (agent, request, options) => {
      const closed = await this.#board.read(agent.name);
      if (closed && closed.until > this.#now()) return holdBack(closed);
      const turn = await run(agent, request, options);
      const { ending } = turn.transcript;
      if (ending.is === "failed" && ending.failure.limit) await this.#close(agent.name, ending.failure);
      return turn;
    };
  }

  async #close(agent: string, failure: Failure): Promise<void> {
    const now = this.#now();
    const dated = failure.limit && dateLimit(failure.limit, now);
    const resetsAt = dated?.resetsAt ? Date.parse(dated.resetsAt) : Number.NaN;
    await this.#board.write(agent, { until: resetsAt > now ? resetsAt : now + unknownMs, failure });
  }
}

/** A turn that did not start, failed as the one that met the limit. */
const holdBack = ({ until, failure }: ClosedLimit): AgentTurn => ({
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
