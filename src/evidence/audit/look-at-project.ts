import { isCodeFile } from "../proof/measured-files/find-data.js";
import type { ProjectTexts } from "../proof/measured-files/project-texts.js";
import { isTestFile } from "../proof/named-tests.js";
import { blank } from "../proof/signs/blank.js";
import { languageOf } from "../proof/signs/source-language.js";

/** Where a name occurs in a project. */
export interface Occurrences {
  /** Files whose code has it, declarations included. */
  readonly code: readonly string[];
  /** Files that have it in a comment alone. */
  readonly comments: readonly string[];
  /** Test files whose code has it. */
  readonly tests: readonly string[];
  /** Files of other kinds: settings, data, templates. */
  readonly others: readonly string[];
}

/** The files of a project, read for what they say. */
export class AuditedProject {
  readonly names: ReadonlySet<string>;
  readonly #texts: ProjectTexts;
  readonly #code = new Map<string, string>();
  readonly #found = new Map<string, Occurrences>();
  readonly #sources: readonly string[];
  /** The list says everything itself. */
  readonly #list: string | null;

  constructor(texts: ProjectTexts, list: string | null) {
    this.#texts = texts;
    this.names = texts.names;
    this.#list = list;
    this.#sources = [...texts.names].filter((path) => !/(?:^|\/)(?:node_modules|vendor|dist|build|\.git)\//.test(path));
  }

  get sources(): readonly string[] {
    return this.#sources;
  }

  text(path: string): string | null {
    return this.#texts.text(path);
  }

  /** A source without its comments; other files as they are. */
  code(path: string): string {
    const known = this.#code.get(path);
    if (known !== undefined) return known;
    const text = this.#texts.text(path) ?? "";
    const language = languageOf(path);
    const code = language ? blank(text, language).code : text;
    this.#code.set(path, code);
    return code;
  }

  /** The files that a name means: the path itself, or those that end in it. */
  filesNamed(name: string): readonly string[] {
    if (this.names.has(name)) return [name];
    return this.#sources.filter((path) => path.endsWith(`/${name}`));
  }

  /** Whether a file has nothing but blanks and comments. */
  isEmpty(path: string): "empty" | "only-comment" | null {
    const text = this.#texts.text(path);
    if (text === null) return null;
    if (text.trim() === "") return "empty";
    return languageOf(path) && this.code(path).trim() === "" ? "only-comment" : null;
  }

  find(name: string): Occurrences {
    const known = this.#found.get(name);
    if (known) return known;
    const word = new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`);
    const found = { code: [] as string[], comments: [] as string[], tests: [] as string[], others: [] as string[] };
    for (const path of this.#sources) {
      if (path === this.#list || !(this.#texts.text(path) ?? "").includes(name)) continue;
      if (isDocument.test(path)) continue;
      const isIn = word.test(this.code(path));
      if (isIn && isTestFile(path)) found.tests.push(path);
      else if (isIn) (isCodeFile(path) ? found.code : found.others).push(path);
      else if (word.test(this.#texts.text(path) ?? "")) found.comments.push(path);
    }
    this.#found.set(name, found);
    return found;
  }

  /** How often a name occurs in the code of a file. */
  count(name: string, path: string): number {
    return this.code(path).match(new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`, "g"))?.length ?? 0;
  }
}

const isDocument = /\.(?:md|mdx|rst|txt|adoc)$/i;
