import { isAboutHonesty } from "../../decide/evidence.js";
import { tasksDoneBy } from "../../decide/tasks-done.js";
import type { DecisionRecord } from "../../store/record.js";

/** What a turn came to, as the picture of the run shows it. */
export type TurnKind =
  | "confirmed"
  | "refused"
  | "tampering"
  | "no-claim"
  | "waiting"
  | "set-aside"
  | "merged"
  | "sent-back"
  | "no-turn";

export function kindOf(record: DecisionRecord): TurnKind {
  const { about, after, decision, observation } = record;
  if (about) return about.is === "ended" ? "no-turn" : about.is;
  if (after.past.limited) return "waiting";
  if (observation.evidence.some((check) => isAboutHonesty(check) && check.state === "fails")) return "tampering";
  if (tasksDoneBy(decision).length > 0 || (after.past.claimed && after.past.passed)) return "confirmed";
  if (decision.setAside) return "set-aside";
  if (after.past.claimed) return decision.outcome === "completed" ? "confirmed" : "refused";
  return observation.turn === null || observation.again ? "no-turn" : "no-claim";
}

/** The task whose change made a check of another one fail; null where it is this one, this machine, or nobody. */
export const blamedIn = ({ observation }: DecisionRecord, task: string | null): string | null =>
  observation.evidence.find(({ blamed }) => blamed !== undefined && blamed !== "place" && blamed !== task)?.blamed ??
  null;
