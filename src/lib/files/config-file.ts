import { statSync } from "node:fs";
import { UserError } from "../errors.js";
import { decodeText, isBinary } from "../text/decode.js";
import { explain } from "./files.js";
import { readLimits, readWhole } from "./open-file.js";

/** The text of a configuration file, or undefined if it does not exist. `shown` is its name in messages. */
export function readConfigText(path: string, shown: string): string | undefined {
  try {
    if (!statSync(path, { throwIfNoEntry: false })) return undefined; // Cheaper than an error, and most do not exist.
    return decodeConfig(readWhole(path, readLimits.config, shown), shown);
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined; // Deleted since it was listed, or its folder does not exist.
    const explained = explain(error, shown);
    throw explained === error && code !== undefined ? refusal(`it cannot be read (${code})`, shown) : explained;
  }
}

/** Skips creating a decoder if there is no NUL byte: every `check` reads package.json. */
function decodeConfig(bytes: Buffer, shown: string): string {
  if (!bytes.includes(0)) return bytes.toString("utf8").replace(/^\ufeff/, "");
  if (isBinary(bytes)) throw refusal("the file is binary, not text", shown);
  return decodeText(bytes);
}

/** Checking the folder once is cheaper than checking for each file in it. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false; // Not readable: it cannot hold our configuration.
  }
}

const refusal = (what: string, where: string): UserError =>
  new UserError({ what, where, fix: "put a configuration file there, or take it away" });

const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error ? String(error.code) : undefined;
