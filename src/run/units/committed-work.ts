import { readDecision } from "../../store/read-record.js";
import { isUnitDone } from "../../store/units.js";
import type { Checkpoints } from "../git/checkpoints.js";
import { type Session, withPorts } from "../session.js";
import { notCommitted } from "./why-not-merged.js";

/** Why the last checkpoint of a session could not be made; null if it was. */
export interface CheckpointWatch {
  problem: string | null;
}

/** The session, whose checkpoints are noted in `watch`. */
export function watchCheckpoints(session: Session, watch: CheckpointWatch): Session {
  const { checkpoints } = session.workspace;
  if (checkpoints === null) return session;
  const watched: Checkpoints = {
    make: async (record) => {
      const made = await checkpoints.make(record);
      watch.problem = made.commit === null ? made.problem : null;
      return made;
    },
  };
  return withPorts(session, { workspace: { ...session.workspace, checkpoints: watched } });
}

/**
 * What the agent is told if the last decision has its task as done, and its work is not all in a commit. Null otherwise.
 */
export async function refuseUncommitted(
  { journal, task }: { readonly journal: string; readonly task: string },
  findUncommitted: () => Promise<readonly string[]>,
): Promise<readonly string[] | null> {
  const lines = journal.trimEnd();
  const last = readDecision(lines.slice(lines.lastIndexOf("\n") + 1));
  if (last === null || !isUnitDone(last, task)) return null;
  const paths = await findUncommitted();
  return paths.length === 0 ? null : notCommitted(paths).feedback;
}
