import { subjectOfFile } from "../test-owner.js";
import { type FileIndex, stemOf } from "./file-index.js";
import { hasImportLines, importsIn } from "./import-lines.js";
import type { Importers } from "./importers.js";
import { declaredNames, namesCode } from "./named-by-task.js";
import type { Shipped } from "./shipped-files.js";

/** Code that tests use and nothing that is shipped: what helps them, and what may do so or be what they test. */
export interface FoundHelpers {
  readonly helpers: ReadonlySet<string>;
  readonly suspects: ReadonlySet<string>;
}

export interface HelperTerms {
  readonly files: FileIndex;
  readonly importers: Importers;
  readonly shipped: Shipped;
  /** Whether a file holds tests or rules how they run, by its name or because settings name it. */
  readonly isTest: (path: string) => boolean;
  /** What the task's text says. */
  readonly text: string;
}

/** Sorts these files by how they were used at the start. */
export function findHelpers(paths: readonly string[], terms: HelperTerms): FoundHelpers {
  const search = new HelperSearch(terms);
  const own = paths.filter((path) => hasImportLines(path) && !terms.isTest(path));
  const helpers = new Set(own.filter((path) => search.isHelper(path)));
  return { helpers, suspects: new Set(own.filter((path) => !helpers.has(path) && search.isSuspect(path))) };
}

class HelperSearch {
  readonly #terms: HelperTerms;
  readonly #known = new Map<string, boolean>();
  #isAnySourceNamed: boolean | null = null;

  constructor(terms: HelperTerms) {
    this.#terms = terms;
  }

  /** Only tests and other helpers use it, and it does what helpers do. */
  isHelper(path: string): boolean {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    this.#known.set(path, false); // Those that use each other in a circle are none.
    const found = this.#isOnlyForTests(path) && (this.#helps(path) || this.#isPassage(path));
    this.#known.set(path, found);
    return found;
  }

  /** Only tests use it, and the task is about something else. Whether it is tested or helps to test nobody can tell. */
  isSuspect(path: string): boolean {
    if (
      !this.#isOnlyForTests(path) ||
      this.#isBehindPassage(path) ||
      this.#isSubject(path) ||
      this.#naming(path) !== "not"
    )
      return false;
    this.#isAnySourceNamed ??= this.#findNamedSource();
    return this.#isAnySourceNamed;
  }

  #isOnlyForTests(path: string): boolean {
    const { importers, shipped, isTest } = this.#terms;
    if (shipped.has(path)) return false;
    const { tests, sources } = importers.of(path);
    return tests.length + sources.length > 0 && sources.every((each) => isTest(each) || this.isHelper(each));
  }

  #isBehindPassage(path: string): boolean {
    return this.#terms.importers.of(path).sources.some((each) => this.#isPassage(each));
  }

  #helps(path: string): boolean {
    const { importers, files, isTest } = this.#terms;
    const naming = this.#naming(path);
    if (naming === "clearly" || this.#isSubject(path)) return false;
    const text = files.text(path) ?? "";
    if (comparesAsTestsDo(text, path)) return true;
    if (saysHelper.test(path) && asserts.test(text)) return true;
    // What only the scripts of checks use is not what the tests are about.
    const isBeside = naming === "not" && !/(?:^|\/)(?:src|lib|app)\//.test(path);
    return isBeside && importers.of(path).tests.every((each) => !isTestCode(each, isTest));
  }

  /**
   * It only hands on what other files of the project hold: what stands behind it is not used by source for that. What
   * hands on a package is the project's own face of it.
   */
  #isPassage(path: string): boolean {
    const { files } = this.#terms;
    const text = files.text(path) ?? "";
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    if (!lines.some((line) => /\b(?:from|import)\b/.test(line)) || !lines.every((line) => handsOn.test(line)))
      return false;
    return importsIn(path, text, files).some((each) => !/(?:^|\/)node_modules\//.test(each));
  }

  /** "test/slug.test.js" is about "src/slug.js". */
  #isSubject(path: string): boolean {
    const subject = stemOf(path)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, "");
    return this.#terms.importers.of(path).tests.some((test) => subjectOfFile(test) === subject);
  }

  #naming(path: string) {
    const { text, files } = this.#terms;
    return namesCode(text, path, declaredNames(files.text(path) ?? ""));
  }

  #findNamedSource(): boolean {
    const { files, isTest } = this.#terms;
    const sources = [...files.names].filter((path) => hasImportLines(path) && !isTest(path));
    return sources.some((path) => this.#naming(path) !== "not" && !this.isHelper(path));
  }
}

const isTestCode = (path: string, isTest: (path: string) => boolean): boolean =>
  isTest(path) && /(?:^|\/)(?:__tests__|tests?|specs?|e2e)\/|test|spec/i.test(path);

const handsOn =
  /^\s*(?:export\s*(?:type\s*)?(?:\*|\{[^}]*\})(?:\s*as\s+\w+)?\s*from\s*["'][^"']+["'];?|from\s+[.\w]+\s+import\s+[\w,*. ()]+|__all__\s*=.*|["'\w, \])]+|\/\/.*|#.*)\s*$/;

const saysHelper =
  /(?:^|[/._-])(?:tests?|testing|test[-_]?(?:utils?|helpers?|support|lib|kit|tools?)|spec[-_]?helpers?|helpers?|support|fixtures?|mocks?|fakes?|stubs?|matchers?|assertions?|asserts?|checks?|expectations?)(?=[/._-])/i;
const asserts =
  /\bassert\w*!?\s*[(.]|(?:^|\s)assert\s|\bexpect\s*\(|\bpanic!?\s*\(|node:assert|["']assert(?:\/strict)?["']/m;

/** Runners and libraries of assertions. Source has no use for them. */
const testPackage =
  /["'](?:node:test|bun:test|vitest|@jest\/globals|jest(?:-[\w-]+)?|chai|mocha|ava|tap|@tapjs\/[\w-]+|uvu(?:\/assert)?|tape|expect|should|sinon|jasmine|supertest|@testing-library\/[\w-]+|@playwright\/test|cypress)["']/;
const comparing = /\bassert\.(?:(?:not)?(?:deep|strict|deepStrict|partialDeepStrict)?equal|match|throws|rejects)\s*\(/i;
const pythonTests = /^\s*(?:import|from)\s+(?:unittest|_?pytest|nose2?|hypothesis)\b|\.assert[A-Z]\w+\(/m;
const goTests = /"(?:testing|github\.com\/stretchr\/testify\/\w+|github\.com\/onsi\/\w+)"/;

function comparesAsTestsDo(text: string, path: string): boolean {
  if (/\.py$/.test(path)) return pythonTests.test(text);
  if (/\.go$/.test(path)) return goTests.test(text);
  return !/\.rs$/.test(path) && (testPackage.test(text) || comparing.test(text));
}
