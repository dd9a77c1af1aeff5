import type { RanIn } from "../../run/records/run-record.js";
import type { KeyReach } from "./statement.js";

export interface ReachedKey {
  readonly keyReach: KeyReach;
  readonly sandbox: string | null;
}

/** Where agents and checks ran says whether they could reach the key: one start without a sandbox is enough. */
export function describeReach(ranIn: readonly RanIn[] | undefined): ReachedKey {
  if (ranIn === undefined || ranIn.length === 0) return { keyReach: "unknown", sandbox: null };
  if (ranIn.some(({ agents }) => agents === "none")) return { keyReach: "same-user", sandbox: null };
  const sandbox = [...new Set(ranIn.map(({ agents }) => agents))].join(", ");
  const isOutside = ranIn.some(({ checks }) => checks === "outside");
  return { keyReach: isOutside ? "checks-outside" : "sandbox", sandbox };
}
