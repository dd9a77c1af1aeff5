import { readWhole } from "../../lib/files/open-file.js";

const most = 64 * 1024 * 1024;

/** The content of a file; null if it is gone or too large. */
export function bytesAt(path: string): Buffer | null {
  try {
    return readWhole(path, most);
  } catch {
    return null;
  }
}
