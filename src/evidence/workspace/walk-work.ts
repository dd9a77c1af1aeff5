import { entriesIn, isThere, pathJoin, textAt } from "../../lib/files/folder.js";
import { isRepositoryRoot } from "../../lib/git/git-places.js";
import { measureOf } from "../proof/original-tests/measures.js";
import { IgnoreRules } from "./ignore-rules.js";
import type { RootState } from "./workspace-state.js";

/** The ignore rules of a folder as texts. Plain JSON. */
export interface IgnoreTexts {
  /** Whether git told what is work. */
  readonly git: boolean;
  /** Rules from outside of the folder: the user's own, then the repository's. */
  readonly excludes: string;
  /** The `.gitignore` files by their folder, which is empty or ends in a slash. */
  readonly folders: Readonly<Record<string, string>>;
}

export interface WalkOptions {
  readonly root: string;
  /** Rules from outside of the folder, and whether git tells what is work. */
  readonly git: boolean;
  readonly excludes: string;
  /** The rules of the start of the run; null: this is the start. */
  readonly start: IgnoreTexts | null;
  readonly isOwn: (path: string) => boolean;
  /** Whether a file was there at the start or is held by a commit, and whether a folder held such files. */
  readonly isKnown: (path: string) => boolean;
  readonly isKnownFolder: (folder: string) => boolean;
  readonly isSubmodule: (path: string) => boolean;
  readonly most: number;
}

export interface WorkWalk {
  readonly files: readonly string[];
  /** Folders with a repository of their own. */
  readonly nested: readonly string[];
  readonly ignored: IgnoreTexts;
  readonly tooMany: boolean;
  /** What cannot be looked at, because its name is not UTF-8. */
  readonly misnamed: readonly string[];
}

interface Folder {
  /** Empty, or ends in a slash. */
  readonly path: string;
  /** A rule that came after the start ignores it. */
  readonly isHidden: boolean;
}

/**
 * The files of a folder that count as work. What the rules of the start ignore does not. What only a later rule ignores
 * does not either if it is new (a build, dependencies); but no rule hides what was there at the start, nor what rules how
 * tests are run.
 */
export function walkWork(options: WalkOptions): WorkWalk {
  const walk = new Walk(options);
  for (let next = walk.next(); next !== undefined; next = walk.next()) walk.visit(next);
  return walk.result();
}

/** Node replaces bytes that are no text, and nothing is found under the replaced name. */
const isMisnamed = (name: string, path: string): boolean => name.includes("\uFFFD") && !isThere(path);

class Walk {
  readonly #options: WalkOptions;
  readonly #atStart: IgnoreRules;
  readonly #now: IgnoreRules;
  readonly #texts: Record<string, string> = {};
  readonly #left: Folder[] = [{ path: "", isHidden: false }];
  readonly #files: string[] = [];
  readonly #nested: string[] = [];
  readonly #misnamed: string[] = [];
  /** Some rule is not as at the start. */
  #hasNewRules = false;

  constructor(options: WalkOptions) {
    const { start } = options;
    this.#options = options;
    this.#atStart = new IgnoreRules({ hasGit: start?.git ?? options.git });
    this.#now = new IgnoreRules({ hasGit: true });
    for (const [folder, text] of Object.entries(start?.folders ?? {})) this.#addAtStart(folder, text);
    if (start && !("" in start.folders)) this.#addAtStart("", "");
  }

  next(): Folder | undefined {
    return this.#isTooMuch ? undefined : this.#left.pop();
  }

  result(): WorkWalk {
    const { git, excludes, start } = this.#options;
    return {
      files: this.#isTooMuch ? [] : this.#files,
      nested: this.#nested,
      ignored: start ?? { git, excludes, folders: this.#texts },
      tooMany: this.#isTooMuch,
      misnamed: this.#misnamed,
    };
  }

  visit(folder: Folder): void {
    const entries = entriesIn(pathJoin(this.#options.root, folder.path));
    if (this.#isNested(folder, entries)) {
      this.#nested.push(folder.path.slice(0, -1));
      return;
    }
    if (entries.some((entry) => entry.name === ".gitignore" && entry.isFile())) this.#readRules(folder.path);
    else if (folder.path === "") this.#addRules("", "");
    for (const entry of entries) {
      const path = `${folder.path}${entry.name}`;
      if (isMisnamed(entry.name, pathJoin(this.#options.root, path))) {
        if (this.#counts(path, folder)) this.#misnamed.push(path);
      } else if (entry.isDirectory()) this.#enter(`${path}/`, folder);
      else if ((entry.isFile() || entry.isSymbolicLink()) && this.#counts(path, folder)) this.#files.push(path);
    }
  }

  get #isTooMuch(): boolean {
    return this.#files.length > this.#options.most;
  }

  /** A repository that the agent makes around files of the work does not take them away. */
  #isNested({ path }: Folder, entries: readonly { readonly name: string }[]): boolean {
    if (!this.#options.git || path === "" || !entries.some(({ name }) => name === ".git")) return false;
    return isRepositoryRoot(pathJoin(this.#options.root, path)) && !this.#options.isKnownFolder(path);
  }

  #readRules(folder: string): void {
    this.#addRules(folder, textAt(pathJoin(this.#options.root, folder, ".gitignore")) ?? "");
  }

  #addRules(folder: string, text: string): void {
    const { start } = this.#options;
    if (text !== "") this.#texts[folder] = text;
    if (!start) this.#addAtStart(folder, text);
    else {
      this.#hasNewRules ||= text !== (start.folders[folder] ?? "");
      this.#now.add(folder, text);
    }
  }

  #addAtStart(folder: string, text: string): void {
    const { start, excludes } = this.#options;
    this.#atStart.add(folder, folder === "" ? `${start?.excludes ?? excludes}\n${text}` : text);
  }

  #enter(path: string, { isHidden }: Folder): void {
    const { isOwn, isSubmodule, isKnownFolder } = this.#options;
    const name = path.slice(0, -1);
    if (isOwn(name) || isSubmodule(name) || this.#atStart.ignores(path)) return;
    const hides = isHidden || this.#isNewlyIgnored(path);
    if (!hides || isKnownFolder(path)) this.#left.push({ path, isHidden: hides });
  }

  #counts(path: string, { isHidden }: Folder): boolean {
    if (this.#options.isOwn(path) || this.#atStart.ignores(path)) return false;
    if (!isHidden && !this.#isNewlyIgnored(path)) return true;
    return this.#options.isKnown(path) || measureOf(path, []) === "config";
  }

  #isNewlyIgnored(path: string): boolean {
    return this.#hasNewRules && this.#now.ignores(path);
  }
}

export const keepMisnamed = ({ misnamed }: WorkWalk): Pick<RootState, "misnamed"> =>
  misnamed.length === 0 ? {} : { misnamed: misnamed.slice(0, maxMisnamed) };

const maxMisnamed = 5;
