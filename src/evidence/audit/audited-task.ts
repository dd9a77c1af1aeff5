/** What stands behind a tick: a test speaks of it, it is there, it is not there, or nothing can be said. */
export const auditVerdicts = ["verified", "tested", "shown", "phantom", "unknown"] as const;
export type AuditVerdict = (typeof auditVerdicts)[number];

/** Why nothing stands behind it. */
export const phantomKinds = [
  ...(["file-missing", "file-empty", "symbol-missing", "dead-code"] as const),
  ...(["test-missing", "only-comment", "other-task", "reverted"] as const),
] as const;
export type PhantomKind = (typeof phantomKinds)[number];

/** A ticked task, with what was found for and against it. */
export interface AuditedTask {
  readonly id: string;
  readonly title: string;
  readonly line: number | null;
  readonly verdict: AuditVerdict;
  readonly kind: PhantomKind | null;
  /** What was found, in words; for a phantom first what is missing. */
  readonly evidence: readonly string[];
  /** Files that show it, or that it names. */
  readonly files: readonly string[];
  /** Commits that name it. */
  readonly commits: readonly string[];
}
