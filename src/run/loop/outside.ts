import type { Evidence } from "../../decide/evidence.js";
import { notProven, type Proof } from "../../decide/proof.js";
import type { Gathered } from "../../evidence/gathered.js";
import type { ProvedTurn } from "../../evidence/ledger/prove-turn.js";
import type { Session } from "../session.js";

/** The person's own checkout, where a run that works in a worktree has no business. */
export interface OutsideWatch {
  /** What changed there in turns of this task and still is so; null: in the whole run, whoever it was. */
  look(task: string | null): Promise<readonly string[]>;
  /** A watch of its own for one of several tasks that are worked on at once: whose turn it was cannot be told then. */
  fork(): Promise<OutsideWatch>;
}

/** The name of the evidence. */
export const outsideName = "checkout";

const maxNamed = 10;

/**
 * Adds what was touched outside of the worktree. A person may have done it, so it is told and keeps the task from being
 * verified; a claim is refused for it only where signs of cheating are.
 */
export async function withOutside(
  { workspace, policy }: Session,
  seen: Gathered,
  { task, isEnd }: { readonly task: string | null; readonly isEnd: boolean },
): Promise<Gathered> {
  const names = (await workspace.outside?.look(isEnd ? null : task)) ?? [];
  if (names.length === 0) return seen;
  // At the end no agent can put it back: the run is then one to review.
  const isRefused = policy.settings.signs === "refuse" && !isEnd;
  const rest = names.length - maxNamed;
  const detail = `outside its worktree: ${names.slice(0, maxNamed).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
  const evidence: Evidence = {
    ...{ name: outsideName, state: isRefused ? "fails" : "holds", required: isRefused, detail },
    signs: names.map((name) => `${name}, outside its worktree`),
  };
  return {
    ...seen,
    evidence: [...seen.evidence, evidence],
    warnings: [...seen.warnings, `${detail} (you, or the agent)`],
  };
}

/** What was touched there, as the evidence of a decision has it. */
export const readOutside = (evidence: readonly Evidence[]): readonly string[] =>
  evidence
    .filter(({ name }) => name === outsideName)
    .flatMap(({ signs = [] }) => signs.map((sign) => sign.replace(/, outside its worktree$/, "")));

/** Nothing is proven by tests whose agent reached out of its worktree. */
export function distrustOutside(proved: ProvedTurn, { evidence }: Pick<Gathered, "evidence">): ProvedTurn {
  const names = readOutside(evidence);
  if (names.length === 0) return proved;
  const why = `the checkout was changed outside its worktree: ${names.slice(0, 3).join(", ")}`;
  const distrust = (proof: Proof): Proof => (proof.state === "proven" ? notProven(why) : proof);
  const { proof, claims } = proved.shown;
  return {
    ...proved,
    shown: {
      ...proved.shown,
      ...(proof ? { proof: distrust(proof) } : {}),
      ...(claims ? { claims: claims.map((claim) => ({ ...claim, proof: distrust(claim.proof) })) } : {}),
    },
  };
}
