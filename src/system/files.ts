import { readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { decodeText, isBinary } from "../base/decode.js";
import { UserError } from "../base/errors.js";

/** A text file, or a UserError that says why it cannot be one. */
export async function readText(path: string, directory: string): Promise<string> {
  return asText(await readBytes(resolve(directory, path), path), path);
}

/** The same without waiting: for commands that do nothing else meanwhile. */
export function readTextSync(path: string, directory: string): string {
  try {
    return asText(readFileSync(resolve(directory, path)), path);
  } catch (error) {
    throw explain(error, path);
  }
}

function asText(bytes: Uint8Array, path: string): string {
  if (isBinary(bytes))
    throw new UserError({
      what: "the file is binary, not text",
      where: path,
      fix: "name the file that holds the agent's output",
    });
  return decodeText(bytes);
}

/** All of a stream, as text. */
export async function readTextStream(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return decodeText(Buffer.concat(chunks));
}

/** A small text of ours, or null where there is no such file. */
export function readIfThere(path: string): string | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return null;
    // A pipe would keep us waiting, and a device never ends.
    if (!stats.isFile()) throw new UserError({ what: "it is not a plain file", where: path, fix: "move it away" });
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw explain(error, path);
  }
}

async function readBytes(absolute: string, path: string): Promise<Uint8Array> {
  try {
    return await readFile(absolute);
  } catch (error) {
    throw explain(error, path);
  }
}

const causes: Readonly<Record<string, readonly [what: string, fix: string]>> = {
  ENOENT: ["there is no such file", "check the path; it is taken from the current folder or --dir"],
  EISDIR: ["it is a directory, not a file", "name a file in it"],
  EACCES: ["the file may not be read", "check its permissions"],
  EPERM: ["the file may not be read", "check its permissions"],
  EEXIST: ["a file of that name is there already", "move or rename it"],
  EROFS: ["the disk is read-only", "give a place that can be written"],
  ENOSPC: ["the disk is full", "make room on it"],
  ERR_FS_FILE_TOO_LARGE: ["the file is too large to read at once", "give the last part of it"],
};

/** A reason a person can mend, where the system's error is one. */
export function explain(error: unknown, path: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const cause = Object.hasOwn(causes, code) ? causes[code] : undefined;
  return cause ? new UserError({ what: cause[0], where: path, fix: cause[1] }) : error;
}

/** The same as a text, for reading and writing alike. */
export function explainText(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EACCES" || code === "EPERM") return "permission denied";
  const explained = explain(error, "");
  return explained instanceof Error ? explained.message : String(explained);
}
