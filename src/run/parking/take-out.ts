import { entryAt, putEntry } from "../../lib/files/file-content.js";
import type { ParkedFile, ParkedWork } from "./parked-work.js";
import type { ParkingPlace } from "./parking-place.js";
import { isSame } from "./plan-parking.js";

/** A file that could not be written, and why. */
export interface NotPut {
  readonly path: string;
  readonly why: string;
}

/** Puts every file as it is without the work, or with it. What is so already is left; done twice, it is the same. */
export function putFiles(place: ParkingPlace, work: ParkedWork, side: "without" | "with"): readonly NotPut[] {
  const failed: NotPut[] = [];
  for (const file of work.files) {
    const why = putOne(place, work, { file, side });
    if (why !== null) failed.push({ path: file.path, why });
  }
  return failed;
}

function putOne(
  place: ParkingPlace,
  work: ParkedWork,
  { file, side }: { readonly file: ParkedFile; readonly side: "without" | "with" },
): string | null {
  const wanted = file[side];
  const other = file[side === "with" ? "without" : "with"];
  const now = entryAt(`${file.root}/${file.path}`, wanted?.hash ?? other?.hash ?? "");
  if (isSame(now, wanted)) return null;
  if (!isSame(now, other)) return "it was changed meanwhile";
  const bytes = wanted === null ? null : place.read(work, wanted.hash);
  if (wanted !== null && bytes === null) return "its content is lost";
  try {
    putEntry({ root: file.root, path: file.path, entry: wanted, bytes });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
