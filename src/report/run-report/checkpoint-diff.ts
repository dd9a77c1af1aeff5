/** What one iteration changed. */
export interface CheckpointDiff {
  /** Its checkpoint; null where only the snapshots around the turn know it. */
  readonly commit: string | null;
  readonly files: readonly { readonly path: string; readonly added: number | null; readonly removed: number | null }[];
  /** Cut at a limit; `cut` says how many characters are missing. */
  readonly patch: string;
  readonly cut: number;
}
