import { compileGlob } from "../workspace/glob.js";
import type { Project } from "./project.js";

/** The folders of a monorepo's workspaces. */
export interface Members {
  readonly folders: readonly string[];
  /** There are more than we look at. */
  readonly isCut: boolean;
}

export const maxWorkspaces = 50;
const maxFolders = 2000;
const deepest = 6;

/** Expands the patterns that name workspaces into folders with such a file. What is installed is not walked. */
export function expandMembers(project: Project, patterns: readonly string[], manifest: string): Members {
  const plain = patterns.map((pattern) =>
    pattern
      .trim()
      .replace(/^(!?)(?:\.\/)+/, "$1")
      .replace(/\/+$/, ""),
  );
  const excluded = plain.filter((pattern) => pattern.startsWith("!")).map((pattern) => compileGlob(pattern.slice(1)));
  const wanted = plain.filter((pattern) => !/^!|^\/|^$|^\.$|(?:^|\/)\.\.(?:\/|$)/.test(pattern));
  const walk = { project, left: maxFolders };
  const found = new Set(wanted.flatMap((pattern) => foldersLike(pattern, walk)));
  const members = [...found]
    .filter((folder) => project.has(`${folder}/${manifest}`) && !excluded.some((matches) => matches(folder)))
    .sort();
  return { folders: members.slice(0, maxWorkspaces), isCut: members.length > maxWorkspaces || walk.left <= 0 };
}

interface MemberWalk {
  readonly project: Project;
  /** How many folders may still be read. */
  left: number;
}

function foldersLike(pattern: string, walk: MemberWalk): readonly string[] {
  const segments = pattern.split("/");
  const literal = segments.findIndex((segment) => /[*?[{]/.test(segment));
  if (literal < 0) return [pattern];
  const matches = compileGlob(pattern);
  const depth = pattern.includes("**") || pattern.includes("{") ? deepest : segments.length;
  const found: string[] = [];
  const folders = [segments.slice(0, literal).join("/")];
  for (let folder = folders.shift(); folder !== undefined && walk.left-- > 0; folder = folders.shift()) {
    for (const name of walk.project.folders(folder)) {
      if (name === "node_modules" || name.startsWith(".")) continue;
      const path = folder === "" ? name : `${folder}/${name}`;
      if (matches(path)) found.push(path);
      if (path.split("/").length < depth) folders.push(path);
    }
  }
  return found;
}
