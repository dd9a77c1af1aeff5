import { isRecord } from "../../../lib/json/is-record.js";
import { tryParseJson } from "../../../lib/json/try-parse-json.js";
import type { ProjectTexts } from "./project-texts.js";

export const folderOf = (path: string): string => (path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "");
export const baseOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
/** The name of a file without its ending; of a package's own file that of its folder. */
export function stemOf(path: string): string {
  const stem = baseOf(path).replace(/\.\w+$/, "");
  const [, crate] = /(?:^|\/)([^/]+)\/src\/lib\.rs$/.exec(path) ?? [];
  if (crate !== undefined) return crate.replaceAll("-", "_");
  return /^(?:index|__init__|mod)$/.test(stem) && path.includes("/") ? baseOf(folderOf(path)) : stem;
}

/** Without "." and "..", which a name in a listing never has. */
export function joinPath(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** The files of a project by their folder, by their last name, and by the name of the package they belong to. */
export class FileIndex {
  readonly names: ReadonlySet<string>;
  readonly #project: ProjectTexts;
  readonly #byFolder = new Map<string, string[]>();
  readonly #byBase = new Map<string, string[]>();
  #packages: ReadonlyMap<string, string> | null = null;

  constructor(project: ProjectTexts) {
    this.#project = project;
    this.names = project.names;
    for (const path of project.names) {
      add(this.#byFolder, folderOf(path), path);
      add(this.#byBase, baseOf(path), path);
    }
  }

  text(path: string): string | null {
    return this.#project.text(path);
  }

  inFolder(folder: string): readonly string[] {
    return this.#byFolder.get(folder) ?? [];
  }

  /** Files whose path ends with these parts. */
  endingWith(path: string): readonly string[] {
    return (this.#byBase.get(baseOf(path)) ?? []).filter((each) => each === path || each.endsWith(`/${path}`));
  }

  /** The folder of a package of the project, by the name it is imported by. */
  packageFolder(name: string): string | null {
    this.#packages ??= this.#readPackages();
    return this.#packages.get(name) ?? null;
  }

  #readPackages(): ReadonlyMap<string, string> {
    const manifests = this.endingWith("package.json").filter((path) => !path.includes("node_modules/"));
    const found = manifests.flatMap((path): readonly (readonly [string, string])[] => {
      const value = tryParseJson(this.text(path) ?? "");
      return isRecord(value) && typeof value["name"] === "string" ? [[value["name"], folderOf(path)]] : [];
    });
    return new Map(found);
  }
}

function add(map: Map<string, string[]>, key: string, path: string): void {
  const known = map.get(key);
  if (known) known.push(path);
  else map.set(key, [path]);
}
