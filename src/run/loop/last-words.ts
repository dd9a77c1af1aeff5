import { withoutStatusBlocks } from "../../lib/text/status-block.js";

const maxLength = 400;

/** The end of a message without its status block: the last paragraph, truncated. Null if nothing is left. */
export function lastWords(message: string): string | null {
  const paragraph = withoutStatusBlocks(message)
    .split(/\n\s*\n/)
    .map((text) => text.replaceAll(/\s+/g, " ").trim())
    .findLast((text) => text !== "");
  if (paragraph === undefined) return null;
  return paragraph.length > maxLength ? `…${paragraph.slice(-maxLength)}` : paragraph;
}
