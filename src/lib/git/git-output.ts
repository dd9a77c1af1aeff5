/** An entry in git's tree. Mode `160000` is a submodule, and its hash a commit. */
export interface TreeEntry {
  readonly mode: string;
  readonly hash: string;
}

/** A path that differs from the last commit. `mode` is null if git does not report it. */
export interface DirtyPath {
  readonly path: string;
  readonly mode: string | null;
  readonly untracked: boolean;
}

export const text = (bytes: Buffer): string => bytes.toString("utf8");
export const records = (bytes: Buffer): readonly string[] => text(bytes).split("\0").filter(Boolean);

/** mode type hash TAB path */
export function readTreeLine(line: string): [string, TreeEntry] {
  const tab = line.indexOf("\t");
  const [mode = "", , hash = ""] = line.slice(0, tab).split(" ");
  return [line.slice(tab + 1), { mode, hash }];
}

/** `1` changed, `u` unmerged, `?` untracked; each has a different number of fields before the path. */
export function readStatusLine(line: string): readonly DirtyPath[] {
  const before = { "1": 8, u: 10, "?": 1 }[line[0] ?? ""];
  if (before === undefined) return [];
  const fields = line.split(" ");
  const path = fields.slice(before).join(" ");
  if (line[0] === "?") return [{ path, mode: null, untracked: true }];
  const mode = fields[line[0] === "1" ? 5 : 6] ?? "000000";
  return [{ path, mode: mode === "000000" ? null : mode, untracked: false }];
}

/** Repeated: name NEWLINE value NUL. The last one counts; values that are neither on nor off are left out. */
export const readSwitches = (bytes: Buffer): ReadonlyMap<string, boolean> =>
  new Map(
    records(bytes).flatMap((entry): readonly [string, boolean][] => {
      const [name = "", value = "true"] = entry.split("\n"); // A name alone is switched on.
      if (/^(?:true|yes|on|[1-9]\d*)$/i.test(value)) return [[name, true]];
      return /^(?:false|no|off|0|)$/i.test(value) ? [[name, false]] : [];
    }),
  );

/** Repeated: hash type size NEWLINE content NEWLINE */
export function readBatch(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    if (end < 0) break;
    const [hash = "", , size = ""] = bytes.subarray(at, end).toString("latin1").split(" ");
    const length = Number(size);
    if (!Number.isInteger(length)) break;
    found.set(hash, bytes.subarray(end + 1, end + 1 + length));
    at = end + 1 + length + 1;
  }
  return found;
}

/** What the index says: its paths, those that a sparse checkout leaves out, and whether files have modes here. */
export interface IndexState {
  readonly names: readonly string[];
  readonly sparse: readonly string[];
  readonly hasModes: boolean;
}

/** Reads `ls-files -t -z`, and `config -z` for the switches that say how it is meant. */
export function readIndex(files: Buffer | null, settings: Buffer | null): IndexState {
  const lines = files === null ? [] : records(files);
  const set = settings === null ? new Map<string, boolean>() : readSwitches(settings);
  const sparse = set.get("core.sparsecheckout") === true ? lines.filter((line) => line[0] === "S") : [];
  return {
    names: lines.map((line) => line.slice(2)),
    sparse: sparse.map((line) => line.slice(2)),
    hasModes: set.get("core.filemode") !== false,
  };
}

/** Tags and branches with their commits, and the branch at HEAD with its commit. */
export interface Refs {
  readonly head: string | null;
  readonly commit: string | null;
  readonly all: ReadonlyMap<string, string>;
}

/** Reads lines of `%(HEAD) %(objectname) %(refname)`, without our own branches. */
export function readRefs(out: Buffer): Refs {
  const all = new Map<string, string>();
  let head: Pick<Refs, "head" | "commit"> = { head: null, commit: null };
  for (const line of text(out).split("\n")) {
    const [, mark, commit = "", name = ""] = /^([* ]) (\S+) (.+)$/.exec(line) ?? [];
    if (mark === "*") head = { head: name, commit };
    if (name !== "" && !name.startsWith("refs/heads/untildone/")) all.set(name, commit);
  }
  return { ...head, all };
}
