import type { IterationFacts } from "../core/observation.js";
import type { Gathered } from "../evidence/gather.js";
import { claimNamedWork } from "./claim-named-work.js";
import type { OwnedWork } from "./task-work.js";
import { otherDone, seeTask, type WorkLedger } from "./work-ledger.js";

export interface SeenClaim {
  readonly facts: Pick<IterationFacts, "workVisible" | "cosmeticOnly">;
  /** What of the named work is the task's: it owns that once it is done. */
  readonly owns: readonly OwnedWork[];
}

/**
 * What can be seen of a task's work, with that of its parts (`keys`), by what its turns changed and what the agent names.
 * Nothing is said where nobody knows how things stood before.
 */
export async function seeClaim(
  ledger: WorkLedger,
  keys: readonly string[],
  { seen, named }: { readonly seen: Gathered; readonly named: string | null },
): Promise<SeenClaim> {
  const own = seeTask(ledger, keys);
  const works = Object.values(ledger.tasks);
  const owns = await claimNamedWork({ named, sinceStart: seen.sinceStart, works, done: otherDone(ledger, keys) });
  const visible = own.visible || owns.length > 0;
  const isKnown = seen.changes !== null && seen.changes.problems.length === 0;
  if (!isKnown && !visible) return { facts: {}, owns };
  const isCosmetic = own.cosmeticOnly && owns.length === 0;
  return { facts: { workVisible: visible, ...(isCosmetic ? { cosmeticOnly: true } : {}) }, owns };
}
