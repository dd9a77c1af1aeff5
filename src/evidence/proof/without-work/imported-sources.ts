import type { ProjectFiles } from "../../project-files.js";
import type { TestText } from "./new-tests.js";

/** The names in a folder of the project. */
export type ListFolder = (folder: string) => readonly string[];

/** The files of the project that a test imports, from the project's folder. Only those that are there. */
export function importedBy(
  { path, now }: Pick<TestText, "path" | "now">,
  project: ProjectFiles,
  list: ListFolder = () => [],
): readonly string[] {
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
  if (path.endsWith(".go")) return goFiles(now, folder, { project, list });
  if (path.endsWith(".rs")) return crateFiles(folder, list);
  const wanted = /\.py$/.test(path) ? pythonFiles(now, folder) : scriptFiles(now, folder);
  const found = wanted.flatMap((names) => names.find((name) => project.has(name)) ?? []);
  return [...new Set(found)];
}

/** For each import the names it may stand for, the likeliest first. */
type ImportCandidates = readonly (readonly string[])[];

const scriptImport = /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\(|\bmock\s*\()\s*["'`](\.{1,2}\/[^"'`]+)["'`]/g;
const endings = ["", ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte"];

function scriptFiles(text: string, folder: string): ImportCandidates {
  return [...text.matchAll(scriptImport)].map(([, spec = ""]) => {
    const path = joinPath(folder, spec);
    // TypeScript names its files by what they become.
    const bare = path.replace(/\.([cm]?)js(x?)$/, ".$1ts$2");
    const indexes = endings.slice(1).map((ending) => `${path}/index${ending}`);
    return [...endings.map((ending) => `${path}${ending}`), bare, bare.replace(/\.ts$/, ".tsx"), ...indexes].filter(
      (name) => /\.\w+$/.test(name),
    );
  });
}

const pythonImport = /^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+\(?([\w, \t]+)|import[ \t]+([\w., \t]+))/gm;

function pythonFiles(text: string, folder: string): ImportCandidates {
  return [...text.matchAll(pythonImport)].flatMap(([, from, names = "", modules = ""]) => {
    if (from === undefined)
      return modules.split(",").map((name) => moduleFiles(name.trim().split(/\s/)[0] ?? "", folder));
    const parts = names.split(",").map((name) => name.trim().split(/\s/)[0] ?? "");
    return [moduleFiles(from, folder), ...parts.filter(Boolean).map((name) => moduleFiles(`${from}.${name}`, folder))];
  });
}

const packageFolders = ["", "src/", "lib/", "python/"];

function moduleFiles(name: string, folder: string): readonly string[] {
  const [, dots = "", rest = ""] = /^(\.*)(.*)$/.exec(name) ?? [];
  const path = rest.replaceAll(".", "/");
  if (path === "") return [];
  const homes =
    dots === "" ? [...packageFolders, `${folder}/`] : [`${joinPath(folder, "../".repeat(dots.length - 1))}/`];
  return homes.flatMap((home) =>
    [`${home}${path}.py`, `${home}${path}/__init__.py`].map((each) => each.replace(/^\/+/, "")),
  );
}

interface ListedProject {
  readonly project: ProjectFiles;
  readonly list: ListFolder;
}

/** A Go test sees its own folder without importing it; other packages of its module by their path. */
function goFiles(text: string, folder: string, { project, list }: ListedProject): readonly string[] {
  const module = /^module[ \t]+"?([^\s"]+)/m.exec(project.text("go.mod") ?? "")?.[1];
  const imported = [...text.matchAll(/"([\w./~-]+)"/g)].flatMap(([, name = ""]) =>
    module !== undefined && name.startsWith(`${module}/`) ? [name.slice(module.length + 1)] : [],
  );
  return [...new Set([folder, ...imported])].flatMap((each) =>
    list(each)
      .filter((name) => name.endsWith(".go") && !name.endsWith("_test.go"))
      .map((name) => joinPath(each, name)),
  );
}

const mostFolders = 50;

/** A Rust test sees its whole crate. */
function crateFiles(folder: string, list: ListFolder): readonly string[] {
  const source = joinPath(folder.replace(/(?:^|\/)(?:tests|src)(?:\/.*)?$/, ""), "src");
  const folders = [source];
  const files: string[] = [];
  for (let at = 0; at < folders.length && at < mostFolders; at++)
    for (const name of list(folders[at] ?? "")) {
      const path = joinPath(folders[at] ?? "", name);
      if (name.endsWith(".rs")) files.push(path);
      else if (!name.includes(".")) folders.push(path);
    }
  return files;
}

/** Without "." and "..", which a name in a listing never has. */
function joinPath(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}
