import { readFileSync, statSync } from "node:fs";
import { decodeText, isBinary } from "../base/decode.js";
import { UserError } from "../base/errors.js";
import { explain } from "./files.js";

/** Far more than a configuration ever holds; a limit, since all of it is read and parsed on every `check`. */
const maxBytes = 1 << 20;

/** A configuration file's text, or undefined where there is none. `shown` names it in messages. */
export function readConfigText(path: string, shown: string): string | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return undefined;
    if (stats.isDirectory()) throw refusal("it is a directory, not a file", shown);
    if (!stats.isFile()) throw refusal("it is not an ordinary file", shown);
    if (stats.size > maxBytes) throw refusal(`it is larger than ${maxBytes / 1024} KB`, shown);
    return decodeConfig(readFileSync(path), shown);
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined; // Gone since we looked, or below no folder.
    const explained = explain(error, shown);
    throw explained === error && code !== undefined ? refusal(`it cannot be read (${code})`, shown) : explained;
  }
}

/** Without a NUL it is UTF-8, and no decoder need be made: a package.json is read on every `check`. */
function decodeConfig(bytes: Buffer, shown: string): string {
  if (!bytes.includes(0)) return bytes.toString("utf8").replace(/^\ufeff/, "");
  if (isBinary(bytes)) throw refusal("the file is binary, not text", shown);
  return decodeText(bytes);
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

const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error ? String(error.code) : undefined;
