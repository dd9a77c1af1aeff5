import { chmodSync, realpathSync, statSync } from "node:fs";
import { UserError } from "../errors.js";
import { isBinary } from "../text/decode.js";
import { exists, replaceUserFile } from "./disk.js";
import { readLimits, readWhole } from "./open-file.js";

/**
 * Edits a text file of the user: follows links, preserves permissions, and refuses files that are not UTF-8, because we
 * could not write back bytes we cannot decode.
 */
export function updateFile(path: string, update: (text: string) => string): void {
  if (!exists(path)) {
    replaceUserFile(path, update(""));
    return;
  }
  const real = realpathSync(path);
  const { mode } = statSync(real);
  const bytes = readWhole(real, readLimits.taskList, path);
  const text = bytes.toString("utf8");
  if (isBinary(bytes) || !Buffer.from(text).equals(bytes))
    throw new UserError({ what: "it is not UTF-8 text", where: path, fix: "save it as UTF-8" });
  replaceUserFile(real, update(text));
  chmodSync(real, mode);
}
