import { isRecord } from "../../../lib/json/is-record.js";
import { tryParseJson } from "../../../lib/json/try-parse-json.js";
import type { ProjectFiles } from "../../project-files.js";

/** A package that a program asked for by the name it is imported under. */
export interface WantedPackage {
  readonly of: "node" | "python";
  readonly name: string;
}

/** Test runners and their like: no project has a module of its own by such a name. */
const runners: ReadonlySet<string> = new Set(
  "pytest nose nose2 tox nox django unittest2 behave coverage hypothesis jest vitest mocha ava jasmine tap uvu karma playwright @playwright/test cypress ts-node tsx ts-jest typescript esbuild vite nyc c8 chai eslint prettier".split(
    " ",
  ),
);

/** Python packages that are installed under another name than the one they are imported by. */
const distributions: Readonly<Record<string, string>> = {
  bs4: "beautifulsoup4",
  cv2: "opencv-python",
  dateutil: "python-dateutil",
  dotenv: "python-dotenv",
  jose: "python-jose",
  jwt: "pyjwt",
  magic: "python-magic",
  PIL: "pillow",
  psycopg2: "psycopg2-binary",
  serial: "pyserial",
  sklearn: "scikit-learn",
  yaml: "pyyaml",
};

/** What is installed for it. */
export const distributionOf = ({ of, name }: WantedPackage): string => {
  if (of === "node") return packageOf(name);
  const module = name.split(".")[0] ?? name;
  return distributions[module] ?? module;
};

/**
 * Whether a module that was not found is a package that has to be installed here: one that the project's manifest asks
 * for, or a test runner. Anything else may be a module that the task is to write.
 */
export function isMissingPackage(wanted: WantedPackage, project: ProjectFiles, text: string): boolean {
  const { of, name } = wanted;
  if (of === "python") return isMissingInPython(wanted, project);
  if (!isBare(name) || project.has(`node_modules/${packageOf(name)}`)) return false;
  if (isFile(name, project, nodeEndings)) return false;
  const isAsked = runners.has(packageOf(name)) || nodeDependencies(project).includes(packageOf(name));
  return isAsked || isAskedByPackage(name, text);
}

const nodeEndings = ["", ".js", ".mjs", ".cjs", ".ts", ".tsx", ".jsx", ".json"];
const pythonEndings = ["", ".py", ".pyi"];

const isFile = (name: string, project: ProjectFiles, endings: readonly string[]): boolean =>
  endings.some((ending) => project.has(`${name}${ending}`) || project.has(`src/${name}${ending}`));

/** No path, no import map and no module of Node's own. */
const isBare = (name: string): boolean =>
  /^(?:@[\w.-]+\/)?[A-Za-z0-9_][\w.-]*(?:\/|$)/.test(name) &&
  !name.startsWith("node:") &&
  !/^[A-Za-z]:[\\/]/.test(name);

const packageOf = (name: string): string =>
  name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/");

const groups = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];

export function nodeDependencies(project: ProjectFiles): readonly string[] {
  const manifest = tryParseJson(project.text("package.json") ?? "");
  if (!isRecord(manifest)) return [];
  return groups.flatMap((group) => (isRecord(manifest[group]) ? Object.keys(manifest[group]) : []));
}

/** An installed package is there, and what it needs itself is not. */
function isAskedByPackage(name: string, text: string): boolean {
  const at = text.indexOf(`'${name}'`);
  const behind = at < 0 ? "" : text.slice(at, at + 400);
  return /^\S+ imported from \S*\/node_modules\/|^\S+\s+Require stack:\s+- \S*\/node_modules\//.test(behind);
}

const manifests = ["pyproject.toml", "setup.py", "setup.cfg", "Pipfile", "tox.ini", "environment.yml"];

function isMissingInPython(wanted: WantedPackage, project: ProjectFiles): boolean {
  const module = wanted.name.split(".")[0] ?? "";
  if (module === "" || isFile(module, project, pythonEndings)) return false;
  if (runners.has(module)) return true;
  const files = [...manifests, ...project.names.filter((name) => /^requirements[\w.-]*\.(?:txt|in)$/.test(name))];
  const named = new RegExp(`(?:^|["'\\s,[])${plainName(distributionOf(wanted))}(?=$|["'\\s,=<>~!;[\\]])`, "im");
  return files.some((file) => named.test((project.text(file) ?? "").replaceAll(/^\s*(?:#.*|name\s*=.*)$/gm, "")));
}

/** Case and the kind of dash do not count in names of Python packages. */
const plainName = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(/[-_]/g, "[-_.]");
