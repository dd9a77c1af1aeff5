import type { CheckRoom } from "../../agents/sandbox/check-room.js";
import { type Proof, proofKinds } from "../../decide/proof.js";
import { isRecord } from "../../lib/json/is-record.js";
import { contentKey } from "../content-key.js";
import type { Gathered } from "../gathered.js";
import type { KeptResults } from "../kept-results.js";

export interface ProofPlace {
  readonly terms: {
    readonly cwd: string;
    readonly seconds: number;
    readonly kept: KeptResults | null;
    readonly room: Pick<CheckRoom, "id">;
  };
  readonly seen: Pick<Gathered, "after">;
}

/** Makes a proof, unless the same was tried on the very same content before. `asked` is what is tried, as plain JSON. */
export async function reuseProof(
  asked: readonly unknown[],
  { terms, seen }: ProofPlace,
  make: () => Promise<Proof>,
): Promise<Proof> {
  const { cwd, kept, room } = terms;
  const key = kept && (await contentKey({ cwd, room, now: seen.after }, ["proof", ...asked]));
  if (kept === null || key === null) return make();
  const known = kept.find(key, readProof);
  if (known) return known;
  const proof = await make();
  if (isSettled(proof)) kept.keep(key, proof);
  return proof;
}

/** What could not be measured may have been the machine's fault. */
const isSettled = ({ state }: Proof): boolean => state !== "unknown";

const readProof = (value: unknown): Proof | null =>
  isRecord(value) &&
  (value["state"] === "proven" ? proofKinds.some((kind) => kind === value["kind"]) : value["state"] === "not-proven") &&
  Array.isArray(value["tests"])
    ? (value as unknown as Proof)
    : null;
