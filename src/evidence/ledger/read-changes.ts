import { realPath } from "../../lib/files/folder.js";
import { textInside } from "../../lib/files/unlinked.js";
import type { TextChange } from "../checks/honest-tests/compare-tests.js";
import { findDialect } from "../checks/honest-tests/dialects-table.js";
import { isTestFile } from "../proof/named-tests.js";
import type { TestText } from "../proof/without-work/new-tests.js";
import type { KeptContents } from "../workspace/kept-contents.js";
import type { FileWork } from "./task-work.js";

export interface ChangedFiles {
  readonly cwd: string;
  readonly root: string;
  /** The net change of each file, by its full path. */
  readonly files: Readonly<Record<string, FileWork>>;
  readonly contents: KeptContents;
  /** Texts of the start that no commit holds, by full path. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** A task's files with their texts before it and now, from the project's folder. */
export interface ReadChanges {
  readonly changes: readonly TextChange[];
  /** What they were before is not known any more. */
  readonly lost: readonly string[];
}

export async function readChanges({ cwd, root, files, contents, texts = {} }: ChangedFiles): Promise<ReadChanges> {
  const home = `${realPath(cwd)}/`;
  const own = Object.entries(files).filter(([path, { cosmetic }]) => path.startsWith(home) && !cosmetic);
  const hashes = own.flatMap(([, { from }]) => hashOf(from) ?? []);
  const olds = await contents.read(root, hashes);
  const changes: TextChange[] = [];
  const lost: string[] = [];
  for (const [full, { from }] of own) {
    const path = full.slice(home.length);
    const old = from === null ? null : (olds.get(hashOf(from) ?? "") ?? texts[full]);
    if (old === undefined) lost.push(path);
    else changes.push({ path, oldPath: path, old, now: textInside(home, path) });
  }
  return { changes, lost };
}

/** "100644 3b18e5…" */
const hashOf = (state: string | null): string | null => state?.split(" ")[1] ?? null;

/** Snapshots that runners write, whatever the language. */
export const isSnapshot = (path: string): boolean =>
  /\.(?:snap|ambr)$|(?:^|\/)(?:__(?:image_)?snapshots__|tap-snapshots)\//.test(path);

export const isTestCode = (path: string): boolean =>
  isTestFile(path) && findDialect(path) !== undefined && !isSnapshot(path);

export const testsAmong = (changes: readonly TextChange[]): readonly TestText[] =>
  changes.flatMap(({ path, old, now }) =>
    isTestCode(path) && now !== null && now !== old ? [{ path, old, now }] : [],
  );
