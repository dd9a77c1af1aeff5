import { describe, expect, it } from "vitest";
import { javascript } from "./javascript.js";

/** The names of the units, those that cannot be measured in brackets. */
async function namesIn(text: string, path: string): Promise<readonly string[] | null> {
  const units = await javascript.readUnits(text, path);
  return units?.map(({ name, isMeasurable }) => (isMeasurable ? name : `(${name})`)) ?? null;
}

describe("the units of JavaScript", () => {
  it.each<[string, string, readonly string[]]>([
    ["a function", "function add(a, b) { return a + b; }", ["add"]],
    ["an exported one", "export function add(a, b) { return a + b; }", ["add"]],
    ["an async one", "export async function load() { return 1; }", ["load"]],
    ["a generator", "function* count() { yield 1; }", ["(count)"]],
    ["an async generator", "async function* count() { yield 1; }", ["(count)"]],
    ["a function without a body", "export function noop() {}", ["(noop)"]],
    ["a function that returns nothing", "export function log(x) { console.log(x); }", ["log"]],
    ["a function that only throws", "export function fail() { throw new Error('no'); }", ["fail"]],
    ["a constructor of old", "function Money(a) { this.a = a; }", ["(Money)"]],
    ["a function that uses this", "function money(a) { this.a = a; }", ["money"]],
    ["an arrow", "export const add = (a, b) => a + b;", ["add"]],
    ["an async arrow", "const load = async () => { return 1; };", ["load"]],
    ["a function expression", "const add = function (a, b) { return a + b; };", ["add"]],
    ["two in one declaration", "const a = () => 1, b = 2;", ["a", "b"]],
    ["a returned function", "const add = (a) => (b) => a + b;", ["(add)"]],
    ["a returned function in a body", "function add(a) { return function (b) { return a + b; }; }", ["(add)"]],
    ["a function or not", "function add(a, b) { if (b) return a + b; return (c) => a + c; }", ["add"]],
    ["a value", "export const limit = 5;", ["limit"]],
    ["a value that is waited for", "export const limit = await load();", ["limit"]],
    ["a variable without a value", "let limit;", []],
    ["values taken apart", "const { a, b } = load();", ["(a)"]],
    ["an import", "import a from 'a'; import * as b from 'b'; export * from 'c'; export { a };", []],
    ["what is required", "const a = require('a'); const b = require('b').c; const { d } = require('d');", []],
    ["the default, without a name", "export default function () { return 1; }", ["default"]],
    ["the default, with a name", "export default function add() { return 1; }", ["add"]],
    ["the default, an arrow", "export default (a) => a + 1;", ["default"]],
    ["the default, a value", "export default 5;", ["default"]],
    ["the default, another name", "function add() { return 1; } export default add;", ["add"]],
    ["the default, a class", "export default class { add() { return 1; } }", ["default.add"]],
    ["the default, an object", "export default { add() { return 1; } };", ["default.add"]],
    ["an export of CommonJS", "exports.add = function (a) { return a + 1; };", ["add"]],
    ["one of the module", "module.exports.add = (a) => a + 1;", ["add"]],
    ["a value of CommonJS", "exports.limit = 5; exports.add = add;", ["limit"]],
    ["the module, without a name", "module.exports = function (a) { return a + 1; };", ["default"]],
    ["the module, with a name", "module.exports = function add(a) { return a + 1; };", ["add"]],
    ["the module, twice", "exports = module.exports = (a) => a + 1;", ["default"]],
    ["the module, a class", "module.exports = class Money { add() { return 1; } };", ["Money.add"]],
    ["the module, functions", "module.exports = { add: (a) => a, sum() { return 1; }, other };", ["add", "sum"]],
    ["the module, a list", "function add() { return 1; } module.exports = { add, limit: max };", ["add"]],
    ["the module, values", "module.exports = { limit: 5 };", ["default"]],
    ["a method of old", "Money.prototype.add = function (b) { return b; };", ["Money.add"]],
    ["a function of a function", "add.all = (...n) => n.length;", ["add.all"]],
    ["another assignment", "state.count = 5; count += 1;", []],
    [
      "methods in an object",
      "export const math = { add(a) { return a; }, sub: (a) => a, pi: 3 };",
      ["math.add", "math.sub"],
    ],
    ["objects in an object", "const api = { users: { list() { return []; } } };", ["api.users.list"]],
    ["a frozen object", "const math = Object.freeze({ add: (a) => a });", ["math.add"]],
    ["an object of values", "const rates = { eur: 1, usd: 2 };", ["rates"]],
    ["accessors of an object", "const math = { get pi() { return 3; }, set pi(x) {} };", ["math.pi", "(math.pi)"]],
    ["names that are texts", "const math = { 'a-b'() { return 1; }, 7: () => 7 };", ["math.a-b", "math.7"]],
    ["a function called at once", "(function () { exports.add = (a) => a; })();", ["add"]],
    ["one that is given a module", "!(function (root, make) {})(this, function () { exports.a = () => 1; });", ["a"]],
    ["a component", "export const Hello = ({ name }) => <b>Hello {name}</b>;", ["Hello"]],
    ["a wrapped component", "export const Hello = memo(() => <b>Hello</b>);", ["Hello"]],
    ["a command", "#!/usr/bin/env node\n'use strict';\nmain();\nfunction main() { run(); }", ["main"]],
    ["nothing", "", []],
  ])("%s: %s", async (_, text, names) => {
    expect(await namesIn(text, "src/a.js")).toEqual(names);
  });

  it.each<[string, string, readonly string[]]>([
    ["methods", "class A { add() { return 1; } sum() { return 2; } }", ["A.add", "A.sum"]],
    ["static ones", "class A { static add() { return 1; } }", ["A.add"]],
    ["async ones", "class A { async add() { return 1; } }", ["A.add"]],
    ["generators", "class A { *all() { yield 1; } }", ["(A.all)"]],
    ["private ones", "class A { #add() { return 1; } }", ["A.#add"]],
    ["computed ones", "class A { [Symbol.iterator]() { return 1; } }", ["A.[Symbol.iterator]"]],
    ["accessors", "class A { get x() { return 1; } set x(v) { this.y = v; } }", ["A.x", "(A.x)"]],
    [
      "a constructor and a method",
      "class A { constructor() { this.a = 1; } b() { return 1; } }",
      ["(A.constructor)", "A.b"],
    ],
    ["a constructor only", "class A { constructor() { this.a = 1; } }", ["(A)"]],
    ["nothing", "class A extends Error {}", ["(A)"]],
    ["fields only", "class A { limit = 5; static #n = 1; }", ["(A)"]],
    ["a field with an arrow", "class A { limit = 5; add = (b) => this.limit + b; }", ["A.add"]],
    ["decorators", "@a class A { @b() add() { return 1; } }", ["A.add"]],
    ["decorators and an export", "@a export class A { add() { return 1; } }", ["A.add"]],
    ["an export and decorators", "export @a class A { add() { return 1; } }", ["A.add"]],
    ["a class as a value", "const A = class { add() { return 1; } };", ["A.add"]],
  ])("of a class, %s: %s", async (_, text, names) => {
    expect(await namesIn(text, "src/a.js")).toEqual(names);
  });
});

