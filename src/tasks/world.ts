import type { FileChange, FileChanged } from "../lib/files/replace-file.js";
import type { FileRead, FolderEntry } from "../lib/files/task-files.js";
import type { HttpAnswer, HttpRequest } from "../lib/net/http.js";
import type { ProgramEnd } from "../lib/process/run-program.js";
import type { Encoding } from "./edits.js";

/** A file's content as it is now, to be changed. */
export interface FileContent {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly encoding: Encoding;
}

/** All a tracker may touch of the world. Paths are taken from the project's folder. Nothing here throws. */
export interface World {
  readonly env: Readonly<Record<string, string | undefined>>;
  read(path: string): Promise<FileRead>;
  isFolder(path: string): Promise<boolean>;
  /**
   * Changes a file without losing what others write meanwhile: `change` is asked again, with the newer content, until it
   * was the content on the disk that it changed.
   */
  change(path: string, change: (content: FileContent) => Promise<FileChange>): Promise<FileChanged>;
  /** The names in a folder, sorted; null where it cannot be read. */
  entries(path: string): Promise<readonly FolderEntry[] | null>;
  /** Moves a file, and refuses to write over another one. Null if it went well, else why it did not. */
  move(from: string, to: string): Promise<string | null>;
  run(program: string, words: readonly string[]): Promise<ProgramEnd>;
  ask(request: HttpRequest): Promise<HttpAnswer>;
  now(): number;
  sleep(ms: number): Promise<void>;
}
