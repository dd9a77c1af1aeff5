import { resolve } from "node:path";
import { UserError } from "../errors.js";
import { decodeText, isBinary } from "../text/decode.js";
import { readLimits, readWhole } from "./open-file.js";

/** Reads a text file, or throws a UserError that says why it cannot. */
export function readText(path: string, directory: string, limit: number = readLimits.input): string {
  try {
    return asText(readWhole(resolve(directory, path), limit, path), path);
  } catch (error) {
    throw explain(error, path);
  }
}

function asText(bytes: Uint8Array, path: string): string {
  if (isBinary(bytes))
    throw new UserError({
      what: "the file is binary, not text",
      where: path,
      fix: "name a file of text",
    });
  return decodeText(bytes);
}

export async function readTextStream(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return decodeText(Buffer.concat(chunks));
}

/** Reads a file of ours, or returns null if it does not exist. */
export function readIfThere(path: string): string | null {
  try {
    return readWhole(path, readLimits.state).toString("utf8");
  } catch (error) {
    // A file in the place of its folder leaves no place for it either; whoever writes there is told.
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return null;
    throw explain(error, path);
  }
}

const causes: Readonly<Record<string, readonly [what: string, fix: string]>> = {
  ENOENT: ["there is no such file", "check the path; it is taken from the current folder or --dir"],
  EISDIR: ["it is a directory, not a file", "name a file in it"],
  EACCES: ["the file may not be read", "check its permissions"],
  EPERM: ["the file may not be read", "check its permissions"],
  EEXIST: ["a file of that name already exists", "move or rename it"],
  EROFS: ["the disk is read-only", "give a place that can be written"],
  ENOSPC: ["the disk is full", "make room on it"],
  ENXIO: ["it is a socket or a device, not a file", "name a file, or move it away"],
  ELOOP: ["it is a symbolic link that leads in a circle", "name a file"],
  ERR_FS_FILE_TOO_LARGE: ["the file is too large to read at once", "give the last part of it"],
};

/** Turns a system error into a UserError if the user can fix its cause. */
export function explain(error: unknown, path: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const cause = Object.hasOwn(causes, code) ? causes[code] : undefined;
  return cause ? new UserError({ what: cause[0], where: path, fix: cause[1] }) : error;
}

/** The message alone, for both reading and writing. */
export function explainText(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EACCES" || code === "EPERM") return "permission denied";
  const explained = explain(error, "");
  return explained instanceof Error ? explained.message : String(explained);
}
