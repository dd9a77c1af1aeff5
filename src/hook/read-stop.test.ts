import { expect, it } from "vitest";
import { resolvePolicy } from "../decide/policies/policies.js";
import { readStop } from "./read-stop.js";

const { settings } = resolvePolicy("standard");
const read = (message: string | null, isAsked = false) => {
  const { report, claims } = readStop(message, { settings, now: 0, isAsked });
  return report.questions > 0 && report.claim !== "complete" ? "asks" : claims ? "claims" : report.claim;
};

it.each([
  ["The parser is finished and all tests pass. The task is complete.", "claims"],
  ["All done! Want me to open a pull request?", "claims"],
  ["The task is complete. Would you like me to write a changelog?", "claims"],
  ["Done. Should I also update the docs?", "claims"],
  // A report of a change says that what was asked for is done.
  ["I rewrote the parser.", "claims"],
  // A stop without a word against it asks to be believed.
  ["The parser reads dates by their first part.", "complete"],
  [null, "complete"],
  ["", "complete"],
  // These wait for an answer.
  ["All done. Which branch should I push to?", "asks"],
  ["The task is complete. Should I use JWT or sessions for the next one?", "asks"],
  ["I added the endpoint. Should it use JWT or sessions?", "asks"],
  ["Should I delete the old table?", "asks"],
  ["Shall I continue with T2?", "asks"],
  // Its own no stands.
  ["Still to do: the index.", "continue"],
])("%s: %s", (message, expected) => expect(read(message)).toBe(expected));

it.each([
  ["T1 is written. Shall I continue with T2?", "claims"],
  ["Would you like me to go ahead with the migration?", "complete"],
  ["Should I continue with T2 or T3?", "asks"],
  ["Which task comes next?", "asks"],
])("where a goal or a list says what comes next, %s: %s", (message, expected) =>
  expect(read(message, true)).toBe(expected),
);

it("reads a long message in no time", () => {
  const began = performance.now();
  readStop(`${"Would you like me to ".repeat(20_000)}?`, { settings, now: 0, isAsked: true });
  expect(performance.now() - began).toBeLessThan(2_000);
});
