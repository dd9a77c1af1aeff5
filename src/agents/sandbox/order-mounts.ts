import type { Mount } from "./sandbox.js";

/** What a sandbox shows and hides, before overlaps are resolved. */
export interface WantedMounts {
  readonly write: readonly string[];
  /** Writable as well, with a mount of its own only where nothing else makes it so: over a mount no file can be renamed. */
  readonly lists: readonly string[];
  readonly read: readonly string[];
  /** Below a writable folder, but not to be changed. */
  readonly protect: readonly string[];
  /** Empty, whatever is there. */
  readonly hide: readonly string[];
  readonly scratch: readonly string[];
}

/**
 * The mounts in order: each path once, outer folders first, so that an inner one is not covered. A path that is
 * readable anyway needs no mount, and neither does one to hide where nothing shows it.
 */
export function orderMounts({ write, lists, read, protect, hide, scratch }: WantedMounts): readonly Mount[] {
  // A worktree lies in the state folder: what is nearest decides.
  const isWritable = (path: string): boolean => nearest(path, write) > 0 && nearest(path, write) >= nearest(path, hide);
  const shown = [
    ...write.map((path): Mount => ({ path, as: "write" })),
    ...lists.filter((path) => !isWritable(path)).map((path): Mount => ({ path, as: "write" })),
    ...protect.filter((path) => hasOuter(path, write)).map((path): Mount => ({ path, as: "read" })),
    ...read.filter((path) => !isWritable(path)).map((path): Mount => ({ path, as: "read" })),
  ];
  const paths = new Set(shown.map(({ path }) => path));
  const hidden = hide.filter((path) => hasOuter(path, paths)).map((path): Mount => ({ path, as: "empty" }));
  const rooms = scratch.filter((path) => !paths.has(path)).map((path): Mount => ({ path, as: "scratch" }));
  const mounts = keepFirst([...hidden, ...shown, ...rooms]);
  return [...mounts, ...pinFolders(mounts)].sort((a, b) => depth(a.path) - depth(b.path));
}

/**
 * A mount cannot be moved away, and the folders around it can: in a project that is part of a larger repository, the state
 * folder would go with them. Each of those is a mount of its own.
 */
function pinFolders(mounts: readonly Mount[]): readonly Mount[] {
  const known = new Set(mounts.map(({ path }) => path));
  const writable = mounts.filter(({ as }) => as === "write").map(({ path }) => path);
  const guarded = mounts.filter(({ as }) => as === "empty" || as === "read");
  const around = guarded.flatMap(({ path }) =>
    foldersAbove(path).filter((folder) => !known.has(folder) && isInWritable(folder, mounts, writable)),
  );
  return [...new Set(around)].map((path): Mount => ({ path, as: "write" }));
}

/** Whether the innermost mount around a folder is writable. */
function isInWritable(folder: string, mounts: readonly Mount[], writable: readonly string[]): boolean {
  const inner = nearest(
    folder,
    mounts.map(({ path }) => path),
  );
  return inner > 0 && inner === nearest(folder, writable);
}

/** Whether a path is one of these folders, or in one. */
export const hasOuter = (path: string, folders: Iterable<string>): boolean =>
  [...folders].some((folder) => path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`));

/** The length of the innermost of these folders around a path; 0 if none is. */
const nearest = (path: string, folders: readonly string[]): number =>
  Math.max(0, ...folders.filter((folder) => hasOuter(path, [folder])).map((folder) => folder.length));

/**
 * An engine makes the folders on the way to a mount as root. In a home those belong to the user, too: programs make
 * folders there.
 */
export function ownFoldersBetween(mounts: readonly Mount[]): readonly Mount[] {
  const known = new Set(mounts.map(({ path }) => path));
  const scratch = mounts.filter(({ as }) => as === "scratch").map(({ path }) => path);
  const others = mounts.filter(({ as }) => as !== "scratch").map(({ path }) => path);
  const between = mounts.flatMap(({ path }) => foldersAbove(path).filter((folder) => hasOuter(folder, scratch)));
  const added = [...new Set(between)].filter((folder) => !known.has(folder) && !hasOuter(folder, others));
  return [...mounts, ...added.map((path): Mount => ({ path, as: "scratch" }))].sort(
    (a, b) => depth(a.path) - depth(b.path),
  );
}

const foldersAbove = (path: string): readonly string[] => {
  const names = path.split("/").slice(1, -1);
  return names.map((_, at) => `/${names.slice(0, at + 1).join("/")}`);
};

const depth = (path: string): number => (path === "/" ? 0 : path.split("/").length);

const keepFirst = (mounts: readonly Mount[]): Mount[] => [
  ...new Map([...mounts].reverse().map((mount) => [mount.path, mount])).values(),
];
