import type { Observation } from "./observation.js";
import { isWorkVisible } from "./visible-work.js";

/** Why the stop of a session is not called completed in any policy, whatever its checks say. */
export const sessionBlockers = (seen: Observation): readonly string[] => [
  ...(seen.session?.goalChange ? [seen.session.goalChange] : []),
  ...unseenWork(seen),
];

/** Nothing has changed since the session or its goal began: green checks say nothing of work that is not there. */
export function unseenWork(seen: Observation): readonly string[] {
  const { session, turn } = seen;
  if (!session || !turn || isWorkVisible(seen, turn) !== false) return [];
  return [`${describeUnchanged(seen)}${asksWhere}`];
}

/** What the agent is asked for then; a person need not read it. */
export const asksWhere = ": do the work now, or, if it already exists, name the file and the lines";

export const describeUnchanged = ({ session }: Observation): string =>
  `nothing has changed since ${session?.since ?? "this session began"}`;
