import { isRecord } from "../base/is-record.js";
import { type Proof, proofKinds } from "../core/proof.js";
import type { Gathered } from "../evidence/gather.js";
import type { KeptResults } from "../evidence/kept-results.js";
import { digestIgnored } from "../evidence/workspace/ignored-entries.js";
import { digest, realPath } from "../system/folder.js";
import { toolVersions } from "../system/tool-versions.js";

export interface ProofPlace {
  readonly terms: { readonly cwd: string; readonly seconds: number; readonly kept: KeptResults | null };
  readonly seen: Pick<Gathered, "after">;
}

/** Makes a proof, unless the same was tried on the very same content before. `asked` is what is tried, as plain JSON. */
export async function reuseProof(
  asked: readonly unknown[],
  { terms, seen }: ProofPlace,
  make: () => Promise<Proof>,
): Promise<Proof> {
  const { cwd, kept } = terms;
  const { snapshot } = seen.after;
  if (kept === null || snapshot === null) return make();
  const place = [realPath(cwd), snapshot, await digestIgnored(seen.after), ...toolVersions()];
  const key = digest(JSON.stringify(["proof", place, asked]));
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