describe("the units of TypeScript", () => {
  it.each<[string, string, readonly string[]]>([
    [
      "overloads",
      "export function a(x: 1): 1;\nexport function a(x: 2): 2;\nexport function a(x: any) { return x; }",
      ["a"],
    ],
    ["those of a method", "class A { add(x: 1): 1; add(x: any) { return x; } }", ["A.add"]],
    ["a declared function", "declare function add(a: number): number;", ["(add)"]],
    ["an abstract method", "abstract class A { abstract add(): number; sum() { return 1; } }", ["(A.add)", "A.sum"]],
    ["an enum", "export enum Color { Red, Green }", ["(Color)"]],
    ["a namespace", "namespace Money { export const a = 1; }", ["(Money)"]],
    ["types", "type A = 1; interface B { c(): void } export type { A };", []],
    ["a value with a type", "export const rates = { eur: 1 } as const satisfies Rates;", ["rates"]],
    ["functions with a type", "export const math = { add: (a: number) => a } satisfies Math;", ["math.add"]],
    ["a function with a type", "export const add = ((a: number) => a) as Add;", ["add"]],
    ["a cast", "export const add = <Add>((a) => a);", ["add"]],
    ["export =", "export = function (a: number) { return a; };", ["default"]],
    [
      "parameters with decorators",
      "class A { constructor(@I() private b: B) {} add(@C() c: number) { return c; } }",
      ["(A.constructor)", "A.add"],
    ],
    ["an accessor field", "class A { accessor add = () => 1; }", ["A.add"]],
    ["a generic", "export const first = <T,>(list: T[]): T | undefined => list[0];", ["first"]],
  ])("%s: %s", async (_, text, names) => {
    expect(await namesIn(text, "src/a.ts")).toEqual(names);
  });

  it("read JSX in .tsx", async () => {
    expect(await namesIn("export function Hello(p: { n: string }) { return <b>{p.n}</b>; }", "a.tsx")).toEqual([
      "Hello",
    ]);
    expect(await namesIn("export function Hello(p: { n: string }) { return <b>{p.n}</b>; }", "a.ts")).toBeNull();
  });
});

