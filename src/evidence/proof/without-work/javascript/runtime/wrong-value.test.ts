import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { openWrongCalls, type WrongCall } from "./wrong-calls.js";
import { wrongElement } from "./wrong-element.js";
import { wrongObject } from "./wrong-object.js";
import { wrongText } from "./wrong-text.js";
import { wrongValue } from "./wrong-value.js";
import type { Wrongs } from "./wrongs.js";

const openWrongs = (): Wrongs => ({
  ...{ given: new WeakMap(), value: wrongValue, text: wrongText, object: wrongObject, element: wrongElement },
});
const wrongOf = (value: unknown): unknown => wrongValue(value, openWrongs());

class Money {
  constructor(
    readonly cents: number,
    readonly currency: string,
  ) {}
}

class Purse {
  #cents = 1;
  name = "purse";
  get cents(): number {
    return this.#cents;
  }
}

class Waiting {
  n = 1;
  // biome-ignore lint/suspicious/noThenProperty: what is asked about.
  then(): number {
    return this.n;
  }
}

const loop: Record<string, unknown> = { n: 1 };
loop["self"] = loop;

describe("a wrong answer", () => {
  it.each<[unknown, unknown]>([
    [0, 1],
    [-1.5, -0.5],
    [Number.NaN, 1],
    [Number.POSITIVE_INFINITY, 1],
    [2 ** 60, 2 ** 59],
    [5n, 6n],
    [true, false],
    [[], [null]],
    [[1], [2, 3]],
    [
      ["a", null],
      ["b", null, null],
    ],
    [
      { a: 1, b: "x" },
      { a: 2, b: "y" },
    ],
    [
      { a: null, b: [true] },
      { a: null, b: [false, true] },
    ],
    [{}, { a: null }],
    [
      new Map([["a", 1]]),
      new Map([
        ["a", 2],
        ["b", 1],
      ]),
    ],
    [new Map(), new Map([["a", null]])],
    [new Set([1]), new Set([2, 3])],
    [new Set(), new Set([null])],
    [new Date(0), new Date(90_061_001)],
    [new Date(Number.NaN), new Date(0)],
    [/a|b/gi, /(?!)(?:a|b)/gi],
    [new URL("http://a.test/"), new URL("http://a.test/a")],
    [new URL("http://a.test/x?y"), new URL("http://a.test/y?y")],
    [new Uint8Array([255, 1]), new Uint8Array([0, 1])],
    [new Uint8ClampedArray([255]), new Uint8ClampedArray([0])],
    [new Float64Array([0.5]), new Float64Array([1.5])],
    [Buffer.from("abc"), Buffer.from("bbc")],
    [new Money(1, "EUR"), new Money(2, "EUR")],
  ])("of %s is %s", (right, wrong) => {
    const given = wrongOf(right);
    expect(given).toEqual(wrong);
    expect(isDeepStrictEqual(given, right)).toBe(false);
    expect(isDeepStrictEqual(wrongOf(right), given)).toBe(true);
    expect(Object.prototype.toString.call(given)).toBe(Object.prototype.toString.call(right));
  });

  it.each<[string, unknown]>([
    ["null", null],
    ["undefined", undefined],
    ["a function", () => 1],
    ["a symbol", Symbol("a")],
    ["an iterator", [1][Symbol.iterator]()],
    ["what can be waited for", new Waiting()],
    ["an object of functions", { get: () => 1 }],
    ["an object with private fields", new Purse()],
    ["a set of functions", new Set([() => 1])],
    ["a weak map", new WeakMap()],
    ["no bytes", new Uint8Array()],
    ["text without letters", "-- / --"],
  ])("is not there of %s", (_, value) => {
    expect(wrongOf(value)).toBeUndefined();
  });

  it.each([
    ["", "a"],
    ["a", "b"],
    ["Zoë", "Yoë"],
    ["deadbeef", "eeadbeef"],
    ["ff", "af"],
    ["#0f0", "#1f0"],
    ["2026-01-05T10:00:00Z", "1026-01-05T10:00:00Z"],
    ["19:30", "09:30"],
    ["10 MB", "20 MB"],
    ["1", "2"],
    ["9", "8"],
    ['{"ok":true}', '{"pk":true}'],
    ["[true,1]", "[true,2]"],
    ["true", "urue"],
    ["\u001b[31mred\u001b[39m", "\u001b[31msed\u001b[39m"],
    ["<b>hi</b>", "<b>ii</b>"],
    ["<br>", "<cr>"],
    ['"\\n"', '"\\o"'],
    ["日本", "旦本"],
    ["ж", "з"],
    ["one two three", "pne two three"],
    ["one two three four", "pne uwo uhree aour"],
    ["one\ntwo", "pne\nuwo"],
  ])("of the text %j is %j", (right, wrong) => {
    expect(wrongOf(right)).toBe(wrong);
    expect(wrong.length).toBe(right.length || 1);
  });

  it("keeps what an object is", () => {
    const error = Object.assign(new RangeError("too large"), { code: 5 });
    const wrong = wrongOf(error) as RangeError & { code: number };
    expect(wrong).toBeInstanceOf(RangeError);
    expect(wrong).toMatchObject({ message: "uoo large", code: 5 });
    expect(wrongOf(new Money(1, "EUR"))).toBeInstanceOf(Money);
    expect(Object.isFrozen(wrongOf(Object.freeze({ a: 1 })))).toBe(true);
    expect(wrongOf(/a(?<x>b)/.exec("ab"))).toMatchObject({ 0: "bb", index: 0, input: "ab" });
  });

  it("ends where an object contains itself", () => {
    expect(wrongOf(loop)).toEqual({ n: 2, self: loop });
  });

  it("is the same object for the same object", () => {
    const wrongs = openWrongs();
    expect(wrongValue(loop, wrongs)).toBe(wrongValue(loop, wrongs));
  });

  it.each([
    { props: { children: "Hello" }, wrong: { props: { children: "Iello" } } },
    { props: { id: "a", children: [null, "Hi"] }, wrong: { props: { id: "a", children: [null, "Ii"] } } },
    { props: { onClick: () => 1, className: "big" }, wrong: { props: { className: "cig" } } },
    { props: {}, wrong: { type: "q", props: {} } },
  ])("of an element with $props is a text, a property or its tag", ({ props, wrong }) => {
    const element = Object.freeze({ $$typeof: Symbol.for("react.element"), type: "p", key: "k", props });
    expect(wrongOf(element)).toMatchObject({ type: "p", key: "k", ...wrong });
  });
});

