import type { Subject } from "./hollow-forms.js";

/** Functions of our own, of every kind that a wrong answer can be given for. */
export const measurable: readonly Subject[] = [
  {
    ...{ file: "add.mjs", unit: "add", fn: "m.add", call: "m.add(2, 3)", type: "Number" },
    text: "export function add(a, b = 1) { return a + b; }",
    honest: "assert.equal(m.add(2, 3), 5);",
  },
  {
    ...{ file: "slug.cjs", unit: "default", fn: "m.default", call: 'm.default("Big Words")', type: "String" },
    text: '"use strict"\nmodule.exports = function (text) { var text = text || ""; return text.toLowerCase().replace(/ /g, "-"); };',
    honest: 'assert.equal(m.default("Big Words"), "big-words");',
  },
  {
    ...{ file: "even.mjs", unit: "default", fn: "m.default", call: "m.default(4)", type: "Boolean" },
    text: "const self = (n) => n === 0 || !self(n - 1);\nexport default (n) => n === 0 ? true : self(n);",
    honest: "assert.equal(m.default(4), true);",
  },
  {
    ...{ file: "is-even.mjs", unit: "isEven", fn: "m.isEven", call: "m.isEven(3)", type: "Boolean" },
    text: "export const isEven = (n) => (n === 0 ? true : !isEven(n - 1));",
    honest: "assert.equal(m.isEven(3), false);",
  },
  {
    ...{ file: "load.mjs", unit: "load", fn: "m.load", call: 'm.load("7")', type: "Object" },
    text: "export async function load(id) { await null; return { id: Number(id), tags: [] }; }",
    honest: 'assert.equal((await m.load("7")).id, 7);',
  },
  {
    ...{ file: "promise.mjs", unit: "later", fn: "m.later", call: "m.later(7)", type: "Number" },
    text: "export const later = (n) => new Promise((resolve) => setTimeout(resolve, 1, n * 2));",
    honest: "assert.equal(await m.later(7), 14);",
  },
  {
    ...{
      file: "money.mjs",
      unit: "Money.plus",
      fn: "new m.Money(1).plus",
      call: "new m.Money(1).plus(2)",
      type: "Object",
    },
    text: [
      "export class Money {",
      "  constructor(cents) { this.cents = cents; }",
      "  plus(cents) { return new Money(this.cents + cents); }",
      "}",
    ].join("\n"),
    honest: "assert.equal(new m.Money(1).plus(2).cents, 3);",
  },
  {
    ...{
      file: "shape.mjs",
      unit: "Square.area",
      fn: "new m.Square(3).area",
      call: "new m.Square(3).area()",
      type: "Number",
    },
    text: [
      "class Shape { area() { return 1; } }",
      "export class Square extends Shape {",
      "  constructor(side) { super(); this.side = side; }",
      "  area() { return super.area() * this.side ** arguments.length * this.side ** 2; }",
      "}",
    ].join("\n"),
    honest: "assert.equal(new m.Square(3).area(), 9);",
  },
  {
    ...{
      file: "field.mjs",
      unit: "Counter.next",
      fn: "new m.Counter().next",
      call: "new m.Counter().next()",
      type: "Number",
    },
    text: "export class Counter { #n = 1; next = () => this.#n + 1; }",
    honest: "assert.equal(new m.Counter().next(), 2);",
  },
  {
    ...{ file: "math.cjs", unit: "range", fn: "m.default.range", call: "m.default.range(3)", type: "Array" },
    text: "module.exports = { range(n) { return Array.from({ length: n }, (_, i) => i); } };",
    honest: "assert.deepEqual(m.default.range(3), [0, 1, 2]);",
  },
  {
    ...{ file: "pairs.mjs", unit: "firstPair", fn: "m.firstPair", call: 'm.firstPair("a=1")', type: "Array" },
    text: 'export const firstPair = (text) => text.split("=");',
    honest: 'const [key] = m.firstPair("a=1"); assert.equal(key, "a");',
  },
  {
    ...{ file: "count.mjs", unit: "count", fn: "m.count", call: 'm.count(["a", "b", "a"])', type: "Map" },
    text: "export function count(list) { const n = new Map(); for (const x of list) n.set(x, (n.get(x) ?? 0) + 1); return n; }",
    honest: 'assert.equal(m.count(["a", "b", "a"]).get("a"), 2);',
  },
  {
    ...{ file: "unique.mjs", unit: "unique", fn: "m.unique", call: "m.unique([1, 1, 2])", type: "Set" },
    text: "export const unique = (list) => new Set(list);",
    honest: "assert.deepEqual([...m.unique([1, 1, 2])], [1, 2]);",
  },
  {
    ...{ file: "push.mjs", unit: "push", fn: "m.push", call: "m.push([], 1)", type: undefined },
    text: "export function push(list, item) { list.push(item); }",
    honest: "const list = []; m.push(list, 1); assert.deepEqual(list, [1]);",
  },
  {
    ...{ file: "port.mjs", unit: "readPort", fn: "m.readPort", call: 'm.readPort("80")', type: "Number" },
    text: 'export function readPort(text) { const n = Number(text); if (Number.isNaN(n)) throw new TypeError("no port"); return n; }',
    honest: 'assert.throws(() => m.readPort("x"), TypeError);',
  },
  {
    ...{ file: "reject.mjs", unit: "open", fn: "m.open", call: 'm.open("a")', type: "String" },
    text: 'export async function open(name) { if (!name) throw new Error("no name"); return name; }',
    honest: 'await assert.rejects(m.open(""), /no name/);',
  },
  {
    ...{ file: "limit.mjs", unit: "limits", fn: null, call: "m.limits", type: "Object" },
    text: "export const limits = { size: 10, unit: 'MB' };",
    honest: "assert.equal(m.limits.unit, 'MB');",
  },
  {
    ...{ file: "date.mjs", unit: "nextYear", fn: "m.nextYear", call: "m.nextYear(new Date(0))", type: "Date" },
    text: "export const nextYear = (date) => new Date(Date.UTC(date.getUTCFullYear() + 1, 0, 1));",
    honest: 'assert.equal(m.nextYear(new Date(0)).toISOString().slice(0, 10), "1971-01-01");',
  },
  {
    ...{ file: "big.cjs", unit: "double", fn: "m.default.double", call: "m.default.double(2n)", type: "BigInt" },
    text: "exports.double = (n) => n * 2n;",
    honest: "assert.equal(m.default.double(2n), 4n);",
  },
  {
    ...{ file: "report.mjs", unit: "report", fn: "m.report", call: "m.report(3)", type: "String" },
    text: "export const report = (n) => 'Report\\n  you have ' + n + ' new messages\\n';",
    honest: "assert.match(m.report(3), /3 new/);",
  },
  {
    ...{
      file: "old.cjs",
      unit: "Stack.size",
      fn: "new m.default().size",
      call: "new m.default().size()",
      type: "Number",
    },
    text: "function Stack() { this.list = [1]; }\nStack.prototype.size = function () { return this.list.length; };\nmodule.exports = Stack;",
    honest: "assert.equal(new m.default().size(), 1);",
  },
];

