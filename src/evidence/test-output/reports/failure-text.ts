import { cleanText } from "../../../lib/text/clean-text.js";
import { placeIn } from "../places.js";
import type { TestFailure } from "../test-run.js";

/** The first line of a message with a stack trace, and the place in the trace. */
export function messageAndPlace(text: string | null): Omit<TestFailure, "name"> {
  const lines = cleanText(text ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const place = lines.map((line) => placeIn(line)).find((found) => found !== undefined);
  return { message: lines[0] ?? null, file: place?.file ?? null, line: place?.line ?? null };
}
