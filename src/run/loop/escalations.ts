import type { Agent } from "../../agents/agent.js";
import { labelAgent } from "../../agents/label-agent.js";
import type { Escalation } from "../../decide/observation.js";

/** Which tasks were taken over by the next agent, and from whom. In memory: a resumed run starts with the first agent. */
export class Escalations {
  readonly #from = new Map<string, string>();

  /** Who could take a task over from the agent of its last turn; undefined for nobody, or if it was taken over before. */
  find(task: string, agents: readonly Agent[], last: Agent | null): Escalation | undefined {
    const at = last === null ? -1 : agents.findIndex((agent) => labelAgent(agent) === labelAgent(last));
    const next = at < 0 ? undefined : agents[at + 1];
    if (!last || !next || this.#from.has(task)) return undefined;
    return { from: labelAgent(last), to: labelAgent(next) };
  }

  note(task: string, { from }: Escalation): void {
    this.#from.set(task, from);
  }

  /** The agents for a task, the one that took it over first. The others stand in if that one cannot work. */
  order(agents: readonly Agent[], task: string | undefined): readonly Agent[] {
    const from = task === undefined ? undefined : this.#from.get(task);
    const at = from === undefined ? -1 : agents.findIndex((agent) => labelAgent(agent) === from);
    return at < 0 ? agents : [...agents.slice(at + 1), ...agents.slice(0, at + 1)];
  }
}
