import type { DialectReader, Found } from "./found.js";
import { headed } from "./ralph-status.js";

const header = /^[#*\s]*DOYAKEN_STATUS[*\s]*:?[*\s]*$/i;

/** `DOYAKEN_STATUS:` and its fields up to the first line that is none. */
export const readDoyakenStatus: DialectReader = (lines) => {
  const found: Found[] = [];
  for (const [at, line] of lines.entries()) {
    const block = header.test(line.text) ? headed(lines, at, "doyaken-status") : undefined;
    if (block) found.push(block);
  }
  return found;
};
