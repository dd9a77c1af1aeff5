import type { DialectReader } from "./found.js";
import { fieldsOf, statusFound } from "./ralph-status.js";
import { readField } from "./values.js";

/** A lone `EXIT_SIGNAL:` line, with a `NONCE:` line below it where a run asks for one. */
export const readExitSignal: DialectReader = (lines) =>
  [...lines.keys()].flatMap((at) => {
    if (!/exit_signal/i.test(lines[at]?.text ?? "") || readField(lines[at]?.text ?? "")?.key !== "EXIT_SIGNAL")
      return [];
    const to = readField(lines[at + 1]?.text ?? "")?.key === "NONCE" ? at + 1 : at;
    const fields = fieldsOf(lines.slice(at, to + 1));
    return [statusFound({ dialect: "exit-signal", from: at, to, fields, ignoredBecause: null })];
  });
