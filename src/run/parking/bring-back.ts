import { putFile } from "../../lib/files/copy-tree.js";
import { isFolder } from "../../lib/files/disk.js";
import { blobHash } from "../../lib/files/file-cache.js";
import { entryAt, hashNameOf, readEntry } from "../../lib/files/file-content.js";
import { removeFolder, temporaryFolder } from "../../lib/files/temporary-folder.js";
import { askGit } from "../../lib/git/ask-git.js";
import type { ParkedEntry, ParkedFile, ParkedWork } from "./parked-work.js";
import type { ParkingPlace } from "./parking-place.js";
import { isSame } from "./plan-parking.js";
import { putFiles } from "./take-out.js";

export type BroughtBack =
  /** As it is kept now: taken out again, it goes back to what stood there before. */
  | { readonly is: "back"; readonly work: ParkedWork }
  | { readonly is: "conflict"; readonly files: readonly string[] }
  | { readonly is: "refused"; readonly why: string };

/** Brings parked work back where it applies cleanly, all of it or nothing. It stays kept until it is forgotten. */
export async function bringBack(place: ParkingPlace, work: ParkedWork): Promise<BroughtBack> {
  const gone = work.files.find(({ root }) => !isFolder(root));
  if (gone) return { is: "refused", why: `${gone.root} is gone` };
  const contents = new Map<string, Buffer>();
  const files: ParkedFile[] = [];
  const conflicts: string[] = [];
  for (const file of work.files) {
    const fitted = await fitFile(place, work, file);
    if (!fitted) conflicts.push(file.path);
    else {
      files.push(fitted.file);
      for (const bytes of fitted.contents) contents.set(blobHash(bytes, hashNameOf(hashIn(file))), bytes);
    }
  }
  if (conflicts.length > 0) return { is: "conflict", files: conflicts };
  const returning: ParkedWork = { ...work, files, state: "returning" };
  const failed = place.save(returning, contents);
  if (failed !== null) return { is: "refused", why: `it could not be kept: ${failed}` };
  const [first] = putFiles(place, returning, "with");
  if (!first) return { is: "back", work: returning };
  putFiles(place, returning, "without");
  place.save(work);
  return { is: "refused", why: `${first.path}: ${first.why}` };
}

const hashIn = ({ without, with: now }: ParkedFile): string => now?.hash ?? without?.hash ?? "";

interface Fitted {
  readonly file: ParkedFile;
  readonly contents: readonly Buffer[];
}

/** What to put, given what stands there now. Null: both sides changed the same lines, or it is no text. */
async function fitFile(place: ParkingPlace, work: ParkedWork, file: ParkedFile): Promise<Fitted | null> {
  const full = `${file.root}/${file.path}`;
  const now = entryAt(full, hashIn(file));
  if (isSame(now, file.without)) return { file, contents: [] };
  if (isSame(now, file.with)) return { file: { ...file, without: now }, contents: [] };
  const { without, with: wanted } = file;
  const [ours, base, theirs] = [readEntry(full), readSide(place, work, without), readSide(place, work, wanted)];
  if (!now || !wanted || !ours || !base || !theirs || [now, without, wanted].some(isLink)) return null;
  const merged = await mergeTexts(ours, base, theirs);
  if (merged === null) return null;
  const entry = { mode: wanted.mode, hash: blobHash(merged, hashNameOf(wanted.hash)) };
  return { file: { ...file, without: now, with: entry }, contents: [ours, merged] };
}

const isLink = (entry: ParkedEntry | null): boolean => entry?.mode === "120000";

const readSide = (place: ParkingPlace, work: ParkedWork, entry: ParkedEntry | null): Buffer | null =>
  entry && place.read(work, entry.hash);

/** Null where they do not merge cleanly, or there is no git. */
export async function mergeTexts(ours: Buffer, base: Buffer, theirs: Buffer): Promise<Buffer | null> {
  if ([ours, base, theirs].some((bytes) => bytes.subarray(0, 8192).includes(0))) return null;
  const folder = temporaryFolder("untildone-merge-");
  try {
    for (const [path, bytes] of Object.entries({ ours, base, theirs }))
      putFile({ folder, path, bytes, isExecutable: false });
    const merged = await askGit(folder, ["merge-file", "-p", "-q", "ours", "base", "theirs"]);
    return merged.ok ? merged.out : null;
  } finally {
    removeFolder(folder);
  }
}
