import type { KeptContents } from "../../evidence/workspace/kept-contents.js";
import { blobHash } from "../../lib/files/file-cache.js";
import { hashNameOf, readEntry } from "../../lib/files/file-content.js";
import type { ParkedFile, ParkedWork } from "./parked-work.js";
import type { ParkingPlace } from "./parking-place.js";
import type { ParkingPlan } from "./plan-parking.js";
import { saveAsRef } from "./save-as-ref.js";
import { putFiles } from "./take-out.js";

export interface Parking {
  readonly place: ParkingPlace;
  readonly contents: Pick<KeptContents, "readBytes">;
  readonly run: string;
  readonly task: string;
  readonly title: string;
  /** Where a patch is written, without its ending. */
  readonly patchFile: string;
}

export type ParkResult =
  | { readonly is: "parked"; readonly work: ParkedWork }
  | { readonly is: "refused"; readonly why: string };

/**
 * Takes work out of the tree. It is kept first: whatever stops this, the work is in the tree, in the place, or in both,
 * and the next start goes on.
 */
export async function parkWork(parking: Parking, plan: ParkingPlan): Promise<ParkResult> {
  const { place, run, task, title } = parking;
  const contents = await collect(parking, plan.files);
  if (typeof contents === "string") return { is: "refused", why: contents };
  const begun: ParkedWork = {
    ...{ version: 1, run, task, title, state: "parking", files: plan.files, staying: plan.staying },
    ...{ ref: null, patch: null },
  };
  const failed = place.save(begun, contents);
  if (failed !== null) return { is: "refused", why: `it could not be kept: ${failed}` };
  const named = { ...begun, ...(await saveAsRef(parking, begun)) };
  const [first] = putFiles(place, named, "without");
  if (first) {
    putFiles(place, named, "with");
    place.remove(begun);
    return { is: "refused", why: `${first.path}: ${first.why}` };
  }
  const parked: ParkedWork = { ...named, state: "parked" };
  place.save(parked);
  return { is: "parked", work: parked };
}

/** The contents of both sides, or which one is missing. */
async function collect(
  { contents }: Parking,
  files: readonly ParkedFile[],
): Promise<ReadonlyMap<string, Buffer> | string> {
  const found = new Map<string, Buffer>();
  for (const { root, path, without, with: now } of files) {
    const bytes = now === null ? null : readEntry(`${root}/${path}`);
    if (now !== null && (bytes === null || blobHash(bytes, hashNameOf(now.hash)) !== now.hash))
      return `${path} cannot be read`;
    if (now !== null && bytes !== null) found.set(now.hash, bytes);
    if (without === null) continue;
    const old = (await contents.readBytes(root, [without.hash])).get(without.hash);
    if (!old) return `what ${path} was when the task began is not known any more`;
    found.set(without.hash, old);
  }
  return found;
}
