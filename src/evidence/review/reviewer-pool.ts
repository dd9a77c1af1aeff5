import type { Agent } from "../../agents/agent.js";
import { isSameAgent, labelReviewer } from "../../agents/label-agent.js";
import { type Failure, isUnusable } from "../../decide/transcript.js";
import type { Reviewer } from "./reviewing.js";

/** The reviewers of a run, and which of them cannot be asked for a while: they are not asked in vain for every task. */
export class ReviewerPool {
  readonly #agents: ReadonlyMap<string, Agent>;
  readonly #rests = new Map<string, { readonly until: number; readonly why: string }>();

  /** By their names in the settings. */
  constructor(agents: ReadonlyMap<string, Agent>) {
    this.#agents = agents;
  }

  find(name: string, { author, now }: { readonly author: Agent | null; readonly now: number }): Reviewer | null {
    const agent = this.#agents.get(name);
    if (!agent) return null;
    const rest = this.#rests.get(name);
    return {
      ...{ name, agent, label: labelReviewer(agent) },
      isAuthor: author !== null && isSameAgent(agent, author),
      whyResting: rest && rest.until > now ? rest.why : null,
    };
  }

  noteFailure({ name }: Reviewer, { kind, message, limit }: Failure, now: number): void {
    const resets = limit?.resetsAt ? Date.parse(limit.resetsAt) : Number.NaN;
    const until = Number.isNaN(resets) ? now + limitMs : resets;
    if (kind === "limit") this.#rests.set(name, { until, why: `it is at its limit: ${message}` });
    else if (isUnusable(kind)) this.#rests.set(name, { until: Number.POSITIVE_INFINITY, why: message });
  }
}

/** How long a reviewer at a limit without a time is left alone. */
const limitMs = 30 * 60 * 1000;
