import type { TestFailure } from "./test-run.js";

type FailurePlace = Pick<TestFailure, "file" | "line">;

const place = /((?:[A-Za-z]:)?[^\s():'"`,[\]]{1,300}\.[A-Za-z]\w{0,9}):(\d{1,7})/;
const foreign = /node_modules|node:|internal\/|\/site-packages\/|\/vendor\/|\/gems\//;

/** The file and line in a stack line or message, unless it is third-party code. */
export function placeIn(text: string): FailurePlace | undefined {
  const found = place.exec(text.length > 600 ? text.slice(0, 600) : text);
  if (!found || foreign.test(text)) return undefined;
  return { file: (found[1] ?? "").replace(/^file:\/\//, ""), line: Number(found[2]) };
}
