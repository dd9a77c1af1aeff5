import { textInside } from "../../../lib/files/unlinked.js";
import { commitTree } from "../../../lib/git/git.js";
import { findElsewhere } from "../../workspace/elsewhere.js";
import type { RootState } from "../../workspace/workspace-state.js";

/** The files of a project at one moment, by their path from its root. */
export interface ProjectTexts {
  readonly names: ReadonlySet<string>;
  /** Null for what is no text, is too long to be written by hand, or is not there. */
  text(path: string): string | null;
}

const longest = 256 * 1024;

/** The files as they are now, each read once and only when it is asked for. */
export async function readProject(root: RootState): Promise<ProjectTexts> {
  const held = root.commit === null ? null : await commitTree(root.path, root.commit);
  const names = new Set([...(held?.keys() ?? []), ...Object.keys(root.files)]);
  for (const path of root.gone) names.delete(path);
  for (const { files } of await findElsewhere(root)) for (const path of files ?? []) names.add(path);
  return textsOf(names, (path) => textInside(root.path, path));
}

/** A changed file as it was. */
export interface OldText {
  readonly path: string;
  readonly oldPath: string;
  /** Null for what is no text. */
  readonly old: string | null;
  /** It was not there. */
  readonly isNew: boolean;
}

/** The files as they were before these changes. */
export function beforeChanges(now: ProjectTexts, changes: readonly OldText[]): ProjectTexts {
  const names = new Set(now.names);
  for (const { path } of changes) names.delete(path);
  const old = new Map(changes.filter(({ isNew }) => !isNew).map((change) => [change.oldPath, change.old]));
  for (const path of old.keys()) names.add(path);
  return textsOf(names, (path) => (old.has(path) ? (old.get(path) ?? null) : now.text(path)));
}

/** Files that are given with their texts. */
export const textsFrom = (files: Readonly<Record<string, string>>): ProjectTexts =>
  textsOf(new Set(Object.keys(files)), (path) => files[path] ?? null);

function textsOf(names: ReadonlySet<string>, read: (path: string) => string | null): ProjectTexts {
  const known = new Map<string, string | null>();
  return {
    names,
    text(path) {
      if (!names.has(path)) return null;
      const found = known.has(path) ? (known.get(path) ?? null) : read(path);
      const kept = found !== null && found.length > longest ? null : found;
      known.set(path, kept);
      return kept;
    },
  };
}
