import { digest, entriesIn, namesIn, pathJoin, plainTextAt } from "../../../lib/files/folder.js";
import { lookAtShape } from "../../../lib/files/folder-shape.js";
import { isRecord } from "../../../lib/json/is-record.js";
import { tryParseJson } from "../../../lib/json/try-parse-json.js";
import type { InstalledPackage, InstalledPackages } from "./compare-packages.js";

/** More would be felt at every claim. Test runners and what the project names itself come first. */
const maxFiles = 60_000;

/** What runs and compares: worth reading in full, since a few letters decide about every test. */
const runner =
  /^(?:@?vitest(?:\/|$)|@jest\/|jest(?:-|$)|expect(?:-|$)|chai$|mocha$|ava$|tap$|@tapjs\/|uvu$|tape$|jasmine|@playwright\/test$|should$|sinon$|_?pytest(?:$|_)|pluggy$|nose)/;
/** What running writes, and what nothing that runs reads. */
const unread = new Set(["node_modules", "__pycache__", ".cache", ".vite", ".vitest", "LICENSE"]);
const isUnread = (name: string): boolean => unread.has(name) || /\.(?:pyc|log|map|md|markdown|rst)$/.test(name);

interface PackagePlace {
  /** From the project's folder. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
}

/** Looks at what is installed in a project: node_modules, environments of Python, vendor folders with a list of versions. */
export function lookAtPackages(root: string): InstalledPackages {
  const direct = directDependencies(root);
  const rank = ({ name }: PackagePlace): number => (runner.test(name) ? 0 : direct.has(name) ? 1 : 2);
  const waiting = [...nodeFolders(root).flatMap((folder) => nodePackages(root, folder)), ...pythonPackages(root)];
  const places = [...waiting, ...vendored(root)].sort((a, b) => rank(a) - rank(b));
  const found: Record<string, InstalledPackage> = {};
  let files = 0;
  for (let place = places.shift(); place !== undefined && files < maxFiles; place = places.shift()) {
    const hashes = rank(place) === 0;
    const seen = lookAtShape(pathJoin(root, place.folder), {
      leavesOut: isUnread,
      hashes,
    });
    const { shape, oldest, newest } = seen;
    files += seen.files;
    // What is read in full needs no times.
    found[place.folder] = {
      version: place.version,
      shape,
      ...(hashes ? { oldest: 0, newest: 0 } : { oldest, newest }),
    };
    for (const path of seen.leftOut)
      if (/(?:^|\/)node_modules$/.test(path)) places.push(...nodePackages(root, `${place.folder}/${path}`));
  }
  return found;
}

function directDependencies(root: string): ReadonlySet<string> {
  const manifest = tryParseJson(plainTextAt(pathJoin(root, "package.json")) ?? "");
  if (!isRecord(manifest)) return new Set();
  const lists = ["dependencies", "devDependencies"].map((key) => manifest[key]);
  return new Set(lists.flatMap((list) => (isRecord(list) ? Object.keys(list) : [])));
}

/** The project's own, and those of packages in a workspace. */
function nodeFolders(root: string): readonly string[] {
  const members = ["packages", "apps", "libs"].flatMap((name) =>
    namesIn(pathJoin(root, name)).map((member) => `${name}/${member}/node_modules`),
  );
  const stored = namesIn(pathJoin(root, "node_modules/.pnpm")).map((name) => `node_modules/.pnpm/${name}/node_modules`);
  return ["node_modules", ...members, ...stored];
}

/** The packages in a folder. What is linked is installed elsewhere, or the project's own. */
function nodePackages(root: string, folder: string): readonly PackagePlace[] {
  return entriesIn(pathJoin(root, folder)).flatMap((entry): readonly PackagePlace[] => {
    if (!entry.isDirectory() || entry.name.startsWith(".")) return [];
    const path = `${folder}/${entry.name}`;
    if (entry.name.startsWith("@")) return nodePackages(root, path);
    const version = versionAt(pathJoin(root, path, "package.json"));
    return version === null ? [] : [{ folder: path, name: nameOf(path), version }];
  });
}

const nameOf = (path: string): string => path.replace(/^.*?(?=(?:@[^/]+\/)?[^/]+$)/, "");

function versionAt(path: string): string | null {
  const [, version] = /"version"\s*:\s*"([^"\n]{1,100})"/.exec(plainTextAt(path) ?? "") ?? [];
  return version ?? null;
}

function pythonPackages(root: string): readonly PackagePlace[] {
  const libraries = [".venv", "venv", "env"].flatMap((name) => [
    ...namesIn(pathJoin(root, name, "lib")).map((python) => `${name}/lib/${python}/site-packages`),
    `${name}/Lib/site-packages`,
  ]);
  return libraries.flatMap((library) => {
    const entries = entriesIn(pathJoin(root, library));
    const installed = entries.map(({ name }) => name).filter((name) => /\.(?:dist|egg)-info$/.test(name));
    // Which of them a folder belongs to its name does not say: any newly installed one may have brought it.
    const version = digest(installed.sort().join("\n")).slice(0, 12);
    return entries
      .filter((entry) => entry.isDirectory() && !/-info$|^__pycache__$/.test(entry.name))
      .map(({ name }): PackagePlace => ({ folder: `${library}/${name}`, name, version }));
  });
}

/** Folders of dependencies under vendor, where a list beside them says that they are installed and not the project's own. */
function vendored(root: string): readonly PackagePlace[] {
  const lists = ["vendor/modules.txt", "vendor/composer/installed.json"];
  const list = lists.map((path) => plainTextAt(pathJoin(root, path))).find((text) => text !== null);
  const bundled = entriesIn(pathJoin(root, "vendor/bundle")).length > 0 ? ["vendor/bundle"] : [];
  const folders =
    typeof list === "string" ? namesIn(pathJoin(root, "vendor")).map((name) => `vendor/${name}`) : bundled;
  const lock = plainTextAt(pathJoin(root, "Gemfile.lock")) ?? "";
  const version = digest(list ?? lock).slice(0, 12);
  return folders.map((folder) => ({ folder, name: folder.slice("vendor/".length), version }));
}
