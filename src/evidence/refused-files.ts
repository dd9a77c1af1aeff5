import { testFile } from "../decide/check-comparison.js";
import { digest, isThere, pathJoin, textAt } from "../lib/files/folder.js";
import type { Baseline } from "./baseline.js";
import { isWatched } from "./checks/honest-tests/texts.js";
import type { CheckResult } from "./checks/tests/judge-run.js";
import { findPutBacks, findStartFiles, type PutBackOptions } from "./proof/original-tests/put-back.js";
import { isSamePath } from "./proof/test-state.js";
import { type Changes, type FileChange, realChanges } from "./workspace/changes.js";
import type { FileState, RootState } from "./workspace/workspace-state.js";

/** A test, or a file that rules how tests are run, as a run refused it, and as it was before that run. */
export interface RefusedFile {
  /** As seen from the root of the work. */
  readonly path: string;
  /** The digest of the refused content; null: it was deleted. */
  readonly refused: string | null;
  /** Null: it was not there. */
  readonly old: { readonly text: string; readonly state: FileState } | null;
}

const maxFiles = 200;

/** The measured files that are not as they were at the start of the run. New tests are not among them. */
export async function findRefusedFiles(
  changes: Changes,
  baseline: Baseline,
  { run, measure }: { readonly run: readonly string[]; readonly measure: PutBackOptions["measure"] },
): Promise<readonly RefusedFile[]> {
  const root = baseline.state.roots[0]?.path;
  const putBack = await findPutBacks(changes, baseline, { measure, allow: [], allowRemoved: [] });
  const paths = new Set(putBack.map(({ path }) => path));
  const isMeasured = ({ path, from, kind }: FileChange): boolean =>
    paths.has(path) || (from !== null && paths.has(from)) || (kind !== "added" && isWatched(from ?? path, run));
  const files = realChanges(changes).filter((change) => change.root === root && isMeasured(change));
  const found: RefusedFile[] = [];
  for (const change of files.slice(0, maxFiles))
    for (const { path, content } of (await findStartFiles({ ...changes, files: [change] }, baseline)) ?? []) {
      const text = content === null || typeof content === "string" ? content : readText(content);
      if (content !== null && (text === null || change.before === null)) continue;
      const old = text === null || change.before === null ? null : { text, state: change.before };
      found.push({ path, refused: digestAt(pathJoin(change.root, path)), old });
    }
  return found;
}

/** Null for what is no text. */
function readText(bytes: Uint8Array): string | null {
  const buffer = Buffer.from(bytes);
  return buffer.subarray(0, 8192).includes(0) ? null : buffer.toString("utf8");
}

const digestAt = (path: string): string | null => (isThere(path) ? digest(textAt(path) ?? "") : null);

/** Those that still have the content that was refused. */
export const findStanding = (files: readonly RefusedFile[], root: RootState): readonly RefusedFile[] =>
  files.filter(({ path, refused }) => digestAt(pathJoin(root.path, path)) === refused);

/** A start at which these files were as before the run that refused them: what was refused shows as a change. */
export function withOlderFiles(baseline: Baseline, older: readonly RefusedFile[]): Baseline {
  const [root, ...others] = baseline.state.roots;
  if (!root || older.length === 0) return baseline;
  const files = new Map(Object.entries(root.files));
  const gone = new Set(root.gone);
  const texts = new Map(Object.entries(baseline.texts));
  for (const { path, old } of older) {
    const full = pathJoin(root.path, path);
    if (old) {
      const { committed: _, ...state } = old.state; // By another commit than that of now.
      files.set(path, state);
      gone.delete(path);
      texts.set(full, old.text);
    } else {
      if (!files.delete(path)) gone.add(path);
      texts.delete(full);
    }
  }
  const start = { ...root, files: Object.fromEntries(files), gone: [...gone] };
  return {
    ...baseline,
    state: { ...baseline.state, roots: [start, ...others], snapshot: null },
    texts: Object.fromEntries(texts),
  };
}

/** Failing tests by the check that names them. */
export type FailingTests = Readonly<Record<string, readonly string[]>>;

const isIn = (test: string, files: readonly RefusedFile[]): boolean =>
  files.some(({ path }) => isSamePath(testFile(test) ?? test, path));

/** The tests of these files that failed. What tests compare with is in no test's name: then all that failed count. */
export function findFailingIn(files: readonly RefusedFile[], checks: readonly CheckResult[]): FailingTests {
  const found = checks.map(({ name, failing }) => {
    const own = failing.filter((test) => isIn(test, files));
    return [name, own.length > 0 ? own : failing] as const;
  });
  return Object.fromEntries(found.filter(([, failing]) => failing.length > 0));
}

/** A start at which these tests failed: that they pass as they were refused is nobody's work. */
export function withOlderFailures(
  baseline: Baseline,
  failing: FailingTests,
  standing: readonly RefusedFile[],
): Baseline {
  if (standing.length === 0) return baseline;
  return { ...baseline, checks: baseline.checks.map((check) => withFailures(check, failing[check.name] ?? [])) };
}

function withFailures(check: CheckResult, failing: readonly string[]): CheckResult {
  const more = failing.filter((test) => !check.failing.includes(test));
  if (more.length === 0 || check.state === "unknown") return check;
  return {
    ...check,
    state: "fails",
    failing: [...check.failing, ...more],
    failed: check.failed === null ? null : check.failed + more.length,
    passed: check.passed === null ? null : Math.max(0, check.passed - more.length),
  };
}
