import { matchesGlob } from "../../workspace/glob.js";

export type SuspicionKind =
  | "deleted"
  | "skipped"
  | "emptied"
  | "focused"
  | "assertions"
  | "check-weakened"
  | "ticked"
  | "protected"
  | "sign"
  | "edited";

/** Something done to what the work is measured by. A veto keeps the run from completion, the rest is only told. */
export interface Suspicion {
  readonly kind: SuspicionKind;
  readonly file: string;
  /** In the file as it is now, or as it was at the start where it is gone. */
  readonly line: number | null;
  readonly what: string;
  readonly veto: boolean;
  /** The tests it is about, by title; absent where it is about the whole file or about no test. */
  readonly tests?: readonly string[];
}

export const formatSuspicion = ({ file, line, what }: Suspicion): string =>
  `${file}${line === null ? "" : `:${line}`}: ${what}`;

/** Whether the user allows it: by its kind, by its path, or by both ("skipped:test/slow/**"). */
export function isAllowed({ kind, file }: Pick<Suspicion, "kind" | "file">, allow: readonly string[]): boolean {
  return allow.some((entry) => {
    const [, of, glob] = /^([a-z-]+):(.+)$/.exec(entry) ?? [];
    if (of !== undefined && glob !== undefined) return of === kind && matchesGlob(file, glob);
    return entry === kind || matchesGlob(file, entry);
  });
}
