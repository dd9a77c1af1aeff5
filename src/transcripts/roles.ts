import type { Message, Overheard } from "../core/transcript.js";

type Role = "agent" | "prompt" | "tool-result" | "thinking";

interface Section {
  readonly role: Role;
  readonly line: number;
  readonly lines: string[];
}

/** A plain log with roles, taken apart: only what stands under the agent's role is the agent's. */
export function splitRoles(
  text: string,
): { messages: readonly Message[]; overheard: readonly Overheard[] } | undefined {
  const sections = codexLog(text) ?? labelledLog(text) ?? iterationLog(text);
  if (!sections) return undefined;
  const messages: Message[] = [];
  const overheard: Overheard[] = [];
  for (const { role, line, lines } of sections) {
    const words = lines.join("\n");
    if (words.trim() === "") continue;
    if (role === "agent") messages.push({ text: words, line });
    else overheard.push({ source: role, text: words, line });
  }
  return { messages, overheard };
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

/** Codex's own text log: a header, then a role alone on its line; after the token count comes the final message. */
function codexLog(text: string): readonly Section[] | undefined {
  if (!text.includes("OpenAI Codex v")) return undefined;
  const header = /^(\[[\dT:.Z-]{10,30}\] )?OpenAI Codex v/m.exec(text.slice(0, 2000));
  if (!header) return undefined;
  if (header[1]) return stampedCodexLog(text);
  return splitSections(text, "prompt", (line, previous) => {
    if (previous === "tokens used") return "agent";
    const role = codexRoles.get(line);
    return role ? { role, rest: "" } : line === "tokens used" ? { role: "thinking", rest: "" } : undefined;
  });
}

/** Its older form: every role behind a time stamp, the tools' output under lines that name no role. */
function stampedCodexLog(text: string): readonly Section[] {
  return splitSections(text, "prompt", (line) => {
    const opened = /^\[[\dT:.Z-]{10,30}\] (.*)$/.exec(line)?.[1];
    if (opened === undefined) return undefined;
    if (/^user instructions/i.test(opened)) return { role: "prompt", rest: "" };
    return { role: codexRoles.get(opened) ?? "tool-result", rest: "" };
  });
}

const label =
  /^(?:#{1,4}\s*|\*\*|\[)?(user|human|assistant|agent|claude|ai|system|tool|tool result)(?:\*\*|\])?\s*:\s?(?:\*\*)?(.*)$|^#{1,4}\s+\W*(user|human|assistant|agent|claude|system|tool|tool result)\W*$/i;
const nameIn = (match: RegExpExecArray): string => (match[1] ?? match[3] ?? "").toLowerCase();
const agentLabels = new Set(["assistant", "agent", "claude", "ai"]);

/** `User: …`, `Assistant: …`: believed only where both sides are named. */
function labelledLog(text: string): readonly Section[] | undefined {
  if (!/^.{0,8}(?:assistant|agent|claude|ai)\b/im.test(text)) return undefined;
  const names = new Set<string>();
  for (const line of text.split("\n")) {
    const match = label.exec(line);
    const name = match && nameIn(match);
    if (name) names.add(agentLabels.has(name) ? "agent" : "other");
  }
  if (names.size < 2) return undefined;
  return splitSections(text, "prompt", (line) => {
    const match = label.exec(line);
    if (!match) return undefined;
    const name = nameIn(match);
    const role = agentLabels.has(name) ? "agent" : name.startsWith("tool") ? "tool-result" : "prompt";
    return { role, rest: match[2] ?? "" };
  });
}

const iterationHeader =
  /^[^\w\n]{0,12}(?:ralph\s+)?(?:iteration|loop)\s+#?(\d{1,5})(?:\s*(?:\/|of)\s*\d+)?(?:\s*\([^)]*\))?[^\w\n]*$/i;

/** A log of several iterations: the last one is this one, the others are earlier messages. */
function iterationLog(text: string): readonly Section[] | undefined {
  if (!/(?:iteration|loop)\s+#?\d/i.test(text)) return undefined;
  const numbers = new Set<number>();
  for (const line of text.split("\n")) {
    const number = iterationHeader.exec(line)?.[1];
    if (number) numbers.add(Number(number));
  }
  if (numbers.size < 2) return undefined;
  return splitSections(text, "agent", (line) => (iterationHeader.test(line) ? { role: "agent", rest: "" } : undefined));
}

type Opens = (line: string, previous: string) => { role: Role; rest: string } | "agent" | undefined;

function splitSections(text: string, first: Role, opens: Opens): readonly Section[] {
  const sections: Section[] = [{ role: first, line: 1, lines: [] }];
  let previous = "";
  for (const [at, line] of text.split("\n").entries()) {
    const opened = opens(line.trimEnd(), previous);
    if (opened === "agent") sections.push({ role: "agent", line: at + 2, lines: [] });
    else if (opened)
      sections.push({
        role: opened.role,
        line: opened.rest ? at + 1 : at + 2,
        lines: opened.rest ? [opened.rest] : [],
      });
    else sections.at(-1)?.lines.push(line);
    previous = line.trimEnd();
  }
  return sections;
}
