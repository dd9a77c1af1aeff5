import { findFilesOfStart, type PutBack } from "../proof/original-tests/put-back.js";
import type { ReviewTerms, WorkToReview } from "./reviewing.js";

/** Files that coding agents take instructions, hooks or tools from, in any folder. */
const instructs =
  /(?:^|\/)(?:(?:CLAUDE|CLAUDE\.local|AGENTS|AGENTS\.override|GEMINI|QWEN|CONVENTIONS|CRUSH)\.md|\.mcp\.json|\.cursorrules|\.windsurfrules|\.clinerules|\.goosehints|\.aider\.conf\.yml|opencode\.jsonc?|kilo\.jsonc?)$|(?:^|\/)\.(?:claude|codex|gemini|qwen|opencode|kilo|cursor|copilot|cline|clinerules|factory|continue|pi|amp|agents|windsurf)\/|(?:^|\/)\.github\/(?:copilot-instructions\.md$|instructions\/|agents\/|prompts\/)/i;

export const isAgentInstruction = (path: string): boolean => instructs.test(path);

/**
 * What the work changed of the instructions for agents, as it was before: a reviewer that starts in the copy would obey
 * the very work it judges. Null where that is not known any more.
 */
export async function findInstructions(
  { seen }: WorkToReview,
  { baseline }: Pick<ReviewTerms, "baseline">,
): Promise<readonly PutBack[] | null> {
  if (!seen.sinceStart || !baseline) return [];
  return findFilesOfStart(seen.sinceStart, baseline, isAgentInstruction);
}
