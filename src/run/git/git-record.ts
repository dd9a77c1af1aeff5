import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";
import type { CloneBase } from "./own-clone.js";

/** What a resumed run needs to know about the repository. */
export interface GitRecord {
  readonly version: 1;
  /** Paths that were dirty when the run began; null without checkpoints. */
  readonly dirty: readonly string[] | null;
  /** The root of the run's worktree. */
  readonly worktree: string | null;
  /** What the worktree is, where it is a clone that never held some files. */
  readonly clone?: CloneBase;
}

/** Null if damaged or in another format. */
export function readGitRecord(json: string): GitRecord | null {
  const value = tryParseJson(json);
  if (typeof value !== "object" || value === null || !("version" in value) || value.version !== 1) return null;
  const dirty = "dirty" in value ? value.dirty : null;
  const worktree = "worktree" in value ? value.worktree : null;
  if (dirty !== null && !isTexts(dirty)) return null;
  if (worktree !== null && typeof worktree !== "string") return null;
  const clone = "clone" in value && isCloneBase(value.clone) ? { clone: value.clone } : {};
  return { version: 1, dirty, worktree, ...clone };
}

const isCloneBase = (value: unknown): value is CloneBase =>
  isRecord(value) &&
  typeof value["base"] === "string" &&
  typeof value["root"] === "string" &&
  isTexts(value["without"]);

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === "string");
