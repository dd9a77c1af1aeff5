import type { MessageLine } from "../lines.js";

/** A command at a prompt, or a line that names a tool: what follows up to the next blank line is its output. */
const commandLine = /^(?:\$ \S|> ?tool\b ?[:(])/i;

/**
 * Where the agent's own last words begin: after the last tool call in a log and its output. Anything written before a
 * tool ran was written without knowing its result.
 */
export function findOwnWords(lines: readonly MessageLine[]): number {
  const joined = lines.findLastIndex(({ text, fence }) => fence === null && isJoined(text)) + 1;
  return Math.max(joined, afterLastTool(lines));
}

/** Some logs run messages together: "Let me check the list:## Summary". The last message begins with that heading. */
const isJoined = (text: string): boolean => text.includes("## ") && joinedHeading.test(text);
const joinedHeading = /[a-z)`][.!?:]#{2,3} [A-Z][^.!?:]{2,60}$/;

function afterLastTool(lines: readonly MessageLine[]): number {
  const last = lines.findLastIndex((line, at) => line.tool === "call" || isCommand(lines, at));
  const call = lines[last];
  if (!call) return 0;
  let from = last + 1;
  if (call.tool !== "call") while (from < lines.length && lines[from]?.text.trim() !== "") from++;
  return from;
}

/** "To run it:" above a command is an explanation, not a call. */
function isCommand(lines: readonly MessageLine[], at: number): boolean {
  const line = lines[at];
  if (!line || line.fence !== null || !commandLine.test(line.text)) return false;
  return !/[:：]\s*$/.test(lines.slice(Math.max(0, at - 2), at).findLast(({ text }) => text.trim() !== "")?.text ?? "");
}
