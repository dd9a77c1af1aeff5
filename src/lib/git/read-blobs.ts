import { blobHash } from "../files/file-cache.js";
import { askGit, explicit, type GitAnswer } from "./ask-git.js";
import { readBatch, text } from "./git-output.js";
import { keepBlob, recallBlob } from "./object-cache.js";

/** Larger contents are not read, unless somebody asks for them. */
export const maxBlob = 1024 * 1024;

interface BlobSource {
  readonly root: string;
  readonly hashName: "sha1" | "sha256";
}

/**
 * Contents by hash, without those that are missing, too large, or not what their name says. What was read before is not
 * read again: nothing else can have that hash.
 */
export async function readBlobs(
  source: BlobSource,
  hashes: readonly string[],
  most: number,
): Promise<ReadonlyMap<string, Buffer>> {
  const known = hashes.flatMap((hash): readonly [string, Buffer][] => {
    const bytes = recallBlob(source.root, hash);
    return bytes === undefined ? [] : [[hash, bytes]];
  });
  const found = new Map(known);
  const missing = hashes.filter((hash) => !found.has(hash));
  const read = await askForBlobs(source, missing, most);
  for (const [hash, bytes] of read) keepBlob(source.root, hash, bytes);
  return new Map([...known.filter(([, { length }]) => length <= most), ...read]);
}

async function askForBlobs(
  source: BlobSource,
  hashes: readonly string[],
  most: number,
): Promise<ReadonlyMap<string, Buffer>> {
  const sizes = await readSizes(source, hashes);
  const fit = [...(sizes ?? [])].filter(([, size]) => size <= most).map(([hash]) => hash);
  const answer = fit.length > 0 ? await askForObjects(source, "--batch", fit) : undefined;
  const found = answer?.ok ? [...readBatch(answer.out)] : [];
  return new Map(found.filter(([hash, bytes]) => blobHash(bytes, source.hashName) === hash));
}

/** Which contents a repository no longer holds, or no longer as they were; null if it cannot be asked. */
export async function findLostBlobs(
  source: BlobSource,
  hashes: readonly string[],
): Promise<ReadonlySet<string> | null> {
  const sizes = await readSizes(source, hashes);
  if (!sizes) return null;
  const found = await askForBlobs(source, hashes, maxBlob);
  return new Set(hashes.filter((hash) => !found.has(hash) && (sizes.get(hash) ?? 0) <= maxBlob));
}

async function readSizes(source: BlobSource, hashes: readonly string[]): Promise<ReadonlyMap<string, number> | null> {
  const wanted = [...new Set(hashes)].filter((hash) => /^[0-9a-f]{40,64}$/.test(hash));
  if (wanted.length === 0) return new Map();
  const answer = await askForObjects(source, "--batch-check", wanted);
  if (!answer.ok) return null;
  const lines = text(answer.out)
    .split("\n")
    .map((line) => line.split(" "));
  return new Map(lines.filter(([, kind]) => kind === "blob").map(([hash = "", , size]) => [hash, Number(size)]));
}

/** With no settings but the repository's own. */
const askForObjects = ({ root }: BlobSource, how: string, hashes: readonly string[]): Promise<GitAnswer> =>
  askGit(root, ["cat-file", how], { stdin: `${hashes.join("\n")}\n`, env: explicit(root) });
