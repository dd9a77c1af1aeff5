import { type FileIndex, folderOf, stemOf } from "./file-index.js";
import { hasImportLines, importsIn } from "./import-lines.js";

/** Who uses a file: tests and what belongs to them, and source. */
export interface UsedBy {
  readonly tests: readonly string[];
  readonly sources: readonly string[];
}

/** Which files import which, read once. */
export class ImportGraph {
  readonly files: FileIndex;
  readonly code: readonly string[];
  #users: ReadonlyMap<string, readonly string[]> | null = null;

  constructor(files: FileIndex) {
    this.files = files;
    this.code = [...files.names].filter((path) => hasImportLines(path) && !/(?:^|\/)node_modules\//.test(path));
  }

  usersOf(path: string): readonly string[] {
    this.#users ??= this.#read();
    return this.#users.get(path) ?? [];
  }

  #read(): ReadonlyMap<string, readonly string[]> {
    const users = new Map<string, string[]>();
    for (const user of this.code) {
      const text = this.files.text(user);
      for (const path of text === null ? [] : importsIn(user, text, this.files))
        users.set(path, [...(users.get(path) ?? []), user]);
    }
    return users;
  }
}

/** Tells by import lines which files use another one. */
export class Importers {
  readonly #graph: ImportGraph;
  readonly #isTest: (path: string) => boolean;

  constructor(graph: ImportGraph, isTest: (path: string) => boolean) {
    this.#graph = graph;
    this.#isTest = isTest;
  }

  of(path: string): UsedBy {
    if (/\.rs$/.test(path)) return this.#ofModule(path);
    const found = new Set([...this.#graph.usersOf(path), ...(/\.go$/.test(path) ? this.#inPackage(path) : [])]);
    found.delete(path);
    return {
      tests: [...found].filter(this.#isTest),
      sources: [...found].filter((each) => !this.#isTest(each)),
    };
  }

  /** Files of a package of Go use each other without a word. */
  #inPackage(path: string): readonly string[] {
    const { files } = this.#graph;
    const names = declaredIn(files.text(path) ?? "");
    const isNamed = (text: string): boolean => names.some((name) => new RegExp(`\\b${name}\\b`).test(text));
    return files.inFolder(folderOf(path)).filter((each) => /\.go$/.test(each) && isNamed(files.text(each) ?? ""));
  }

  /** Rust names a module where it is declared, whoever uses it: what counts is who names something in it. */
  #ofModule(path: string): UsedBy {
    const name = stemOf(path);
    const names = new RegExp(`\\b${name}::|\\buse\\b[^;]*\\b${name}\\b`);
    const tests: string[] = [];
    const sources: string[] = [];
    for (const each of this.#graph.code.filter((code) => code !== path && code.endsWith(".rs"))) {
      const text = this.#graph.files.text(each) ?? "";
      if (!text.includes(name)) continue;
      const [code, tested] = this.#isTest(each) ? ["", text] : splitRustTests(text);
      if (names.test(code)) sources.push(each);
      else if (names.test(tested)) tests.push(each);
    }
    return { tests, sources };
  }
}

/** The code of a file of Rust, and the tests in it, which stand behind it. */
function splitRustTests(text: string): readonly [code: string, tests: string] {
  const at = text.search(/^[ \t]*#\[cfg\(test\)\]/m);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at)];
}

const declaredIn = (text: string): readonly string[] =>
  [...text.matchAll(/^func\s+(?:\([^)\n]*\)\s*)?(\w+)/gm)].map(([, name = ""]) => name);
