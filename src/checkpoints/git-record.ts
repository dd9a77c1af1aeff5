import { tryParseJson } from "../base/try-parse-json.js";

/** What a resumed run needs to know about the repository. */
export interface GitRecord {
  readonly version: 1;
  /** Paths that were dirty when the run began; null without checkpoints. */
  readonly dirty: readonly string[] | null;
  /** The root of the run's worktree. */
  readonly worktree: string | null;
}

/** Null if damaged or in another format. */
export function readGitRecord(json: string): GitRecord | null {
  const value = tryParseJson(json);
  if (typeof value !== "object" || value === null || !("version" in value) || value.version !== 1) return null;
  const dirty = "dirty" in value ? value.dirty : null;
  const worktree = "worktree" in value ? value.worktree : null;
  if (dirty !== null && !isTexts(dirty)) return null;
  if (worktree !== null && typeof worktree !== "string") return null;
  return { version: 1, dirty, worktree };
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === "string");
