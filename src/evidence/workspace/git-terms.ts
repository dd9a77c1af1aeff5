import type { Repository } from "../../lib/git/git.js";
import type { IgnoreTexts } from "./walk-work.js";
import type { RootState } from "./workspace-state.js";

export async function readTerms(repository: Repository): Promise<Terms> {
  const [excludes, index] = await Promise.all([repository.excludes(), repository.index()]);
  return { excludes, ...index };
}

export const termsOf = ({ sparse = [], withoutModes }: RootState, { excludes }: IgnoreTexts): Terms => ({
  ...{ excludes, sparse, hasModes: withoutModes !== true, names: [] },
});

export const keepTerms = ({ sparse, hasModes }: Terms): Pick<RootState, "sparse" | "withoutModes"> => ({
  ...(sparse.length > 0 ? { sparse } : {}),
  ...(hasModes ? {} : { withoutModes: true }),
});

/** What git says about a work tree besides its commits: asked once, at the start, before anybody has worked on it. */
export interface Terms {
  readonly excludes: string;
  readonly hasModes: boolean;
  /** What is staged counts, ignored or not. */
  readonly names: readonly string[];
  readonly sparse: readonly string[];
}
