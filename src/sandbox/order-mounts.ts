import type { Mount } from "./sandbox.js";

/** What a sandbox shows and hides, before overlaps are resolved. */
export interface Wanted {
  readonly write: readonly string[];
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
export function orderMounts({ write, read, protect, hide, scratch }: Wanted): readonly Mount[] {
  const writable = new Set(write);
  const isWritable = (path: string): boolean => hasOuter(path, writable);
  const shown = [
    ...write.map((path): Mount => ({ path, as: "write" })),
    ...protect.filter(isWritable).map((path): Mount => ({ path, as: "read" })),
    ...read.filter((path) => !isWritable(path) || hasOuter(path, hide)).map((path): Mount => ({ path, as: "read" })),
  ];
  const paths = new Set(shown.map(({ path }) => path));
  const hidden = hide.filter((path) => hasOuter(path, paths)).map((path): Mount => ({ path, as: "empty" }));
  const rooms = scratch.filter((path) => !paths.has(path)).map((path): Mount => ({ path, as: "scratch" }));
  return keepFirst([...hidden, ...shown, ...rooms]).sort((a, b) => depth(a.path) - depth(b.path));
}

/** Whether a path is one of these folders, or in one. */
export const hasOuter = (path: string, folders: Iterable<string>): boolean =>
  [...folders].some((folder) => path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`));

const depth = (path: string): number => (path === "/" ? 0 : path.split("/").length);

const keepFirst = (mounts: readonly Mount[]): Mount[] => [
  ...new Map([...mounts].reverse().map((mount) => [mount.path, mount])).values(),
];