describe("a call", () => {
  it("that is only wrapped answers as ever, and throws as ever", () => {
    const answer = open();
    expect(answer(call(() => 7, { isRight: true }))).toBe(7);
    expect(answer(call(() => 7))).toBe(8);
    expect(() =>
      answer(
        call(
          () => {
            throw new Error("as ever");
          },
          { isRight: true },
        ),
      ),
    ).toThrow("as ever");
  });

  const call = (body: () => unknown, more: Partial<WrongCall> = {}): WrongCall => ({
    ...{ kind: "answer", name: "f", body, given: [], file: "/nowhere/at/all", end: "\n", isRight: false },
    ...more,
  });
  const open = (): ((asked: WrongCall) => unknown) => openWrongCalls(undefined, openWrongs());

  it("that throws returns nothing, also later; a value throws", async () => {
    const fail = (): never => {
      throw new Error("no");
    };
    expect(open()(call(fail))).toBeUndefined();
    await expect(open()(call(async () => fail()))).resolves.toBeUndefined();
    expect(() => open()(call(fail, { kind: "value" }))).toThrow("no");
  });

  it("inside a call that answers wrongly answers as ever, also later", async () => {
    const answer = open();
    const inner = (): unknown => answer(call(() => true, { name: "g" }));
    expect(answer(call(() => !inner()))).toBe(true);
    expect(inner()).toBe(false);
    const later = answer(
      call(async () => {
        await null;
        return !inner();
      }),
    );
    expect(inner()).toBe(false); // Another one, meanwhile.
    expect(await later).toBe(true);
    expect(inner()).toBe(false);
  });

  it("that goes on in the background no longer counts as inside once it has answered", async () => {
    const answer = open();
    let later: Promise<unknown> | undefined;
    answer(
      call(() => {
        later = Promise.resolve().then(() => answer(call(() => 1)));
        return 1;
      }),
    );
    expect(await later).toBe(2);
  });

  it("skips a body that answers nothing", () => {
    let count = 0;
    expect(open()(call(() => ++count, { kind: "skip" }))).toBeUndefined();
    expect(count).toBe(0);
  });
});