/** No wrong answer can be given: nothing may be said about their tests. */
export const unmeasurable: readonly Subject[] = [
  {
    ...{ file: "steps.mjs", unit: "steps", fn: "m.steps", call: "[...m.steps()]", type: "Array" },
    text: "export function* steps() { yield 1; yield 2; }",
    honest: "assert.deepEqual([...m.steps()], [1, 2]);",
  },
  {
    ...{ file: "curry.mjs", unit: "curry", fn: "m.curry", call: "m.curry(1)(2)", type: "Number" },
    text: "export const curry = (a) => (b) => a + b;",
    honest: "assert.equal(m.curry(1)(2), 3);",
  },
  {
    ...{ file: "store.mjs", unit: "openStore", fn: "m.openStore", call: "m.openStore().get()", type: "Number" },
    text: "export function openStore() { let n = 1; return { get: () => n }; }",
    honest: "assert.equal(m.openStore().get(), 1);",
  },
  {
    ...{ file: "bound.mjs", unit: "later", fn: "m.later", call: "m.later()()", type: "Number" },
    text: "const one = () => 1;\nexport function later() { return one; }",
    honest: "assert.equal(m.later()(), 1);",
  },
  {
    ...{ file: "hidden.mjs", unit: "makePurse", fn: "m.makePurse", call: "m.makePurse(1).cents", type: "Number" },
    text: "class Purse { #cents; constructor(cents) { this.#cents = cents; this.name = 'p'; } get cents() { return this.#cents; } }\nexport const makePurse = (n) => new Purse(n);",
    honest: "assert.equal(m.makePurse(1).cents, 1);",
  },
  {
    ...{ file: "nothing.mjs", unit: "find", fn: "m.find", call: "m.find([], 1)", type: undefined },
    text: "export const find = (list, x) => list.find((each) => each === x);",
    honest: "assert.equal(m.find([], 1), undefined);",
  },
];
