import { readFileSync, statSync } from "node:fs";
import { UserError } from "../errors.js";
import { decodeText, isBinary } from "./decode.js";
import { explain } from "./files.js";

/** Far more than a configuration ever holds; a limit, since all of it is read and parsed on every `check`. */
const mostBytes = 1 << 20;

/** A configuration file's text, or undefined where there is none. `shown` names it in messages. */
export function readConfigText(path: string, shown: string): string | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return undefined;
    if (stats.isDirectory()) throw refusal("it is a directory, not a file", shown);
    if (!stats.isFile()) throw refusal("it is not an ordinary file", shown);
    if (stats.size > mostBytes) throw refusal(`it is larger than ${mostBytes / 1024} KB`, shown);
    const bytes = readFileSync(path);
    if (isBinary(bytes)) throw refusal("the file is binary, not text", shown);
    return decodeText(bytes);
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw explain(error, shown);
  }
}

/** Whether a folder is there: one question saves one for each file in it. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false; // Not ours to look into: what is in it is no configuration of ours.
  }
}

const refusal = (what: string, where: string): UserError =>
  new UserError({ what, where, fix: "put a configuration file there, or take it away" });

/** Gone since we looked, or below something that is no folder. */
const isAbsence = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
