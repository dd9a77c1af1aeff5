import { pathJoin } from "../../../lib/files/folder.js";
import { textInside } from "../../../lib/files/unlinked.js";
import { commitTree, openRepository } from "../../../lib/git/git.js";
import { plural } from "../../../lib/text/plural.js";
import { measureOf } from "../../proof/original-tests/measures.js";
import { isSource } from "../../proof/signs/source-text.js";
import type { FileChange } from "../../workspace/changes.js";
import type { WorkspaceState } from "../../workspace/workspace-state.js";
import type { TextChange } from "./compare-tests.js";
import { findDialect, isNamedTest } from "./dialects-table.js";
import { isCheckConfig } from "./weakened-config.js";

const longest = 256 * 1024;
const maxKept = 16 * 1024 * 1024;

/** Files that the work is measured by. */
export const isWatched = (path: string, more: readonly string[] = []): boolean =>
  more.includes(path) || isCheckConfig(path) || isNamedTest(path) || findDialect(path) !== undefined;

/** The texts of watched files that git does not hold: without them nobody could tell later what they said. */
export function saveTexts(
  state: WorkspaceState,
  more: readonly string[],
): { readonly texts: Readonly<Record<string, string>>; readonly notes: readonly string[] } {
  const kept: [string, string][] = [];
  let left = maxKept;
  let dropped = 0;
  for (const root of state.roots)
    for (const path of Object.keys(root.files).filter(
      (name) => isWatched(name, more) || measureOf(name, more) !== null,
    )) {
      const full = pathJoin(root.path, path);
      const text = textInside(root.path, path);
      if (text === null) continue;
      if (text.length > longest || text.length > left) dropped++;
      else {
        kept.push([full, text]);
        left -= text.length;
      }
    }
  const notes = dropped > 0 ? [`${plural(dropped, "test or configuration file")} too large to be compared later`] : [];
  return { texts: Object.fromEntries(kept), notes };
}

type SavedTexts = Readonly<Record<string, string>>;

/** The changes of watched files with their texts, then and now. */
export const textChanges = (
  changes: readonly FileChange[],
  saved: SavedTexts,
  more: readonly string[],
): Promise<readonly TextChange[]> =>
  withTexts(
    changes.filter(({ path, from }) => isWatched(path, more) || (from !== null && isWatched(from, more))),
    saved,
  );

/** Changes with their texts, then and now, whatever the files are. */
export const allTexts = (changes: readonly FileChange[], saved: SavedTexts): Promise<readonly TextChange[]> =>
  withTexts(changes, saved);

const codeFile = /\.(?:[cm]?[jt]sx?|vue|svelte|py|rb|pl|pm|php|go|rs|java|kt|cs|sh|bash|ex|exs|lua)$/;
const maxCodeFiles = 500;

/** The changes of code that the work consists of. */
export const codeChanges = (changes: readonly FileChange[], saved: SavedTexts): Promise<readonly TextChange[]> =>
  withTexts(
    changes.filter(({ path, from }) => isSource(path) || (from !== null && isSource(from))).slice(0, maxCodeFiles),
    saved,
  );

/** The changes of source and of manifests that the work consists of, deleted files included. */
export const workChanges = (changes: readonly FileChange[], saved: SavedTexts): Promise<readonly TextChange[]> =>
  withTexts(
    changes
      .filter(({ path, from }) => {
        const of = from ?? path;
        return codeFile.test(of) ? measureOf(of, []) === null : manifest.test(of);
      })
      .slice(0, maxCodeFiles),
    saved,
  );

const manifest = /(?:^|\/)(?:package\.json|pyproject\.toml|Cargo\.toml|go\.mod|Gemfile|composer\.json)$/;
const maxSources = 3_000;

interface CodeFile {
  readonly path: string;
  readonly text: string;
}

/** Reads, when asked, the texts of the source there is now. */
export const readSources = async (
  state: WorkspaceState,
  isSource: (path: string) => boolean,
): Promise<readonly string[]> => (await readCode(state, isSource)).map(({ text }) => text);

/** The code files there are now, of those that are meant. */
export async function readCode(
  state: WorkspaceState,
  isMeant: (path: string) => boolean,
): Promise<readonly CodeFile[]> {
  const found: CodeFile[] = [];
  for (const root of state.roots) {
    const held = root.commit === null ? null : await commitTree(root.path, root.commit);
    const gone = new Set(root.gone);
    const names = new Set([...(held?.keys() ?? []), ...Object.keys(root.files)]);
    for (const name of names) {
      if (found.length >= maxSources) return found;
      if (gone.has(name) || !codeFile.test(name) || !isMeant(name)) continue;
      const text = textInside(root.path, name);
      if (text !== null && text.length <= longest) found.push({ path: name, text });
    }
  }
  return found;
}

async function withTexts(changes: readonly FileChange[], saved: SavedTexts): Promise<readonly TextChange[]> {
  const held = await heldTexts(changes);
  return changes.map(({ root, path, from, kind, before, now }) => {
    const oldPath = from ?? path;
    const full = pathJoin(root, oldPath);
    const own = Object.hasOwn(saved, full) ? saved[full] : undefined;
    const old = kind === "added" ? null : (own ?? held.get(before?.hash ?? "") ?? null);
    return { path, oldPath, old, now: now === null ? null : textInside(root, path) };
  });
}

async function heldTexts(changes: readonly FileChange[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const root of new Set(changes.map((change) => change.root))) {
    const hashes = changes.flatMap((change) => (change.root === root ? (change.before?.hash ?? []) : []));
    const repository = hashes.length > 0 ? await openRepository(root) : undefined;
    if (!repository?.ok) continue;
    for (const [hash, bytes] of await repository.blobs(hashes))
      if (!bytes.subarray(0, 8192).includes(0)) texts.set(hash, bytes.toString("utf8"));
  }
  return texts;
}
