import { namesIn, pathFrom, pathJoin, pathResolve, textAt } from "../../../lib/files/folder.js";
import { isRecord } from "../../../lib/json/is-record.js";
import { tryParseJson } from "../../../lib/json/try-parse-json.js";

/** Paths that a folder's build settings say are written by its build, from the root. */
export interface NamedOutputs {
  /** Files and folders by their path. */
  readonly paths: readonly string[];
  /** What its scripts and the settings of its bundlers say of where they write, in which a folder's name may stand. */
  readonly texts: readonly string[];
}

const bundlerConfig =
  /^(?:vite|rollup|webpack|tsup|tsdown|esbuild|rspack|rslib|rsbuild|unbuild|build|gulpfile|Gruntfile|babel|next|nuxt|svelte|astro|angular)\b.*\.(?:[mc]?[jt]s|json)$|^\.(?:swcrc|babelrc)$|^(?:angular|project)\.json$/;

/** `folder` is from the root, and empty for the root itself. */
export function readNamedOutputs(root: string, folder: string): NamedOutputs {
  const place = pathJoin(root, folder);
  const names = namesIn(place);
  const manifest = tryParseJson(textAt(pathJoin(place, "package.json")) ?? "null");
  const entries = isRecord(manifest) ? entryKeys.flatMap((key) => stringsIn(manifest[key])) : [];
  const scripts = isRecord(manifest) ? stringsIn(manifest["scripts"]) : [];
  const configs = names.filter((name) => /^tsconfig.*\.json$/.test(name)).map((name) => readText(place, name));
  const written = configs.flatMap((text) => [...text.matchAll(tsOutput)].map(([, path = ""]) => path));
  return {
    paths: [...entries, ...written].flatMap((path) => toPath(root, place, path) ?? []),
    texts: [...scripts.filter((script) => writes.test(script)), ...readAll(place, names)],
  };
}

const entryKeys = ["main", "module", "types", "typings", "browser", "bin", "exports", "unpkg", "jsdelivr"];
const tsOutput = /"(?:outDir|declarationDir|outFile|tsBuildInfoFile)"\s*:\s*"([^"]+)"/g;
/** A script that names where something is written, or removes it first. */
const writes = /(?:^|\s)(?:-d|-o|--out\S*|--dist\S*|--declarationDir)[ =]|\b(?:rm|rimraf|del|del-cli|shx rm|clean)\b/;

const readText = (place: string, name: string): string => textAt(pathJoin(place, name)) ?? "";

const readAll = (place: string, names: readonly string[]): readonly string[] =>
  names
    .filter((name) => bundlerConfig.test(name))
    .flatMap((name) => readText(place, name).split("\n"))
    .filter((line) => /\b(?:out\w*|dist\w*|dir|file|path|filename)["']?\s*[:=(]/i.test(line));

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isRecord(value) ? Object.values(value).flatMap(stringsIn) : [];
}

/** Null for what leads out of the root, or is the folder itself. */
function toPath(root: string, place: string, path: string): string | null {
  const from = pathFrom(root, pathResolve(place, path.replace(/\*.*$/, "")));
  return from === "" || from.startsWith("..") || from === pathFrom(root, place) ? null : from;
}
