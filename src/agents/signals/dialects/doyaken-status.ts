import type { DialectDefinition, DialectReader, FoundSignal } from "./found.js";
import { headed } from "./ralph-status.js";

const header = /^[#*\s]*DOYAKEN_STATUS[*\s]*:?[*\s]*$/i;

/** `DOYAKEN_STATUS:` and its fields, up to the first line that is not a field. */
const readDoyakenStatus: DialectReader = (lines, marked) => {
  const found: FoundSignal[] = [];
  let last = -1;
  for (const at of marked) {
    if (at <= last || !header.test(lines[at]?.text ?? "")) continue;
    const block = headed(lines, at, "doyaken-status");
    if (!block) continue;
    found.push(block);
    last = block.to;
  }
  return found;
};

export const doyakenStatus: DialectDefinition = {
  name: "doyaken-status",
  marks: ["doyaken_status", "phase_complete"],
  read: readDoyakenStatus,
};
