import { type HashName, hashFile } from "../../lib/files/file-cache.js";
import { digest, plainTextAt } from "../../lib/files/folder.js";
import type { TreeEntry } from "../../lib/git/git.js";
import { asCommitted, isHeldWithOtherLineEnds } from "./converted.js";
import { withoutCosmetics } from "./cosmetic.js";
import type { FileState, KnownFiles } from "./workspace-state.js";

interface Held {
  readonly hashName: HashName;
  readonly held: TreeEntry | undefined;
  readonly hasModes: boolean;
  readonly earlier: KnownFiles;
}

const isRegular = ({ mode }: TreeEntry): boolean => mode.startsWith("100");

function memo<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

export function lookAtHeld(full: string, name: string, { hashName, held, hasModes, earlier }: Held): FileState | null {
  const found = hashFile(full, hashName);
  if (!found) return null;
  const mode = held && !hasModes && isRegular(held) && isRegular(found) ? held.mode : found.mode;
  if (held?.hash === found.hash && held.mode === mode) return held;
  const text = memo(() => (found.mode === "120000" ? null : plainTextAt(full)));
  const state = toFileState({ mode, hash: found.hash }, name, { text, earlier });
  const isHeld = held?.mode === mode && isHeldWithOtherLineEnds(text() ?? "", held.hash, hashName);
  return isHeld ? asCommitted(state) : state;
}

interface TextHistory {
  /** Null for what is no text. */
  readonly text: () => string | null;
  readonly earlier: KnownFiles;
}

export function toFileState({ mode, hash }: TreeEntry, name: string, { text, earlier }: TextHistory): FileState {
  const before = Object.hasOwn(earlier, name) ? earlier[name] : undefined;
  const plain = before?.hash === hash ? before.plain : digestPlain(text(), name);
  return plain === undefined ? { mode, hash } : { mode, hash, plain };
}

const digestPlain = (text: string | null, name: string): string | undefined =>
  text === null ? undefined : digest(withoutCosmetics(text, name));

/** The last content of each root and its digest: most often nothing has changed. */
const digests = new Map<string, { readonly all: ReadonlyMap<string, FileState>; readonly digest: string }>();

/** One entry per file, sorted by name, so that it does not depend on what is committed. */
export function digestStates(path: string, all: ReadonlyMap<string, FileState>): string {
  const last = digests.get(path);
  if (last && isSameContent(last.all, all)) return last.digest;
  const lines = [...all.keys()].sort().map((name) => {
    const state = all.get(name);
    return `${state?.mode} ${state?.hash}\t${name}\0`;
  });
  const made = digest(lines.join(""));
  digests.set(path, { all, digest: made });
  return made;
}

function isSameContent(before: ReadonlyMap<string, FileState>, now: ReadonlyMap<string, FileState>): boolean {
  if (before.size !== now.size) return false;
  for (const [name, state] of now) {
    const old = before.get(name);
    if (old !== state && (old?.hash !== state.hash || old.mode !== state.mode)) return false;
  }
  return true;
}
