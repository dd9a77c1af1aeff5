import type { DialectReader } from "./found.js";
import { fieldsOf, statusFound } from "./ralph-status.js";
import { readField } from "./values.js";

const companions = new Set(["NONCE", "EXIT_OVERRIDE", "EXIT_CONFIDENCE", "EXIT_REASON", "REMAINING_WORK"]);

/** A lone `EXIT_SIGNAL:` line, with the lines below it that go with one. */
export const readExitSignal: DialectReader = (lines, _, isTaken) =>
  [...lines.keys()].flatMap((at) => {
    if (isTaken(at)) return [];
    if (!/exit_signal/i.test(lines[at]?.text ?? "") || readField(lines[at]?.text ?? "")?.key !== "EXIT_SIGNAL")
      return [];
    let to = at;
    while (companions.has(readField(lines[to + 1]?.text ?? "")?.key ?? "")) to++;
    const fields = fieldsOf(lines.slice(at, to + 1));
    return [statusFound({ dialect: "exit-signal", from: at, to, fields, ignoredBecause: null })];
  });
