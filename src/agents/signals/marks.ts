import { dialects } from "./dialects.js";
import { judgeMarks } from "./judge.js";

/** The tokens to search for in every byte of an output. */
export const marks: readonly string[] = unique([...dialects.flatMap((dialect) => dialect.marks), ...judgeMarks]);

const inText = unique([...marks, ...dialects.flatMap(({ marksInText = [] }) => marksInText)]);
/** If one token contains another, searching for the shorter finds both. */
const shortest = inText.filter((token) => !inText.some((other) => other !== token && token.includes(other)));

/** A cheap test whether a text may contain a signal at all. */
export const mayCarrySignal = new RegExp(shortest.join("|"), "i");

function unique(tokens: readonly string[]): readonly string[] {
  return [...new Set(tokens)];
}
