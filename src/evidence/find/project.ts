import type { ProjectFiles } from "../project-files.js";

/** What a finder may look at: the names in the project's folder, and the text of its files. */
export interface Project extends ProjectFiles {
  /** The names of the folders in a folder of the project. */
  folders(path: string): readonly string[];
  /** The folders above it up to the root of its repository, nearest first: "../", "../../". */
  readonly above: readonly string[];
}

export type CheckKind = "tests" | "build" | "lint";
export const checkKinds: readonly CheckKind[] = ["tests", "build", "lint"];

/** A command the project itself names or implies. */
export interface FoundCommand {
  readonly check: CheckKind;
  readonly words: readonly string[];
  /** The file, and what in it, that led us here. */
  readonly from: string;
  /** The folder of the workspace it is of; absent where it is of the whole project. */
  readonly workspace?: string;
  /** It runs the workspaces' as well. */
  readonly runsWorkspaces?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** Something to tell people about what was not taken. */
export interface FoundNote {
  readonly note: string;
}

export type FoundCheck = FoundCommand | FoundNote;
export type Finder = (project: Project) => readonly FoundCheck[];

/** The same of one of its folders, but for the names of the files there. */
export const inFolder = (project: Project, folder: string): Project => ({
  names: [],
  text: (path) => project.text(`${folder}/${path}`),
  has: (path) => project.has(`${folder}/${path}`) || project.folders(folder).includes(path),
  folders: (path) => project.folders(`${folder}/${path}`),
  above: [],
});

/** The nearest folder that has one of these files, from the project's own up to the root of its repository. */
export const nearestWith = (project: Project, files: readonly string[]): string | undefined =>
  ["", ...project.above].find((folder) => files.some((file) => project.has(`${folder}${file}`)));
