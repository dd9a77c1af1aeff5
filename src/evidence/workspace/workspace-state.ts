import { pathFrom } from "../../lib/files/folder.js";
import type { TreeEntry } from "../../lib/git/git.js";
import type { IgnoreTexts } from "./walk-work.js";

/** A file by its content; `plain` is that of its content without what is cosmetic, for text. */
export interface FileState extends TreeEntry {
  readonly plain?: string;
  /** The commit holds it with other line ends or as a pointer of Git LFS. */
  readonly committed?: true;
}

/**
 * One folder that is watched. What git holds at `commit` is not repeated: `files` and `gone` are what differs from it.
 * Without git, or before its first commit, `files` is everything.
 */
export interface RootState {
  /** Where its files lie: the repository's root, or the folder itself. */
  readonly path: string;
  readonly git: boolean;
  readonly commit: string | null;
  readonly files: Readonly<Record<string, FileState>>;
  readonly gone: readonly string[];
  /** Folders in it that are our own, not the work. */
  readonly own: readonly string[];
  /** The ignore rules of the start of the run, which count until its end. */
  readonly ignored?: IgnoreTexts;
  /** The first of those that cannot be looked at, because their names are not UTF-8. */
  readonly misnamed?: readonly string[];
  /** Files that a sparse checkout left out at the start. */
  readonly sparse?: readonly string[];
  /** The file system does not know which files may be executed. */
  readonly withoutModes?: true;
  /** Tags, branches and what is known of remotes, with their commits. Absent where there are too many to keep. */
  readonly refs?: Readonly<Record<string, string>>;
  /** The branch at HEAD, which is told by its commit. */
  readonly head?: string | null;
}

/** The content of a workspace at one moment. Plain JSON. */
export interface WorkspaceState {
  readonly version: 1;
  readonly roots: readonly RootState[];
  /** The same for the same content, committed or not; null where it could not be looked at. */
  readonly snapshot: string | null;
  readonly notes: readonly string[];
}

export interface LookOptions {
  /** More folders that belong to the work. */
  readonly roots?: readonly string[];
  /** Paths from the folder that are not part of the work. Our own state is not. */
  readonly ignore?: readonly string[];
  /** The look at the start of the run: what counts is decided by its ignore rules. Without it, by those of now. */
  readonly start?: WorkspaceState | null;
  /** An earlier look: what has not changed since is not read for cosmetics again. */
  readonly earlier?: WorkspaceState | null;
}

/** Our own folders as seen from a root. */
export const ownFolders = (path: string, ignore: readonly string[]): readonly string[] =>
  ignore.map((folder) => pathFrom(path, folder)).filter((name) => name !== "" && !name.startsWith(".."));

/** Whether a path lies in one of our own folders. */
export const isOwnPath = (name: string, own: readonly string[]): boolean =>
  own.some((folder) => name.startsWith(folder) && (name.length === folder.length || name[folder.length] === "/"));

export type KnownFiles = Readonly<Record<string, FileState>>;

export const rootIn = (state: WorkspaceState | null, path: string): RootState | undefined =>
  state?.roots.find((root) => root.path === path);

export const knownIn = (earlier: WorkspaceState | null, path: string): KnownFiles => rootIn(earlier, path)?.files ?? {};
