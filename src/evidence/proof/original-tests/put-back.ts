import { digest, pathJoin } from "../../../lib/files/folder.js";
import { textInside } from "../../../lib/files/unlinked.js";
import { openRepository } from "../../../lib/git/git.js";
import type { Baseline } from "../../baseline.js";
import { type Changes, type FileChange, realChanges } from "../../workspace/changes.js";
import { matchesGlob } from "../../workspace/glob.js";
import type { FileState } from "../../workspace/workspace-state.js";
import { isMixedConfig, type Measure, restoreConfig } from "./measures.js";
import { restoreTestLines } from "./test-lines.js";

/** A file that is put back as it was at the start; null: it was not there. */
export interface PutBack {
  readonly root: string;
  readonly path: string;
  readonly measure: Exclude<Measure, null>;
  readonly content: Uint8Array | string | null;
  /** It was not there at the start. */
  readonly isNew?: true;
  /** Only its tests are put back: its code, which changed, too, is the work. */
  readonly isPart?: true;
  /** A link: its content is where it leads. */
  readonly isLink?: true;
  /** As it was; absent: as it is now. */
  readonly isExecutable?: boolean;
  /** New, and in place of something installed: in again where tests do not load without it. */
  readonly standsIn?: true;
}

/** By what is put back where, for telling whether it is the same. */
export const digestPutBack = (files: readonly PutBack[]): string =>
  digest(
    JSON.stringify(
      files.map(({ content, ...file }) => [
        file,
        typeof content === "string" || content === null ? content : Buffer.from(content).toString("base64"),
      ]),
    ),
  );

export interface PutBackOptions {
  readonly measure: (path: string) => Measure;
  /** Whether a new file stands in for something installed. */
  readonly standsIn?: (path: string) => boolean;
  /** Files that may stay as the agent left them. */
  readonly allow: readonly string[];
  readonly allowRemoved: readonly string[];
}

/** What has to be put back so that the work is measured as at the start: changed tests and configuration. */
export async function findPutBacks(
  changes: Changes,
  { texts }: Pick<Baseline, "texts">,
  options: PutBackOptions,
): Promise<readonly PutBack[]> {
  // Blanks are compared, too: a test may be about them.
  const files = changes.files.filter((change) => isMeasured(change, options));
  const both = changes.files.filter((change) => !files.includes(change) && mayHoldTests(change, options));
  const held = await heldContents([...files, ...both]);
  const known = { texts, held, options };
  return [
    ...files.flatMap((change) => putBack(change, known)),
    ...both.flatMap((change) => putBackTests(change, known) ?? []),
  ];
}

const mayHoldTests = ({ path, kind }: FileChange, { allow }: PutBackOptions): boolean =>
  kind === "modified" && /\.(?:rs|[cm]?[jt]sx?)$/.test(path) && !isAllowed(path, allow);

/** Of a file that is code and tests at once, the tests. */
function putBackTests({ root, path, before }: FileChange, { texts, held }: OldContents): PutBack | null {
  const full = pathJoin(root, path);
  const [old, now] = [texts[full] ?? held.get(before?.hash ?? ""), textInside(root, path)];
  if (old === undefined || now === null) return null;
  const restored = restoreTestLines(path, typeof old === "string" ? old : Buffer.from(old).toString("utf8"), now);
  if (!restored) return null;
  return { root, path, measure: "test", content: restored.text, ...(restored.hasWork ? { isPart: true } : {}) };
}

/** Some changed files as they were at the start; null if the content of one is not known any more. */
export const findFilesOfStart = (
  changes: Changes,
  baseline: Pick<Baseline, "texts">,
  isWanted: (path: string) => boolean,
): Promise<readonly PutBack[] | null> =>
  findStartFiles(
    {
      ...changes,
      // Blanks count in data, too.
      files: changes.files
        .filter(({ path, from }) => isWanted(path) || (from !== null && isWanted(from)))
        .map((change) => ({ ...change, cosmetic: false })),
    },
    baseline,
  );

