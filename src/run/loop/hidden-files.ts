import type { Evidence } from "../../decide/evidence.js";
import type { Gathered } from "../../evidence/gathered.js";

/** What a turn did at paths that belong to hidden checks; it is undone already. */
export interface TouchedHidden {
  /** Files that it wrote there. */
  readonly written: readonly string[];
  /** Files of which it committed a deletion, or another content. */
  readonly committed: readonly string[];
  readonly problems: readonly string[];
}

/** Looks at the paths of hidden checks after a turn. */
export interface HiddenWatch {
  /** Undoes what was done there, and says all that was in this iteration. */
  sweep(iteration: number): Promise<TouchedHidden>;
}

/** The name of the evidence. */
export const hiddenName = "hidden-files";

/** What was done at those paths is told to the agent, and its claim is refused. */
export function withHidden(seen: Gathered, touched: TouchedHidden | null): Gathered {
  const problems = touched?.problems ?? [];
  const told = touched ? describe(touched) : [];
  if (told.length + problems.length === 0) return seen;
  const detail = [...told, ...problems].join("; ");
  const evidence: Evidence = { name: hiddenName, state: "fails", now: "fails", required: true, detail };
  return {
    ...seen,
    evidence: [...seen.evidence, evidence],
    feedback: [...seen.feedback, ...(told.length > 0 ? [{ check: hiddenName, text: tellAgent(told) }] : [])],
    warnings: [...seen.warnings, ...problems],
  };
}

const describe = ({ written, committed }: TouchedHidden): readonly string[] => [
  ...(written.length > 0 ? [`${list(written)} ${written.length === 1 ? "was" : "were"} written and moved out`] : []),
  ...(committed.length > 0
    ? [
        `a commit changed ${list(committed)}, and another one on top puts ${committed.length === 1 ? "it" : "them"} back`,
      ]
    : []),
];

const list = (paths: readonly string[]): string =>
  paths.length > 3 ? `${paths.slice(0, 3).join(", ")} and ${paths.length - 3} more` : paths.join(", ");

const tellAgent = (told: readonly string[]): string =>
  `These paths belong to checks that you do not see, and are not yours to write, delete or commit: ${told.join("; ")}. Leave them alone; put your own files elsewhere.`;
