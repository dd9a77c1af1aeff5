import type { DialectReader, Found } from "./found.js";
import { fieldsOf, statusFound } from "./ralph-status.js";
import { readField } from "./values.js";

const keys = new Set(["EXIT_STATUS", "EXIT_REASON", "REMAINING_WORK", "EXIT_CONFIDENCE", "EXIT_OVERRIDE", "NONCE"]);

/** `EXIT_STATUS:` with the lines of its kind around it. */
export const readExitStatus: DialectReader = (lines) => {
  const isOurs = (at: number): boolean => keys.has(readField(lines[at]?.text ?? "")?.key ?? "");
  const found: Found[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (!isOurs(at)) continue;
    let to = at;
    while (isOurs(to + 1)) to++;
    const fields = fieldsOf(lines.slice(at, to + 1));
    if (fields["EXIT_STATUS"] !== undefined)
      found.push(statusFound({ dialect: "exit-status", from: at, to, fields, ignoredBecause: null }));
    at = to;
  }
  return found;
};
