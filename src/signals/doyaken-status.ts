import type { DialectReader, Found } from "./found.js";
import { headed } from "./ralph-status.js";

const header = /^[#*\s]*DOYAKEN_STATUS[*\s]*:?[*\s]*$/i;

/** `DOYAKEN_STATUS:` and its fields up to the first line that is none. */
export const readDoyakenStatus: DialectReader = (lines) => {
  const found: Found[] = [];
  for (let at = 0; at < lines.length; at++) {
    const block = header.test(lines[at]?.text ?? "") ? headed(lines, at, "doyaken-status") : undefined;
    if (!block) continue;
    found.push(block);
    at = Math.max(at, block.to);
  }
  return found;
};
