import { isRecord } from "../../../lib/json/is-record.js";
import { tryParseJson } from "../../../lib/json/try-parse-json.js";
import { onlyLooks } from "../../checks/honest-tests/only-looks.js";
import { scriptsRunBy } from "../../checks/honest-tests/scripts.js";
import { readScripts } from "../../find/scripts.js";
import type { CheckPlan } from "../../plan.js";
import { isRunConfig } from "../original-tests/measures.js";
import { type FileIndex, folderOf, joinPath } from "./file-index.js";
import { findModule, resolveScript } from "./import-lines.js";

export interface NamingSettings {
  readonly files: FileIndex;
  readonly plans: readonly CheckPlan[];
  /** The folder that checks run in, from the root. */
  readonly folder: string;
}

const maxDepth = 4;

/**
 * The files that the commands of checks, the scripts these run, and the settings of runners name: scripts, setup files,
 * plugins, and what those scripts name in turn.
 */
export function findNamedFiles({ files, plans, folder }: NamingSettings): ReadonlySet<string> {
  const commands = plans.flatMap((plan) =>
    (plan.kind === "command" && !onlyLooks(plan.words)) || plan.kind === "judge" ? [plan.words] : [],
  );
  const manifest = joinPath(folder, "package.json");
  const scripts = scriptsRunBy(readScripts(files.text(manifest)), plans);
  const named = [
    ...commands.flatMap((words) => filesIn(words.flatMap(wordsOf), folder, files)),
    ...scripts.flatMap((script) => filesIn(wordsOf(script), folder, files)),
    ...[...files.names]
      .filter((path) => isRunConfig(path))
      .flatMap((path) => namedBySettings(path, { files, plans, folder })),
  ];
  const found = new Set<string>();
  let next = named.filter(canRule);
  for (let depth = 0; depth < maxDepth && next.length > 0; depth++) {
    const fresh = next.filter((path) => !found.has(path));
    for (const path of fresh) found.add(path);
    next = fresh
      .filter((path) => isShell.test(path))
      .flatMap((path) => namedByShell(path, files))
      .filter(canRule);
  }
  return found;
}

const isShell = /\.(?:sh|bash|bats)$|(?:^|\/)[^./]+$/;

/** What is built or installed by is no part of how tests run. */
const canRule = (path: string): boolean =>
  !/(?:^|\/)(?:package(?:-lock)?\.json|tsconfig[\w.-]*\.json|Cargo\.(?:toml|lock)|go\.(?:mod|sum)|pom\.xml|requirements[\w.-]*\.txt|README[\w.]*|Dockerfile)$|\.lock$/.test(
    path,
  );

/** The words of a line of shell, with the values of options as words of their own. */
const wordsOf = (line: string): readonly string[] =>
  line
    .split(/[\s;&|()<>"'`=,]+/)
    .map((word) => word.replace(/^-+[A-Za-z](?=\.{0,2}\/)/, ""))
    .filter((word) => word !== "");

/** The files that words lead to, as a path from the folder, or as a module of Python. */
function filesIn(words: readonly string[], folder: string, files: FileIndex): readonly string[] {
  return words.flatMap((word, at): readonly string[] => {
    if (/^[\w./@-]*$/.test(word) && !word.startsWith("-")) {
      const path = joinPath(word.startsWith("/") ? "" : folder, word);
      if (files.names.has(path)) return [path];
      const script = /^\.{1,2}\//.test(word) ? resolveScript(word, folder, files) : null;
      if (script !== null) return [script];
    }
    const isModule = /^-[mp]$|^(?:pytest_plugins|plugins)$/.test(words[at - 1] ?? "") || /^\w+\.[\w.]+$/.test(word);
    if (!isModule) return [];
    const modules = findModule(word, folder, files) ?? [];
    return [
      ...modules,
      ...[joinPath(folder, `${word.replaceAll(".", "/")}/__main__.py`)].filter((path) => files.names.has(path)),
    ];
  });
}

const namedByShell = (path: string, files: FileIndex): readonly string[] => {
  const words = wordsOf(files.text(path) ?? "");
  return [...filesIn(words, "", files), ...filesIn(words, folderOf(path), files)];
};

/** Of files that hold much else, only what they say about tests. */
function namedBySettings(path: string, { files, plans, folder }: NamingSettings): readonly string[] {
  const text = files.text(path) ?? "";
  const home = folderOf(path);
  if (/(?:^|\/)(?:package|composer)\.json$/.test(path)) return filesIn(jsonTexts(text).flatMap(wordsOf), home, files);
  if (/(?:^|\/)(?:pyproject\.toml|setup\.cfg)$/.test(path)) {
    const sections = text
      .split(/^(?=\[)/m)
      .filter((part) => /^\[(?:tool[.:](?:pytest|tox|nose|coverage)|pytest|tox|testenv)/.test(part));
    return filesIn(sections.flatMap(wordsOf), home, files);
  }
  // A file of commands is read where a check runs it.
  if (commandFile.test(path)) return home === folder && runsCommands(plans) ? filesIn(wordsOf(text), home, files) : [];
  return filesIn(wordsOf(text), home, files);
}

const commandFile = /(?:^|\/)(?:(?:GNU)?[Mm]akefile|[Jj]ustfile|[Tt]askfile\.ya?ml|Rakefile|noxfile\.py)$/;
const runsCommands = (plans: readonly CheckPlan[]): boolean =>
  plans.some(
    (plan) => plan.kind === "command" && plan.words.some((word) => /^(?:make|gmake|just|task|rake|nox)$/.test(word)),
  );

const runnerKeys = ["jest", "mocha", "ava", "vitest", "nyc", "c8", "tap", "tape", "uvu", "playwright", "wtr"];

function jsonTexts(text: string): readonly string[] {
  const value = tryParseJson(text);
  const found: string[] = [];
  const add = (each: unknown): void => {
    if (typeof each === "string") found.push(each);
    else if (Array.isArray(each)) each.forEach(add);
    else if (isRecord(each)) Object.values(each).forEach(add);
  };
  if (isRecord(value)) for (const key of runnerKeys) add(value[key]);
  return found.map((each) => each.replace("<rootDir>/", "./"));
}