describe("the place of a unit", () => {
  const textOf = async (text: string, path = "a.ts"): Promise<readonly string[] | undefined> =>
    (await javascript.readUnits(text, path))?.map(({ start, end }) => text.slice(start, end));

  it.each<[string, string, readonly string[]]>([
    ["the whole statement", "/** One. */\nexport const a = () => 1; // two", ["export const a = () => 1;"]],
    ["a declaration of several", "const a = 1, b = 2;", ["a = 1", "b = 2"]],
    ["without decorators", "class A {\n  @b()\n  static add() { return 1; }\n}", ["static add() { return 1; }"]],
    [
      "with its signatures",
      "function a(x: 1): 1;\nfunction a(x: any) { return x; }",
      ["function a(x: 1): 1;\nfunction a(x: any) { return x; }"],
    ],
    ["after a byte order mark", "\uFEFFconst a = 1;", ["const a = 1;"]],
    ["of a default", "export default () => 1;", ["export default () => 1;"]],
  ])("is %s", async (_, text, pieces) => {
    expect(await textOf(text)).toEqual(pieces);
  });

  it("has the line it begins in", async () => {
    const text =
      "// one\nfunction a(x: 1): 1;\nfunction a(x: any) { return x; }\nclass B {\n  @c()\n  add() { return 1; }\n}";
    expect((await javascript.readUnits(text, "a.ts"))?.map(({ line }) => line)).toEqual([2, 6]);
  });
});

it.each(["function (", "const a = ;", "<<<<<<< HEAD\nlet a;\n=======", '{ "json": true }'])(
  "cannot parse %j",
  async (text) => {
    expect(await javascript.readUnits(text, "src/a.js")).toBeNull();
    expect(await javascript.answerWrong({ text, path: "src/a.js", names: ["a"], marks: "/m" })).toBeNull();
  },
);

it.each([
  ...["a.js", "a.mjs", "a.cjs", "a.jsx", "a.ts", "a.mts", "a.cts", "a.tsx"].map((path) => ({ path, is: true })),
  ...["a.json", "a.css", "a.py", "a.vue", "js"].map((path) => ({ path, is: false })),
])("$path is JavaScript: $is", ({ path, is }) => {
  expect(javascript.files.test(path)).toBe(is);
});
