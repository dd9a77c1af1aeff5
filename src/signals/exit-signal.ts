import type { DialectReader, Found } from "./found.js";
import { fieldsOf, statusFound } from "./ralph-status.js";
import { readField } from "./values.js";

const companions = new Set(["NONCE", "EXIT_OVERRIDE", "EXIT_CONFIDENCE", "EXIT_REASON", "REMAINING_WORK"]);

/** A lone `EXIT_SIGNAL:` line, with the lines below it that go with one. */
export const readExitSignal: DialectReader = (lines, marked) => {
  const found: Found[] = [];
  for (const at of marked) {
    if (readField(lines[at]?.text ?? "")?.key !== "EXIT_SIGNAL") continue;
    let to = at;
    while (companions.has(readField(lines[to + 1]?.text ?? "")?.key ?? "")) to++;
    const fields = fieldsOf(lines.slice(at, to + 1));
    found.push(statusFound({ dialect: "exit-signal", from: at, to, fields, ignoredBecause: null }));
  }
  return found;
};
