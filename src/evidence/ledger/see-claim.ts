import type { IterationFacts } from "../../decide/observation.js";
import type { Gathered } from "../gathered.js";
import { claimNamedWork } from "./claim-named-work.js";
import type { OwnedWork } from "./task-work.js";
import { otherDone, seeTask, type WorkLedger } from "./work-ledger.js";

export interface SeenClaim {
  readonly facts: Pick<IterationFacts, "workVisible" | "cosmeticOnly">;
  /** The named work that belongs to the task, which owns it once done. */
  readonly owns: readonly OwnedWork[];
}

/**
 * Whether the work of a task and its parts (`keys`) is visible, from what its turns changed and what the agent names.
 * Unknown if the state before is unknown. `text`: what the task says; null without a task.
 */
export async function seeClaim(
  ledger: WorkLedger,
  keys: readonly string[],
  { seen, named, text }: { readonly seen: Gathered; readonly named: string | null; readonly text: string | null },
): Promise<SeenClaim> {
  const own = seeTask(ledger, keys, text);
  const works = Object.values(ledger.tasks);
  const owns = await claimNamedWork({ named, text, sinceStart: seen.sinceStart, works, done: otherDone(ledger, keys) });
  const visible = own.visible || owns.length > 0;
  const isKnown = seen.changes !== null && seen.changes.problems.length === 0;
  if (!isKnown && !visible) return { facts: {}, owns };
  const isCosmetic = own.cosmeticOnly && owns.length === 0;
  return { facts: { workVisible: visible, ...(isCosmetic ? { cosmeticOnly: true } : {}) }, owns };
}