/** All that changed since the start, as it was then; null if the content of a file is not known any more. */
export async function findStartFiles(
  changes: Changes,
  { texts }: Pick<Baseline, "texts">,
): Promise<readonly PutBack[] | null> {
  const files = realChanges(changes);
  const held = await heldContents(files);
  const gone: PutBack[] = [];
  const old: PutBack[] = [];
  for (const { root, path, from, kind, before } of files) {
    if (kind === "added" || from !== null) gone.push({ root, path, measure: "test", content: null });
    if (kind === "added") continue;
    const content = texts[pathJoin(root, from ?? path)] ?? held.get(before?.hash ?? "");
    if (content === undefined) return null;
    old.push({ root, path: from ?? path, measure: "test", content });
  }
  return [...gone, ...old]; // In this order: a link may stand where a folder was.
}

const isAllowed = (path: string, allow: readonly string[]): boolean => allow.some((glob) => matchesGlob(path, glob));

function isMeasured({ path, from, before, now }: FileChange, { measure, allow }: PutBackOptions): boolean {
  if (isAllowed(path, allow)) return false;
  return measureEntry(path, now, measure) !== null || measureEntry(from ?? path, before, measure) !== null;
}

/** A link may stand for a folder of tests. */
const measureEntry = (path: string, state: FileState | null, measure: PutBackOptions["measure"]): Measure =>
  measure(path) ?? (state?.mode === "120000" ? measure(`${path}/`) : null);

interface OldContents {
  readonly texts: Baseline["texts"];
  readonly held: ReadonlyMap<string, Uint8Array>;
  readonly options: PutBackOptions;
}

function putBack(change: FileChange, { texts, held, options }: OldContents): readonly PutBack[] {
  const { root, path, from, kind, before, now } = change;
  const measure = measureEntry(path, now, options.measure);
  // What was not there did not rule the tests of the start.
  const isNew = { root, path, content: null, isNew: true } as const;
  if (kind === "added") return measure === null ? [] : leaveOut({ ...isNew, measure }, options);
  const oldPath = from ?? path;
  const oldMeasure = measureEntry(oldPath, before, options.measure);
  const full = pathJoin(root, oldPath);
  const content = texts[full] ?? held.get(before?.hash ?? "");
  const isRemoved = (kind === "deleted" || kind === "renamed") && isAllowed(oldPath, options.allowRemoved);
  const gone: readonly PutBack[] = kind === "renamed" && measure !== null ? [{ ...isNew, measure }] : [];
  if (oldMeasure === null || content === undefined || isRemoved || kind === "mode") return gone;
  const restored =
    oldMeasure === "config" && before?.mode !== "120000"
      ? restoreFrom(oldPath, content, textInside(root, oldPath))
      : content;
  const isLink = before?.mode === "120000" ? ({ isLink: true } as const) : {};
  return restored === null
    ? gone
    : [...gone, { root, path: oldPath, measure: oldMeasure, content: restored, ...isLink }];
}

/** Of a new file that holds much else, only what it says about tests is left out. */
function leaveOut(file: PutBack, { standsIn }: PutBackOptions): readonly PutBack[] {
  if (standsIn?.(file.path)) return [{ ...file, standsIn: true }];
  if (file.measure !== "config" || !isMixedConfig(file.path)) return [file];
  const now = textInside(file.root, file.path);
  const rest = restoreConfig(file.path, "", now);
  return rest === now ? [] : [{ ...file, content: rest }];
}

/** Null where what counts of it has not changed. */
function restoreFrom(path: string, content: Uint8Array | string, now: string | null): string | null {
  const old = typeof content === "string" ? content : Buffer.from(content).toString("utf8");
  const restored = restoreConfig(path, old, now);
  return restored === now ? null : restored;
}

async function heldContents(changes: readonly FileChange[]): Promise<ReadonlyMap<string, Uint8Array>> {
  const contents = new Map<string, Uint8Array>();
  for (const root of new Set(changes.map((change) => change.root))) {
    const repository = await openRepository(root);
    if (!repository.ok) continue;
    const hashes = changes.flatMap((change) => (change.root === root ? (change.before?.hash ?? []) : []));
    for (const [hash, bytes] of await repository.blobs(hashes)) contents.set(hash, bytes);
  }
  return contents;
}
