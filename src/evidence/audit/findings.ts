import type { Task } from "../../decide/tasks.js";
import type { PhantomKind } from "./audited-task.js";
import type { AuditedProject } from "./look-at-project.js";
import type { AuditedCommit } from "./read-history.js";

export interface AuditScene {
  readonly project: AuditedProject;
  /** The commits since the reference, the newest first. Empty without git. */
  readonly history: readonly AuditedCommit[];
  /** Every task of the list. */
  readonly tasks: readonly Task[];
  /** Commits that added or took away a word, the newest first. */
  commitsWith(word: string): Promise<readonly { readonly hash: string; readonly subject: string }[]>;
}

/** What speaks against a tick. */
export interface Doubt {
  readonly kind: PhantomKind;
  readonly why: string;
}

/** What was found for a task, and against it. */
export interface Findings {
  readonly shown: string[];
  readonly tested: string[];
  readonly doubts: Doubt[];
  /** What is gone, and may be gone for a reason. */
  readonly gone: string[];
  readonly files: Set<string>;
}
