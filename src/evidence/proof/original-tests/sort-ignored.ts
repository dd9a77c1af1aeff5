import { type Amount, measureTree } from "../../../lib/files/copy-tree.js";
import { pathJoin } from "../../../lib/files/folder.js";
import type { ListedContent } from "./copied-content.js";
import { IgnoredContent } from "./ignored-content.js";

/** What becomes of the ignored content of a project in its copy. */
export interface SortedContent {
  /** Folders of installed packages. */
  readonly packages: readonly string[];
  readonly links: readonly string[];
  readonly copies: readonly string[];
  /** Copied as well, and kept from one run to the next. */
  readonly compiled: readonly string[];
  /** What a build wrote: left out. */
  readonly outputs: readonly string[];
  /** How much is copied. */
  readonly amount: Amount;
}

/** Beyond this it is linked: reading it is fine, and nobody writes so much in tests. */
const mostCopied: Amount = { files: 10_000, bytes: 256 * 1024 * 1024 };
/** Beyond this it is compiled again. */
const mostCompiled: Amount = { files: 20_000, bytes: 1024 * 1024 * 1024 };
/** Of what Rust compiled, that which is not only for one source. */
const compiledParts = ["debug/.fingerprint", "debug/deps", "debug/build"];

export function sortIgnored(root: string, { files, ignored }: Pick<ListedContent, "files" | "ignored">): SortedContent {
  const content = new IgnoredContent(root, files);
  const packages: string[] = [];
  const links: string[] = [];
  const copies: string[] = [];
  const compiled: string[] = [];
  const outputs: string[] = [];
  let [count, bytes] = [0, 0];
  const take = (path: string, most: Amount, into: string[]): boolean => {
    const left = { files: most.files - count, bytes: most.bytes - bytes };
    const amount = measureTree(pathJoin(root, path), left);
    if (amount === null) return false;
    into.push(path);
    count += amount.files;
    bytes += amount.bytes;
    return true;
  };
  for (const path of ignored) {
    const treatment = content.treat(path);
    if (treatment === "packages") packages.push(path);
    else if (treatment === "output") outputs.push(path);
    else if (treatment === "compiled")
      for (const part of compiledParts) take(`${path}/${part}`, mostCompiled, compiled);
    else if (treatment === "link" || (treatment === "copy" && !take(path, mostCopied, copies))) links.push(path);
  }
  return { packages, links, copies, compiled, outputs, amount: { files: count, bytes } };
}
