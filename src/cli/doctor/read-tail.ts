import { plainLine } from "../../evidence/important-lines.js";
import { readIfThere } from "../../system/files.js";

/** The last lines of a check's output, as they would read on paper. */
export function readTail(file: string | null, most = 5): readonly string[] {
  const text = file === null ? null : readIfThere(file);
  return (text ?? "")
    .split(/\r\n|\n|\r/)
    .map((line) => plainLine(line).slice(0, 300))
    .filter((line) => line.trim() !== "")
    .slice(-most);
}
