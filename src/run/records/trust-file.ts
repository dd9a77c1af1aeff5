import { removeFile, replacePrivateFile } from "../../lib/files/disk.js";
import { readIfThere } from "../../lib/files/files.js";
import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";
import { type FittedTrust, isFittedTrust, trustVersion } from "../learning/fitted-trust.js";
import { type PrivateFolder, writeIn } from "./private-folder.js";

export const trustFile = ({ path }: Pick<PrivateFolder, "path">): string => `${path}/trust.json`;

export const saveTrust = (folder: PrivateFolder, table: FittedTrust): void =>
  writeIn(folder, () => replacePrivateFile(trustFile(folder), `${JSON.stringify(table)}\n`));

export const removeTrust = (folder: PrivateFolder): void => writeIn(folder, () => removeFile(trustFile(folder)));

export type SavedTrust =
  | { readonly is: "none" }
  | { readonly is: "table"; readonly table: FittedTrust }
  | { readonly is: "damaged"; readonly why: string };

/** What cannot be read is told and not used. */
export function readTrust(folder: Pick<PrivateFolder, "path">): SavedTrust {
  const file = trustFile(folder);
  const text = readIfThere(file);
  if (text === null) return { is: "none" };
  const table = tryParseJson(text);
  if (isFittedTrust(table)) return { is: "table", table };
  const isNewer = isRecord(table) && typeof table["version"] === "number" && table["version"] > trustVersion;
  const why = `${file} ${isNewer ? "was written by a newer version" : "is damaged"}, so fitted numbers are not used; fit them again with: untildone calibrate --apply`;
  return { is: "damaged", why };
}
