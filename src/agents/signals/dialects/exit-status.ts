import type { DialectDefinition, DialectReader, FoundSignal } from "./found.js";
import { readFields } from "./ralph-status.js";
import { statusFound } from "./status-found.js";
import { readField } from "./values.js";

const keys = new Set(["EXIT_STATUS", "EXIT_REASON", "REMAINING_WORK", "EXIT_CONFIDENCE", "EXIT_OVERRIDE", "NONCE"]);

/** `EXIT_STATUS:` with the related lines around it. */
const readExitStatus: DialectReader = (lines, marked) => {
  const keyAt = (at: number): string => readField(lines[at]?.text ?? "")?.key ?? "";
  const found: FoundSignal[] = [];
  let last = -1;
  for (const at of marked) {
    if (at <= last || keyAt(at) !== "EXIT_STATUS") continue;
    let from = at;
    while (from > 0 && keys.has(keyAt(from - 1))) from--;
    last = at;
    while (keys.has(keyAt(last + 1))) last++;
    const fields = readFields(lines.slice(from, last + 1));
    found.push(statusFound({ dialect: "exit-status", from, to: last, fields, ignoredBecause: null }));
  }
  return found;
};

export const exitStatus: DialectDefinition = {
  name: "exit-status",
  marks: ["exit_status"],
  read: readExitStatus,
};
