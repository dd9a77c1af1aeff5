import type { Subject } from "./hollow-forms.js";

/** Functions of our own, of every kind that a wrong answer can be given for. */
export const measurable: readonly Subject[] = [
  {
    ...{ file: "add.ts", unit: "add", fn: "m.add", call: "m.add(2, 3)", type: "Number" },
    text: "export function add(a: number, b: number = 1): number { return a + b; }",
    honest: "assert.equal(m.add(2, 3), 5);",
  },
  {
    ...{ file: "over.ts", unit: "join", fn: "m.join", call: 'm.join("a", "b")', type: "String" },
    text: [
      "export function join(a: string, b: string): string;",
      "export function join(a: readonly string[]): string;",
      "export function join(a: string | readonly string[], b?: string): string {",
      '  return typeof a === "string" ? [a, b].join("-") : a.join("-");',
      "}",
    ].join("\n"),
    honest: 'assert.equal(m.join("a", "b"), "a-b");',
  },
  {
    ...{
      file: "method-over.ts",
      unit: "Log.line",
      fn: "new m.Log().line",
      call: "new m.Log().line(1)",
      type: "String",
    },
    text: [
      "export class Log {",
      "  constructor(private readonly prefix = 'n') {}",
      "  line(value: number): string;",
      "  line(value: string): string;",
      "  line(value: unknown): string { return [this.prefix, value].join(': '); }",
      "}",
    ].join("\n"),
    honest: "assert.equal(new m.Log().line(1), 'n: 1');",
  },
  {
    ...{ file: "anonymous.ts", unit: "default", fn: "m.default", call: "m.default([1, 2])", type: "Number" },
    text: "export default function (list: readonly number[]): number { return list.reduce((a, b) => a + b, 0); }",
    honest: "assert.equal(m.default([1, 2]), 3);",
  },
  {
    ...{ file: "arrow.ts", unit: "default", fn: "m.default", call: "m.default(' a ')", type: "String" },
    text: "export default (text: string): string => text.trim();",
    honest: "assert.equal(m.default(' a '), 'a');",
  },
  {
    ...{ file: "generic.ts", unit: "last", fn: "m.last", call: "m.last([1, 2])", type: "Number" },
    text: "export const last = <T,>(list: readonly T[]): T | undefined => list.at(-1);",
    honest: "assert.equal(m.last([1, 2]), 2);",
  },
  {
    ...{ file: "async.ts", unit: "load", fn: "m.load", call: "m.load(1)", type: "Object" },
    text: "interface User { id: number; name: string }\nexport const load = async (id: number): Promise<User> => ({ id, name: 'user ' + id });",
    honest: "assert.equal((await m.load(1)).name, 'user 1');",
  },
  {
    ...{ file: "void.ts", unit: "clear", fn: "m.clear", call: "m.clear([1])", type: undefined },
    text: "export const clear = (list: unknown[]): void => void list.splice(0);",
    honest: "const list = [1]; m.clear(list); assert.deepEqual(list, []);",
  },
  {
    ...{ file: "async-void.ts", unit: "fill", fn: "m.fill", call: "m.fill([], 1)", type: undefined },
    text: "export async function fill(list: number[], n: number): Promise<void> { await null; list.push(n); }",
    honest: "const list = []; await m.fill(list, 1); assert.deepEqual(list, [1]);",
  },
  {
    ...{ file: "asserts.ts", unit: "assertText", fn: "m.assertText", call: "m.assertText('a')", type: undefined },
    text: 'export function assertText(x: unknown): asserts x is string { if (typeof x !== "string") throw new TypeError("no text"); }',
    honest: "assert.throws(() => m.assertText(1), TypeError);",
  },
  {
    ...{ file: "guard.ts", unit: "isText", fn: "m.isText", call: "m.isText('a')", type: "Boolean" },
    text: 'export const isText = (x: unknown): x is string => typeof x === "string";',
    honest: "assert.equal(m.isText('a'), true);",
  },
  {
    ...{ file: "result.ts", unit: "parse", fn: "m.parse", call: "m.parse('5')", type: "Object" },
    text: [
      "type Result = { ok: true; value: number } | { ok: false; why: string };",
      "export function parse(text: string): Result {",
      "  const value = Number(text);",
      "  return Number.isNaN(value) ? { ok: false, why: 'no number' } : { ok: true, value };",
      "}",
    ].join("\n"),
    honest: "assert.equal(m.parse('x').why, 'no number');",
  },
  {
    ...{ file: "static.ts", unit: "Point.of", fn: "m.Point.of", call: "m.Point.of(1, 2)", type: "Object" },
    text: [
      "export class Point {",
      "  private constructor(readonly x: number, readonly y: number) {}",
      "  static of(this: typeof Point, x: number, y: number): Point { return new this(x, y); }",
      "}",
    ].join("\n"),
    honest: "assert.deepEqual({ ...m.Point.of(1, 2) }, { x: 1, y: 2 });",
  },
  {
    ...{ file: "object.ts", unit: "rates.convert", fn: "m.rates.convert", call: "m.rates.convert(2)", type: "Number" },
    text: "export const rates = { eur: 2, convert(n: number): number { return n * this.eur; } } as const;",
    honest: "assert.equal(m.rates.convert(2), 4);",
  },
  {
    ...{ file: "groups.ts", unit: "group", fn: "m.group", call: "m.group(['a', 'bb'])", type: "Map" },
    text: "export const group = (words: string[]): Map<number, string[]> => new Map(words.map((word) => [word.length, [word]]));",
    honest: "assert.deepEqual(m.group(['a', 'bb']).get(2), ['bb']);",
  },
  {
    ...{ file: "error.ts", unit: "toError", fn: "m.toError", call: "m.toError('a')", type: "Error" },
    text: "export function toError(cause: unknown): Error { return cause instanceof Error ? cause : new RangeError(String(cause)); }",
    honest: "assert.equal(m.toError('a').message, 'a');",
  },
  {
    ...{ file: "words.ts", unit: "words", fn: null, call: "m.words", type: "Array" },
    text: "export const words = ['yes', 'no'] as const satisfies readonly string[];",
    honest: "assert.deepEqual(m.words, ['yes', 'no']);",
  },
  {
    ...{ file: "view.tsx", unit: "Hello", fn: "m.Hello", call: 'm.Hello({ name: "Ada" })', type: "Object" },
    text: [
      "/** @jsx make */",
      "const make = (type: string, props: object | null, ...children: unknown[]) =>",
      "  ({ $$typeof: Symbol.for('react.element'), type, key: null, props: { ...props, children } });",
      "export function Hello({ name }: { name: string }) { return <p className='big'>Hello <b>{name}</b></p>; }",
    ].join("\n"),
    honest: 'assert.deepEqual(m.Hello({ name: "Ada" }).props.children[0], "Hello ");',
  },
  {
    ...{ file: "accessor.ts", unit: "Box.size", fn: null, call: "new m.Box().size", type: "Number" },
    text: "export class Box { get size(): number { return 4; } }",
    honest: "assert.equal(new m.Box().size, 4);",
  },
];

/** No wrong answer can be given: nothing may be said about their tests. */
export const unmeasurable: readonly Subject[] = [
  {
    ...{ file: "ids.ts", unit: "ids", fn: "m.ids", call: "[...m.ids(2)]", type: "Array" },
    text: "export function* ids(n: number): Generator<number> { for (let i = 0; i < n; i++) yield i; }",
    honest: "assert.deepEqual([...m.ids(2)], [0, 1]);",
  },
  {
    ...{ file: "curry.ts", unit: "scale", fn: "m.scale", call: "m.scale(2)(3)", type: "Number" },
    text: "export const scale = (by: number) => (n: number): number => n * by;",
    honest: "assert.equal(m.scale(2)(3), 6);",
  },
  {
    ...{ file: "color.ts", unit: "Color", fn: null, call: "m.Color", type: "Object" },
    text: "export enum Color { Red = 1 }",
    honest: "assert.equal(m.Color.Red, 1);",
  },
];
