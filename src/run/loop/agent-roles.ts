import type { Agent } from "../../agents/agent.js";
import { labelAgent } from "../../agents/label-agent.js";

/** The agents of a run, in order of preference: for most turns, and for phases and kinds of tasks with their own. */
export interface AgentRoles {
  readonly usual: readonly Agent[];
  readonly byPhase: ReadonlyMap<string, readonly Agent[]>;
  readonly byTaskKind: ReadonlyMap<string, readonly Agent[]>;
}

export const usualAgents = (usual: readonly Agent[]): AgentRoles => ({
  usual,
  byPhase: new Map(),
  byTaskKind: new Map(),
});

/** A phase is more specific than a kind of task. */
export const agentsFor = (
  { usual, byPhase, byTaskKind }: AgentRoles,
  { phase, kind }: { readonly phase: string; readonly kind: string | null },
): readonly Agent[] => byPhase.get(phase) ?? (kind === null ? undefined : byTaskKind.get(kind)) ?? usual;

/** Every agent that may take a turn, once. */
export const allAgents = ({ usual, byPhase, byTaskKind }: AgentRoles): readonly Agent[] => [
  ...new Set([usual, ...byPhase.values(), ...byTaskKind.values()].flat()),
];

/** Phases and kinds of tasks with agents of their own. */
export const listRoles = ({ byPhase, byTaskKind }: AgentRoles) => [
  ...[...byPhase].map(([phase, agents]) => ({ for: `phase ${phase}`, agents: agents.map(labelAgent) })),
  ...[...byTaskKind].map(([kind, agents]) => ({ for: `tasks of kind ${kind}`, agents: agents.map(labelAgent) })),
];

/** One line for all agents that may do the same. */
export function describePermissions(agents: readonly Agent[]): readonly string[] {
  const names = new Map<string, Set<string>>();
  for (const { name, may } of agents) if (may !== undefined) names.set(may, (names.get(may) ?? new Set()).add(name));
  return [...names].map(([may, who]) => `${[...who].join(" and ")} may ${may}`);
}
