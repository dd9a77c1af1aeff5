import { isThere, namesIn, pathJoin } from "../../../lib/files/folder.js";
import { baseOf, type FileIndex, folderOf } from "./file-index.js";

/** Where packages are installed, beside what the project's files say. */
export interface Installed {
  /** Whether a package for Node is found from a folder above this one. */
  hasPackage(folder: string, name: string): boolean;
  /** The modules of Python that are installed in the project's own environment. */
  readonly modules: ReadonlySet<string>;
}

/** Looks at a project's root. */
export const lookForInstalled = (root: string): Installed => ({
  hasPackage(folder, name) {
    const parts = folder === "" ? [] : folder.split("/");
    const above = parts.map((_, depth) => pathJoin(root, ...parts.slice(0, depth)));
    return [...above, pathJoin(root, "..")].some((each) => isThere(pathJoin(each, "node_modules", name)));
  },
  modules: new Set(
    [".venv", "venv", "env"].flatMap((name) =>
      namesIn(pathJoin(root, name, "lib")).flatMap((python) =>
        namesIn(pathJoin(root, name, "lib", python, "site-packages")).map((module) => module.replace(/\.py$/, "")),
      ),
    ),
  ),
});

/** Of new files, those that stand in for what was installed or comes with the language. `files` are those of the start. */
export function findStandIns(added: readonly string[], files: FileIndex, installed: Installed): ReadonlySet<string> {
  const declared = declaredModules(files);
  return new Set(
    added.filter((path) => {
      const [, folder, name] = /^(?:(.*)\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
      if (name !== undefined) return installed.hasPackage(folder ?? "", name);
      if (/^vendor\//.test(path)) return files.names.has("go.mod") && !files.names.has("vendor/modules.txt");
      // Jest takes what lies there for the package of that name, unasked.
      if (/^__mocks__\//.test(path)) return true;
      const module = topModule(path, files);
      return module !== null && (standsForInstalled(module) || declared.has(module) || installed.modules.has(module));
    }),
  );
}

/** The module that a file of Python is imported as by others: it lies where modules are looked for first. */
function topModule(path: string, files: FileIndex): string | null {
  if (!path.endsWith(".py")) return null;
  const place = baseOf(path) === "__init__.py" ? folderOf(path) : path.replace(/\.py$/, "");
  const home = folderOf(place);
  const isFirst = home === "" || /^(?:src|lib|tests?)$/.test(home);
  return isFirst && !files.names.has(`${home}/__init__.py`) ? baseOf(place) : null;
}

/** Whether a module of this name hides one that comes with Python, or a runner. */
export const standsForInstalled = (module: string): boolean =>
  standard.has(module) || /^(?:_?pytest|pluggy|nose2?|sitecustomize|usercustomize)$/.test(module);

function declaredModules(files: FileIndex): ReadonlySet<string> {
  const lists = [...files.names].filter((path) =>
    /^(?:requirements[\w.-]*\.txt|pyproject\.toml|setup\.cfg|Pipfile)$/.test(path),
  );
  const names = lists.flatMap((path) =>
    [...(files.text(path) ?? "").matchAll(/^[\s"']*([A-Za-z][\w.-]*)\s*(?:[=<>~!"';[,]|$)/gm)].map(
      ([, name = ""]) => name,
    ),
  );
  return new Set(names.map((name) => name.toLowerCase().replaceAll("-", "_")));
}

/** Modules that come with Python and that tests, their runners or what these use import. */
const standard = new Set(
  "abc argparse array ast asyncio atexit base64 bisect builtins calendar cmath codecs collections configparser contextlib copy csv ctypes dataclasses datetime decimal difflib doctest email enum errno faulthandler filecmp fnmatch fractions functools gc getpass glob gzip hashlib heapq hmac html http importlib inspect io ipaddress itertools json keyword linecache locale logging math mimetypes multiprocessing numbers operator os pathlib pickle pkgutil platform pprint queue random re runpy sched secrets select shlex shutil signal site socket sqlite3 ssl stat statistics string struct subprocess sys sysconfig tarfile tempfile textwrap threading time timeit token tokenize traceback types typing unicodedata unittest urllib uuid warnings weakref xml zipfile zoneinfo".split(
    " ",
  ),
);
