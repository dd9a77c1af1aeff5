import { digest } from "../../lib/files/folder.js";
import type { FileState } from "../workspace/workspace-state.js";

/** What git calls a file with nothing in it, in both of its hashes. */
const nothing = new Set([
  "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
  "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
]);

/** Whether a file has nothing in it but blanks. */
export const isEmptyFile = ({ hash, plain }: Pick<FileState, "hash" | "plain">): boolean =>
  nothing.has(hash) || (plain !== undefined && plain === digest(""));

/** Files that are there to say or to do something. Others may be marks: ".gitkeep", "py.typed", "__init__.py". */
const hasContent =
  /\.(?:md|mdx|markdown|txt|rst|adoc|html?|css|sql|[cm]?[jt]sx?|vue|svelte|py|rb|php|go|rs|java|kt|cs|sh|bash|exs?|lua)$/i;
const asksForEmpty = /\b(?:empty|blank|placeholders?|touch|stubs?)\b/i;

/** Whether a new file without content is what a task asks for; null: nobody knows what was asked for. */
export const mayBeEmpty = (path: string, text: string | null): boolean =>
  text === null || !hasContent.test(path) || path.endsWith("/__init__.py") || asksForEmpty.test(text);
