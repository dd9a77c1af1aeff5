import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PhantomKind } from "../../src/evidence/audit/audited-task.js";

/** A project with a list whose ticks are known to be honest or phantom, and why. */
export interface MadeList {
  readonly list: string;
  /** By the id of the task: the kind of phantom, or "honest". */
  readonly truth: ReadonlyMap<string, PhantomKind | "honest">;
}

interface MadeTask {
  readonly id: string;
  readonly title: string;
  readonly is: PhantomKind | "honest";
}

/** How source, tests and names look in a language. */
interface Stack {
  readonly source: (name: string) => string;
  readonly test: (name: string) => string;
  readonly symbol: (words: readonly string[]) => string;
  readonly code: (symbol: string, answer: string) => string;
  readonly stub: (symbol: string) => string;
  readonly comment: (text: string) => string;
  readonly uses: (symbol: string, name: string) => string;
  readonly tests: (symbol: string, name: string) => string;
  readonly entry: string;
  readonly start: Readonly<Record<string, string>>;
}

const camel = ([first = "", ...rest]: readonly string[]): string =>
  first + rest.map((word) => word[0]?.toUpperCase() + word.slice(1)).join("");
const snake = (words: readonly string[]): string => words.join("_");

const node: Stack = {
  source: (name) => `src/${name}.js`,
  test: (name) => `test/${name}.test.js`,
  symbol: camel,
  code: (symbol, answer) => `export function ${symbol}(value) {\n  return ${answer} + String(value);\n}\n`,
  stub: (symbol) => `export function ${symbol}() {\n  throw new Error("not implemented");\n}\n`,
  comment: (text) => `// ${text}\n`,
  uses: (symbol, name) => `import { ${symbol} } from "./${name}.js";\nconsole.log(${symbol}(1));\n`,
  tests: (symbol, name) =>
    `import assert from "node:assert";\nimport { test } from "node:test";\nimport { ${symbol} } from "../src/${name}.js";\ntest("${symbol}", () => assert.ok(${symbol}(1)));\n`,
  entry: "src/index.js",
  start: { "package.json": '{"type":"module","main":"src/index.js","scripts":{"test":"node --test"}}\n' },
};

const python: Stack = {
  source: (name) => `shop/${name}.py`,
  test: (name) => `tests/test_${name}.py`,
  symbol: snake,
  code: (symbol, answer) => `def ${symbol}(value):\n    return ${answer} + str(value)\n`,
  stub: (symbol) => `def ${symbol}(value):\n    raise NotImplementedError\n`,
  comment: (text) => `# ${text}\n`,
  uses: (symbol, name) => `from shop.${name} import ${symbol}\nprint(${symbol}(1))\n`,
  tests: (symbol, name) => `from shop.${name} import ${symbol}\n\n\ndef test_${symbol}():\n    assert ${symbol}(1)\n`,
  entry: "shop/main.py",
  start: { "pyproject.toml": '[project]\nname = "shop"\n', "shop/__init__.py": "" },
};

const typescript: Stack = {
  ...node,
  source: (name) => `src/lib/${name}.ts`,
  test: (name) => `src/lib/${name}.spec.ts`,
  code: (symbol, answer) => `export const ${symbol} = (value: number): string => ${answer} + String(value);\n`,
  stub: (symbol) => `export const ${symbol} = (value: number) => {};\n`,
  uses: (symbol, name) => `import { ${symbol} } from "./lib/${name}.js";\nconsole.log(${symbol}(1));\n`,
  tests: (symbol, name) =>
    `import { expect, it } from "vitest";\nimport { ${symbol} } from "./${name}.js";\nit("${symbol}", () => expect(${symbol}(1)).toBeTruthy());\n`,
  entry: "src/index.ts",
};

const stacks = [node, python, typescript] as const;
const verbs = [
  "parse",
  "format",
  "round",
  "merge",
  "slug",
  "count",
  "split",
  "sort",
  "trim",
  "match",
  "group",
  "scale",
];
const nouns = [
  "date",
  "price",
  "order",
  "invoice",
  "cart",
  "title",
  "range",
  "colour",
  "word",
  "path",
  "token",
  "rate",
];

const kinds: readonly PhantomKind[] = [
  ...(["file-missing", "file-empty", "symbol-missing", "dead-code"] as const),
  ...(["test-missing", "only-comment", "other-task", "reverted"] as const),
];

/** The words of a task in one of several manners. */
const manners = [
  (symbol: string, file: string) => `Add \`${symbol}()\` in \`${file}\``,
  (symbol: string, file: string) => `Implement ${symbol} in ${file}`,
  (symbol: string, file: string) => `Create \`${file}\` with \`${symbol}\``,
] as const;

class Maker {
  readonly #root: string;
  readonly #stack: Stack;
  readonly #seed: number;
  readonly tasks: MadeTask[] = [];
  #entry = "";
  #next = 0;

