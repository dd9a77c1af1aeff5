import { baseOf, type FileIndex, folderOf, joinPath } from "./file-index.js";

/** Code whose import lines can be read. */
export const hasImportLines = (path: string): boolean => /\.(?:[cm]?[jt]sx?|vue|svelte|py|go|rs)$/.test(path);

/** The files of the project that the import lines of a script, of Python or of Go lead to. */
export function importsIn(path: string, text: string, files: FileIndex): readonly string[] {
  if (/\.go$/.test(path)) return goImports(text, files);
  const wanted = /\.py$/.test(path) ? pythonImports(text, path, files) : scriptImports(text, path, files);
  return [...new Set(wanted)].filter((each) => each !== path);
}

const scriptImport = /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\(|\bmock\s*\()\s*["'`]([^"'`\n]+)["'`]/g;
const endings = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte", ".json"];

const scriptImports = (text: string, path: string, files: FileIndex): readonly string[] =>
  [...text.matchAll(scriptImport)].flatMap(([, spec = ""]) => resolveScript(spec, folderOf(path), files) ?? []);

/** The file that a name in a script leads to; null for what is installed. */
export function resolveScript(spec: string, folder: string, files: FileIndex): string | null {
  if (/^\.{1,2}(?:\/|$)/.test(spec)) return findScript(joinPath(folder, spec), files);
  const inPackage = resolvePackage(spec, files);
  if (inPackage !== null) return inPackage;
  // A prefix that settings lead somewhere into the project: "@/lib/same", "#lib/same", "src/same".
  const [, rest] = /^(?:[@~#$]\w*\/|#|(?=(?:src|lib|app|test|tests)\/))(.+)$/.exec(spec) ?? [];
  if (rest === undefined) return null;
  for (const home of ["", "src/", "lib/", "app/"]) {
    const found = findScript(`${home}${rest}`, files);
    if (found !== null) return found;
  }
  return null;
}

function findScript(path: string, files: FileIndex): string | null {
  // TypeScript names its files by what they become.
  const [, bare, kind = "", jsx = ""] = /^(.*)\.([cm]?)js(x?)$/.exec(path) ?? [];
  const named = [path, ...(bare === undefined ? [] : [`${bare}.${kind}ts${jsx}`, `${bare}.tsx`])];
  const found = named.find((name) => files.names.has(name));
  if (found !== undefined) return found;
  const ending = endings.find((each) => files.names.has(`${path}${each}`));
  if (ending !== undefined) return `${path}${ending}`;
  const index = endings.find((each) => files.names.has(joinPath(path, `index${each}`)));
  return index === undefined ? null : joinPath(path, `index${index}`);
}

/** A package of the same project: its own file, or one in it. */
function resolvePackage(spec: string, files: FileIndex): string | null {
  const [, name = "", rest = ""] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(spec) ?? [];
  const folder = files.packageFolder(name);
  if (folder === null) return null;
  const places = rest === "" ? ["index", "src/index", "src/main", "lib/index"] : [rest, `src/${rest}`, `lib/${rest}`];
  for (const place of places) {
    const found = findScript(joinPath(folder, place), files);
    if (found !== null) return found;
  }
  return null;
}

const pythonImport = /^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+\(?([\w,* \t\n]+)|import[ \t]+([\w., \t]+))/gm;

function pythonImports(text: string, path: string, files: FileIndex): readonly string[] {
  const find = (name: string): readonly string[] => findModule(name, folderOf(path), files) ?? [];
  return [...text.matchAll(pythonImport)].flatMap(([, from, names = "", modules = ""]) => {
    const first = (list: string): readonly string[] =>
      list.split(",").flatMap((name) => name.trim().split(/\s/)[0] || []);
    if (from === undefined) return first(modules).flatMap(find);
    const dot = from.endsWith(".") ? "" : ".";
    return [...find(from), ...first(names).flatMap((name) => find(`${from}${dot}${name}`))];
  });
}

/** The module of a name such as "tools.plain" or "..same", as seen from a folder. */
export function findModule(name: string, folder: string, files: FileIndex): readonly string[] | null {
  const [, dots = "", rest = ""] = /^(\.*)(.*)$/.exec(name) ?? [];
  const path = rest.replaceAll(".", "/");
  const places = path === "" ? ["__init__.py"] : [`${path}.py`, `${path}/__init__.py`];
  if (dots !== "") {
    const home = joinPath(folder, "../".repeat(dots.length - 1));
    return places.map((place) => joinPath(home, place)).filter((place) => files.names.has(place));
  }
  if (path === "") return null;
  const near = places.map((place) => joinPath(folder, place)).filter((place) => files.names.has(place));
  const found = near.length > 0 ? near : places.flatMap((place) => files.endingWith(place).filter(isTop(place, files)));
  return found.length > 0 ? found : null;
}

/** Modules are found from folders that are no package themselves. */
const isTop =
  (place: string, files: FileIndex) =>
  (path: string): boolean => {
    const home = path.slice(0, -place.length).replace(/\/$/, "");
    return home === "" || !files.names.has(`${home}/__init__.py`);
  };

const goImport = /^\s*(?:import\s+)?(?:[\w.]+\s+)?"([^"\n]+)"\s*$/gm;

/** All files of the packages that are imported. */
function goImports(text: string, files: FileIndex): readonly string[] {
  const modules = files.endingWith("go.mod").flatMap((path) => {
    const [, name] = /^module\s+(\S+)/m.exec(files.text(path) ?? "") ?? [];
    return name === undefined ? [] : [{ name, folder: folderOf(path) }];
  });
  return [...text.matchAll(goImport)].flatMap(([, spec = ""]) => {
    const own = modules.find(({ name }) => spec === name || spec.startsWith(`${name}/`));
    if (!own) return [];
    const folder = joinPath(own.folder, spec.slice(own.name.length));
    return files.inFolder(folder).filter((path) => /\.go$/.test(path) && !baseOf(path).endsWith("_test.go"));
  });
}
