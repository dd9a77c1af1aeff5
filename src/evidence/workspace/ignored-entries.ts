import { hashFile } from "../../lib/files/file-cache.js";
import { digestParts, entriesIn, pathJoin, sizeAt, timesIn } from "../../lib/files/folder.js";
import { commitTree } from "../../lib/git/git.js";
import { lookAtUnseen } from "../proof/original-tests/unseen.js";
import { KnownNames } from "./known-names.js";
import { isOwnPath, type RootState, type WorkspaceState } from "./workspace-state.js";

/** What tools write for themselves, and rewrite whenever they run. */
const rewritten =
  /^(?:\.git|__pycache__|\.?cache|\..*[-_.]?cache|coverage|\.coverage.*|\.nyc_output|test-results|playwright-report|target|\.turbo|\.gradle|\.hypothesis|\.vite(?:st|-temp)?|\.DS_Store|.*\.(?:log|pyc|tsbuildinfo))$/;
const maxHashed = 64 * 1024;
/** Folders deep: what lies deeper in dependencies and outputs comes with what lies above it. */
const maxDepth = 2;

/**
 * A digest of what lies beside the work (dependencies, builds, local settings) as far as it can be told quickly. The
 * content of the work is the snapshot's.
 */
export async function digestIgnored(state: WorkspaceState): Promise<string> {
  const parts: string[] = [JSON.stringify(lookAtUnseen(state))];
  for (const root of state.roots) {
    const walk = { root, known: await workIn(root), parts };
    listIgnored("", 1, walk);
  }
  return digestParts(parts);
}

interface IgnoredWalk {
  readonly root: RootState;
  readonly known: KnownNames;
  readonly parts: string[];
}

async function workIn(root: RootState): Promise<KnownNames> {
  const held = root.commit === null ? null : await commitTree(root.path, root.commit);
  return new KnownNames([new Set(Object.keys(root.files)), ...(held ? [held] : [])]);
}

function listIgnored(folder: string, depth: number, walk: IgnoredWalk): void {
  const { root, known, parts } = walk;
  for (const entry of entriesIn(pathJoin(root.path, folder))) {
    const path = `${folder}${entry.name}`;
    if (rewritten.test(entry.name) || isOwnPath(path, root.own) || known.has(path)) continue;
    if (!entry.isDirectory()) parts.push(`\n${path} ${describeFile(pathJoin(root.path, path))}`);
    else if (depth < maxDepth) listIgnored(`${path}/`, depth + 1, walk);
    else if (!known.hasFolder(`${path}/`)) parts.push(`\n${path}/ ${timeOf(root.path, path)}`);
  }
}

/** By content where that is quick: a build writes the same again. */
function describeFile(path: string): string {
  const size = sizeAt(path) ?? 0;
  const hashed = size <= maxHashed ? hashFile(path) : null;
  return hashed ? `${hashed.mode} ${hashed.hash}` : `${size} ${timeOf("", path)}`;
}

const timeOf = (folder: string, name: string): number => timesIn(folder, [name])[0]?.time ?? 0;
