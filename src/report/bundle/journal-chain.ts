import { sha256Hex } from "../../lib/signing/ed25519.js";

/**
 * The records of a run as a chain: each link is the digest of the link before it and of its own record. The last one
 * stands for all of them, in this order; `links` tells which record is no longer as it was.
 */
export interface JournalChain {
  readonly algorithm: typeof chainName;
  readonly records: number;
  readonly links: readonly string[];
  readonly head: string;
  /** The records themselves, line by line as the journal has them; null where only their digests are told. */
  readonly lines: readonly string[] | null;
}

export const chainName = "sha256-chain/v1";

/** The link before the first one: of the run, so that records of another run make another chain. */
const firstLink = (run: string): string => sha256Hex(`untildone ${chainName} ${run}`);

export const nextLink = (link: string, line: string): string => sha256Hex(`${link}\n${sha256Hex(line)}\n`);

export function makeChain(run: string, lines: readonly string[], withLines: boolean): JournalChain {
  const links: string[] = [];
  for (const line of lines) links.push(nextLink(links.at(-1) ?? firstLink(run), line));
  const head = links.at(-1) ?? firstLink(run);
  return { algorithm: chainName, records: lines.length, links, head, lines: withLines ? lines : null };
}

/** In words what is wrong with a chain, or null. Without its records only their number can be compared. */
export function findBrokenLink(run: string, { records, links, head, lines }: JournalChain): string | null {
  if (links.length !== records || head !== (links.at(-1) ?? firstLink(run)))
    return "its end is not the end of its links";
  if (lines === null) return null;
  if (lines.length !== records) return `it has ${lines.length} of ${records} records`;
  let link = firstLink(run);
  for (const [at, line] of lines.entries()) {
    link = nextLink(link, line);
    if (link !== links[at]) return `record ${at + 1} of ${records} is not the one that was signed`;
  }
  return null;
}
