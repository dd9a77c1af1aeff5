import { type Role, type Section, splitSections } from "./sections.js";

/** The text log of Codex: a header, then roles on lines of their own. The final message follows the token count. */
export function splitLog(text: string): readonly Section[] | undefined {
  const header = /^(\[[\dT:.Z-]{10,30}\] )?OpenAI Codex v/m.exec(text.slice(0, 2000));
  if (!header) return undefined;
  if (header[1]) return splitStampedLog(text);
  const sections = splitSections(text, "prompt", (line, previous) => {
    if (previous === "tokens used") return "agent";
    const role = codexRoles.get(line);
    return role ? { role, rest: "" } : line === "tokens used" ? { role: "thinking", rest: "" } : undefined;
  });
  return text.includes("\ntokens used") ? withoutDriver(sections) : sections;
}

/**
 * The token count is followed by the final message, or by its repetition if the log has it right before the count.
 * Anything else after a repetition was printed by the program that ran Codex.
 */
function withoutDriver(sections: readonly Section[]): readonly Section[] {
  const tail = sections.at(-1);
  const final = sections
    .slice(0, -1)
    .findLast(({ role, lines }) => role !== "thinking" && lines.join("").trim() !== "");
  if (tail?.role !== "agent" || final?.role !== "agent") return sections;
  const words = trimLines(final.lines);
  const start = tail.lines.findIndex((line) => line.trim() !== "");
  const isRepeated = start >= 0 && words.every((line, at) => tail.lines[start + at]?.trim() === line.trim());
  const own = isRepeated ? tail.lines.slice(0, start + words.length) : [];
  const rest = tail.lines.slice(own.length);
  return [
    ...sections.slice(0, -1),
    ...(isRepeated ? [{ ...tail, lines: own }] : []),
    { role: "tool-result", line: tail.line + own.length, lines: rest },
  ];
}

function trimLines(lines: readonly string[]): readonly string[] {
  const isWritten = (line: string): boolean => line.trim() !== "";
  return lines.slice(lines.findIndex(isWritten), lines.findLastIndex(isWritten) + 1);
}

/** The older format: every role after a time stamp, tool output under lines without a role. */
function splitStampedLog(text: string): readonly Section[] {
  return splitSections(text, "prompt", (line) => {
    const opened = /^\[[\dT:.Z-]{10,30}\] (.*)$/.exec(line)?.[1];
    if (opened === undefined) return undefined;
    if (/^user instructions/i.test(opened)) return { role: "prompt", rest: "" };
    return { role: codexRoles.get(opened) ?? "tool-result", rest: "" };
  });
}

const codexRoles = new Map<string, Role>([
  ["user", "prompt"],
  ["codex", "agent"],
  ["assistant", "agent"],
  ["thinking", "thinking"],
  ["exec", "tool-result"],
  ["tool", "tool-result"],
  ["file update:", "tool-result"],
  ["file update", "tool-result"],
  ["apply_patch", "tool-result"],
  ["plan update", "thinking"],
]);