  constructor(root: string, seed: number) {
    this.#root = root;
    this.#seed = seed;
    this.#stack = stacks[seed % stacks.length] ?? node;
    for (const [path, text] of Object.entries(this.#stack.start)) this.#write(path, text);
    this.#write("README.md", "# Shop\n");
    this.#git("init", "-q");
    this.#commit("Start");
  }

  #git(...words: string[]): void {
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...words], { cwd: this.#root });
  }

  #commit(subject: string): void {
    this.#git("add", "-A");
    this.#git("commit", "-q", "--allow-empty", "-m", subject);
  }

  #write(path: string, text: string): void {
    mkdirSync(dirname(join(this.#root, path)), { recursive: true });
    writeFileSync(join(this.#root, path), text);
  }

  #remove(path: string): void {
    rmSync(join(this.#root, path), { force: true });
  }

  /** Names that nothing else in the project has. */
  #name(): { id: string; name: string; symbol: string; file: string; title: string } {
    const at = this.#next++;
    const words = [
      verbs[(at * 5 + this.#seed) % verbs.length] ?? "",
      nouns[(at * 7 + this.#seed * 3) % nouns.length] ?? "",
      String.fromCharCode(97 + (at % 26)),
    ];
    const name = words.join("_");
    const symbol = this.#stack.symbol(words);
    const file = this.#stack.source(name);
    const title = (manners[(at + this.#seed) % manners.length] ?? manners[0])(symbol, file);
    return { id: `T${at + 1}`, name, symbol, file, title };
  }

  #use(symbol: string, name: string): void {
    this.#entry += this.#stack.uses(symbol, name);
    this.#write(this.#stack.entry, this.#entry);
  }

  /** Work that is there: with its test, without one, or moved to another file later. */
  honest(): void {
    const { id, name, symbol, file, title } = this.#name();
    const how = (this.#next + this.#seed) % 3;
    this.#write(file, this.#stack.code(symbol, '"a"'));
    this.#use(symbol, name);
    if (how === 0) this.#write(this.#stack.test(name), this.#stack.tests(symbol, name));
    this.#commit(`${id}: ${how === 1 ? `add ${symbol}` : title.replaceAll("`", "")}`);
    this.tasks.push({ id, title: how === 0 ? `${title}, with tests` : title, is: "honest" });
  }

  phantom(kind: PhantomKind): void {
    const { id, name, symbol, file, title } = this.#name();
    const { code, comment, stub, test } = this.#stack;
    const task = { id, title, is: kind };
    switch (kind) {
      case "file-missing":
        break;
      case "file-empty":
        this.#write(file, this.#seed % 2 === 0 ? "" : "\n\n");
        break;
      case "symbol-missing":
        this.#write(file, code(`${symbol}X`, '"b"'));
        this.#use(`${symbol}X`, name);
        task.title = `Add \`${symbol}()\` in \`${file}\``;
        break;
      case "dead-code":
        this.#write(file, code(symbol, '"c"'));
        task.title = `Add \`${symbol}()\` in \`${file}\``;
        break;
      case "test-missing":
        this.#write(file, code(symbol, '"d"'));
        this.#use(symbol, name);
        task.title =
          this.#seed % 2 === 0 ? `Add tests for \`${symbol}()\` in \`${test(name)}\`` : `${title}, with unit tests`;
        break;
      case "only-comment":
        this.#write(file, this.#seed % 2 === 0 ? comment(`TODO: ${symbol} is done here`) : stub(symbol));
        if (this.#seed % 2 !== 0) this.#use(symbol, name);
        task.title = `Add \`${symbol}()\` in \`${file}\``;
        break;
      case "other-task":
        this.#borrow(task);
        return;
      case "reverted":
        this.#write(file, code(symbol, '"e"'));
        this.#commit(`${id}: add ${symbol}`);
        this.#remove(file);
        this.#commit(`Revert "${id}: add ${symbol}"`);
        this.tasks.push(task);
        return;
    }
    this.#commit(`${id}: ${title.replaceAll("`", "")}`);
    this.tasks.push(task);
  }

  /** Ticked on the work of the last honest task, whose file it names. */
  #borrow(task: { id: string; title: string; is: PhantomKind }): void {
    const lender = this.tasks.findLast(({ is }) => is === "honest");
    const [, file = ""] = /([\w/]+\.\w+)/.exec(lender?.title ?? "") ?? [];
    this.tasks.push({ ...task, title: `Add a cache to \`${file}\`` });
  }

  finish(): MadeList {
    const list = this.#seed % 2 === 0 ? "TODO.md" : "specs/001-shop/tasks.md";
    const line = ({ id, title }: MadeTask): string => `- [x] ${id}: ${title}\n`;
    this.#write(list, `# Tasks\n\n${this.tasks.map(line).join("")}`);
    this.#commit("Tick the list");
    return { list, truth: new Map(this.tasks.map(({ id, is }) => [id, is])) };
  }
}

/** A list with a phantom of two kinds and honest tasks around them; the seed decides all of it. */
export function makeList(root: string, seed: number): MadeList {
  const maker = new Maker(root, seed);
  for (let at = 0; at < 3; at++) maker.honest();
  for (const more of [0, 3]) {
    maker.phantom(kinds[(seed + more) % kinds.length] ?? "file-missing");
    maker.honest();
  }
  return maker.finish();
}
