import type { Encoding } from "./edits.js";

/** What was found at a path. */
export type FileRead =
  | { readonly is: "file"; readonly text: string }
  | { readonly is: "folder" }
  | { readonly is: "unreadable"; readonly why: string };

/** A file's content as it is now, to be changed. */
export interface FileContent {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly encoding: Encoding;
}

export type FileChange =
  | { readonly is: "write"; readonly bytes: Uint8Array }
  | { readonly is: "same" }
  | { readonly is: "refused"; readonly why: string };

export type FileChanged =
  | { readonly is: "written" }
  | { readonly is: "same" }
  | { readonly is: "refused"; readonly why: string };

export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

export type ProgramEnd =
  | { readonly is: "ended"; readonly code: number; readonly out: string; readonly err: string }
  | { readonly is: "not-found" }
  | { readonly is: "timed-out"; readonly afterMs: number };

export interface HttpAsked {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs: number;
}

export type HttpAnswer =
  | {
      readonly is: "answered";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | { readonly is: "failed"; readonly why: string };

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
  ask(request: HttpAsked): Promise<HttpAnswer>;
  now(): number;
  sleep(ms: number): Promise<void>;
}
