import type { Message, Overheard } from "../../decide/transcript.js";
import { knownAgents } from "../known-agents.js";
import { type Section, splitSections } from "./sections.js";

/** Splits a plain log by role: only text under the agent's role is the agent's. */
export function splitRoles(
  text: string,
): { messages: readonly Message[]; overheard: readonly Overheard[] } | undefined {
  const sections = agentLog(text) ?? labelledLog(text) ?? iterationLog(text);
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

function agentLog(text: string): readonly Section[] | undefined {
  return knownAgents.find(({ log }) => log && text.includes(log.sign))?.log?.split(text);
}

const label =
  /^(?:#{1,4}\s*|\*\*|\[)?(user|human|assistant|agent|claude|ai|system|tool|tool result)(?:\*\*|\])?\s*:\s?(?:\*\*)?(.*)$|^#{1,4}\s+\W*(user|human|assistant|agent|claude|system|tool|tool result)\W*$/i;
const nameIn = (match: RegExpExecArray): string => (match[1] ?? match[3] ?? "").toLowerCase();
const agentLabels = new Set(["assistant", "agent", "claude", "ai"]);

/** `User: …`, `Assistant: …`: only accepted if both appear. */
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

/** A log of several iterations: the last is the current one, the others are earlier messages. */
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
