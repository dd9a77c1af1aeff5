import type { DialectDefinition, DialectReader, FoundSignal } from "./found.js";
import { readFields } from "./ralph-status.js";
import { statusFound } from "./status-found.js";
import { readField } from "./values.js";

const companions = new Set(["NONCE", "EXIT_OVERRIDE", "EXIT_CONFIDENCE", "EXIT_REASON", "REMAINING_WORK"]);

/** Decoration in front of a line: a heading, a number, a sign, a box or a tick. */
const decoration = /^\s*(?:#{1,6}\s+|\d{1,2}[.)]\s+|\[[ xX]\]\s+|[^\w\s>|+<{["'`-]{1,3}\s*|`)+/u;

/** A lone `EXIT_SIGNAL:` line and the related lines below it. A decorated one can only say "no". */
const readExitSignal: DialectReader = (lines, marked) => {
  const found: FoundSignal[] = [];
  for (const at of marked) {
    const text = lines[at]?.text ?? "";
    if (readField(text)?.key === "EXIT_SIGNAL") {
      let to = at;
      while (companions.has(readField(lines[to + 1]?.text ?? "")?.key ?? "")) to++;
      const fields = readFields(lines.slice(at, to + 1));
      found.push(statusFound({ dialect: "exit-signal", from: at, to, fields, ignoredBecause: null }));
      continue;
    }
    const plain = readField(text.replace(decoration, "").replace(/[`\s]+$/, ""));
    if (plain?.key !== "EXIT_SIGNAL") continue;
    const fields = { [plain.key]: plain.value };
    const status = statusFound({ dialect: "exit-signal", from: at, to: at, fields, ignoredBecause: null });
    const ignoredBecause = status.says === "continue" ? null : "it is a heading, not an answer";
    found.push({ ...status, ignoredBecause });
  }
  return found;
};

export const exitSignal: DialectDefinition = {
  name: "exit-signal",
  marks: ["exit_signal"],
  read: readExitSignal,
};
