import { blank } from "../signs/blank.js";
import { languageOf } from "../signs/source-language.js";
import { namesFile } from "../test-owner.js";
import { baseOf, type FileIndex, folderOf } from "./file-index.js";
import { namesData } from "./named-by-task.js";

/** Files that are no code: those that only tests read, and those of which nobody can tell who reads them. */
export interface FoundData {
  readonly data: ReadonlySet<string>;
  readonly suspects: ReadonlySet<string>;
}

export interface DataTerms {
  /** The project at the start, and now. */
  readonly files: FileIndex;
  readonly now: FileIndex;
  readonly isTest: (path: string) => boolean;
  /** What the task's text says. */
  readonly text: string;
  /** Code changed, too. Where nothing but data did, that may be the work. */
  readonly hasSource: boolean;
}

/** Sorts these files, which were there at the start; `added` are new ones. */
export function findData(
  paths: readonly string[],
  added: readonly string[],
  { files, now, isTest, text, hasSource }: DataTerms,
): FoundData {
  const readers = new Readers(files, isTest);
  const nowReaders = new Readers(now, isTest);
  const small = text.toLowerCase();
  const isOpen = (path: string): boolean => !isTest(path) && canMatter(path) && !namesFile(small, path);
  const old = paths.filter(isOpen);
  // What the task speaks of may be its work, though its code does not read it.
  const isRead = (path: string): boolean =>
    isRecorded.test(path) || (hasSource && !namesData(text, path) && readers.isReadByTests(path));
  const data = old.filter((path) => isData(path) && isRead(path) && !readers.isUsed(path));
  const known = new Set(data);
  const fresh = added.filter(isOpen);
  const more = [...old.filter((path) => !known.has(path) && !readers.isUsed(path)), ...fresh];
  const isSuspect = (path: string): boolean =>
    !nowReaders.isUsed(path) && (!isDocumentation.test(path) || nowReaders.isReadByTests(path));
  return { data: known, suspects: new Set(more.filter(isSuspect)) };
}

export const isCodeFile = (path: string): boolean => isCode.test(path) && !isSetup.test(path);

const isCode =
  /\.(?:[cm]?[jt]sx?|vue|svelte|pyi?|rb|php|go|rs|java|kt|kts|scala|groovy|cs|swift|c|cc|cpp|cxx|h|hpp|exs?|erl|lua|dart|pl|pm|css|scss|less|zig|ml|hs|clj|r|sql|proto|sh|bash|zsh|fish)$/i;
/** Code that builds or sets something up. */
const isSetup = /(?:^|\/)(?:build\.rs|setup\.py|[\w.-]+\.config\.[cm]?[jt]s|\.[\w-]+rc\.[cm]?js)$/;
const isData = (path: string): boolean => !isCode.test(path) && !isDocumentation.test(path);
const isDocumentation =
  /\.(?:md|mdx|rst|adoc)$|(?:^|\/)(?:LICEN[CS]E|NOTICE|AUTHORS|CHANGELOG|CODEOWNERS)[^/]*$|^docs\//i;
/** What is installed, what others run, and what no test reads. */
const isAside =
  /(?:^|\/)(?:package\.json|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|bun\.lockb?|go\.(?:mod|sum|work)|Cargo\.toml|pyproject\.toml|setup\.cfg|requirements[\w.-]*\.(?:txt|in)|Pipfile|Gemfile|composer\.json|pom\.xml|\.git\w+|\.editorconfig|\.dockerignore|Dockerfile|CODEOWNERS)$|\.lock$|(?:^|\/)\.(?:github|gitlab|circleci|husky|vscode|idea|changeset)\/|(?:^|\/)node_modules\//;

const canMatter = (path: string): boolean => !isAside.test(path) && (!isCode.test(path) || isSetup.test(path));

/** What tests compare with, by its name. */
const isRecorded =
  /(?:^|\/)(?:__fixtures__|fixtures?|goldens?|test[-_]?data|snapshots?|expected|approved|cases)\/|(?:^|[/._-])(?:golden|expected|approved|snapshot|fixtures?|cases)(?:[._-]|$)/i;

/** Tells by name who speaks of a file. */
class Readers {
  readonly #files: FileIndex;
  readonly #tests: readonly string[];
  readonly #sources: readonly string[];

  constructor(files: FileIndex, isTest: (path: string) => boolean) {
    const code = [...files.names].filter((path) => isCode.test(path) && !/(?:^|\/)node_modules\//.test(path));
    this.#files = files;
    this.#tests = code.filter(isTest);
    this.#sources = code.filter((path) => !isTest(path));
  }

  isReadByTests(path: string): boolean {
    return this.#tests.some((test) => speaksOf(this.#files.text(test) ?? "", path));
  }

  isUsed(path: string): boolean {
    return this.#sources.some((source) => source !== path && this.#uses(source, path));
  }

  /** A comment uses nothing. */
  #uses(source: string, path: string): boolean {
    const text = this.#files.text(source) ?? "";
    const language = languageOf(source);
    return speaksOf(text, path) && (language === undefined || speaksOf(blank(text, language).code, path));
  }
}

/** By the name of the file, or by that of its folder as a path. */
function speaksOf(text: string, path: string): boolean {
  const name = baseOf(path);
  const folder = baseOf(folderOf(path));
  if (text.includes(name) && new RegExp(`(?<![\\w-])${toPattern(name)}(?![\\w-])`).test(text)) return true;
  return (
    folder !== "" &&
    text.includes(folder) &&
    new RegExp(`["'\`](?:[^"'\`\\n]*/)?${toPattern(folder)}/?["'\`]`).test(text)
  );
}

const toPattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
