import { acpPrefix } from "../agents/acp/acp-agent.js";
import { agentNames } from "../agents/start/start-agent.js";
import { UserError } from "../lib/errors.js";

/** Values of a flag that belong to one agent each. */
export interface AgentValues {
  /** Without a name: for the only agent of the run. */
  readonly plain: readonly string[];
  readonly named: ReadonlyMap<string, readonly string[]>;
}

/** Parses `VALUE` and `AGENT=VALUE`. A name before "=" that is no agent's is part of the value. */
export function parseByAgent(values: readonly string[]): AgentValues {
  const plain: string[] = [];
  const named = new Map<string, string[]>();
  for (const value of values) {
    const [, agent = "", rest = ""] = /^([a-z-]+)=(.+)$/s.exec(value) ?? [];
    if (agent !== acpName && !agentNames.includes(agent)) plain.push(value);
    else named.set(agent, [...(named.get(agent) ?? []), rest]);
  }
  return { plain, named };
}

const acpName = "acp";

/** What an agent is called before "=": programs that speak the Agent Client Protocol are all `acp`. */
const valueName = (agent: string): string => (agent.startsWith(acpPrefix) ? acpName : agent);

/** The values for one of these agents. A plain value says not which one it is for, if there are several. */
export function valuesFor(
  agent: string,
  { plain, named }: AgentValues,
  { agents, where }: { readonly agents: readonly string[]; readonly where: string },
): readonly string[] {
  if (plain.length > 0 && agents.length > 1)
    throw new UserError({
      what: `${where} ${plain[0]} does not say for which agent`,
      where,
      fix: `name it: ${where} ${valueName(agents[0] ?? "")}=${plain[0]}`,
    });
  return [...plain, ...(named.get(valueName(agent)) ?? [])];
}

/** A value for an agent that takes no part is a mistake. */
export function refuseOthers({ named }: AgentValues, agents: readonly string[], where: string): void {
  for (const name of named.keys())
    if (!agents.map(valueName).includes(name))
      throw new UserError({
        what: `${where} is for ${name}, which is not an agent of this run`,
        where,
        fix: `name it with --agent, or give it for ${agents.map(valueName).join(" or ")}`,
      });
}
