import type { TestRun } from "../../src/evidence/test-output/test-run.js";

/** What a runner prints, in our own words, and what must be read in it. */
export interface Sample {
  readonly title: string;
  /** More than one where an earlier part is a whole output by itself, as with runs that follow each other. */
  readonly parts: readonly string[];
  readonly exitCode: number | null;
  readonly wants: Partial<Omit<TestRun, "failures">> & {
    readonly failures?: readonly Partial<TestRun["failures"][number]>[];
  };
}

export function sample(
  title: string,
  text: string | readonly string[],
  wants: Sample["wants"],
  exitCode: number | null = null,
): Sample {
  return { title, parts: typeof text === "string" ? [text] : text, exitCode, wants };
}

export const textOf = ({ parts }: Sample): string => parts.join("");
