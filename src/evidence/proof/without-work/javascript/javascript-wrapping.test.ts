import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { transformSync } from "esbuild";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { Wronged } from "../language.js";
import { javascript } from "./javascript.js";

const place = mkdtempSync(join(tmpdir(), "untildone-wrapping-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));

async function wrongAll(text: string, path = "a.js", marks = "/m"): Promise<Wronged | null> {
  const names = (await javascript.readUnits(text, path))?.map(({ name }) => name) ?? [];
  return javascript.answerWrong({ text, path, names, marks });
}

/** Runs the wrong form of a text as a script in a place without Node, and looks at an expression there. */
async function lookAt(text: string, expression: string): Promise<unknown> {
  return runInContext(`${(await wrongAll(text, "a.cjs"))?.text}\n;${expression}`, createContext({}));
}

describe("a wrapped unit goes on working", () => {
  it.each<[string, string, string, unknown]>([
    ["default parameters", "function f(a, b = a) { return a + b; }", "f(1)", 3],
    ["arguments", "function f() { return arguments.length; }", "f(1, 2)", 3],
    ["this", "function f() { return this.n; }", "f.call({ n: 1 })", 2],
    ["this of an object", "const o = { n: 1, f() { return this.n; } };", "o.f()", 2],
    ["super", "class A { f() { return 1; } } class B extends A { g() { return super.f(); } }", "new B().g()", 2],
    ["new.target", "function f() { return new.target === undefined; }", "f()", false],
    ["its name", "const f = (a, b) => 1;", "f.name", "f"],
    ["its length", "const f = (a, b) => 1;", "f.length", 2],
    ["hoisting", "const n = f(1); function f(a) { return a; }", "n", 2],
    ["a var with a parameter's name", "function f(a) { var a = a || 5; return a; }", "f(1)", 2],
    [
      "such a var that is not set",
      "function f({ a }, [b], ...c) { var a, b, c; return a + b + c[0]; }",
      "f({ a: 1 }, [2], 3)",
      7,
    ],
    ["a var in a loop", "function f(i) { for (var i = i; i < 3; i++); return i; }", "f(1)", 4],
    ["a function with a parameter's name", "function f(a) { return a(); function a() { return 1; } }", "f()", 2],
    ["strictness", 'function f() { "use strict"; return this === undefined; }', "f()", false],
    ["strictness without a semicolon", 'function f() { "use strict"\n return this === undefined }', "f()", false],
    ["sloppiness", "function f() { return this === globalThis; }", "f()", false],
    ["an object as an answer", "const f = (a) => ({ a });", "f(1).a", 2],
    ["a list of expressions", "const f = (a) => (0, a);", "f(1)", 2],
    ["a comment at the end", "const f = (a) => (a // one\n);", "f(1)", 2],
    ["a comment in the body", "function f(a) { return a // one\n}", "f(1)", 2],
    ["recursion", "function f(n) { return n < 1 ? 0 : f(n - 1); }", "f(3)", 1],
    ["two that call each other", "const f = (n) => !g(n), g = (n) => n > 0;", "f(1)", true],
    ["a private method", "class A { #f() { return 1; } g() { return this.#f() + 1; } }", "new A().g()", 3],
    ["a static method", "class A { static f() { return this === A; } }", "A.f()", false],
    ["a value", "const limit = 5;", "limit", 6],
    ["values in one declaration", "const a = 5, b = a;", "b", 7],
  ])("%s: %s", async (_, text, expression, answer) => {
    expect(await lookAt(text, expression)).toEqual(answer);
  });

  it("leaves alone what was not asked for", async () => {
    const text = "const a = () => 1; const b = () => 1;";
    const wronged = await javascript.answerWrong({ text, path: "a.js", names: ["b", "c"], marks: "/m" });
    expect(wronged?.wrapped).toEqual(["b"]);
    expect(wronged?.text).toContain("const a = () => 1;");
    expect(wronged?.more).toEqual([]);
  });

  it.each([["c"], []])("has nothing to wrap in %j", async (...names) => {
    const text = "const a = () => 1; function* c() { yield 1; }";
    expect(await javascript.answerWrong({ text, path: "a.js", names, marks: "/m" })).toBeNull();
  });
});

describe("what is put at the top", () => {
  it.each([
    ["nothing there", "export const a = 1;", /^\/\/ @ts-nocheck\n\/\* eslint-disable \*\/.*\n?$/],
    ["a command", "#!/usr/bin/env node\nconst a = 1;", /^#!\/usr\/bin\/env node\n\/\/ @ts-nocheck\n\/\*/],
    ["a directive", "'use client'\nconst a = 1;", /^\/\/ @ts-nocheck\n'use client';\/\*.*\nconst a/],
    ["directives", "'use strict'; 'use client';\nconst a = 1;", /^\/\/ @ts-nocheck\n'use strict'; 'use client';;\/\*/],
    ["how to compile", "/** @jsx h */\nconst a = 1;", /^\/\/ @ts-nocheck\n\/\*\* @jsx h \*\/\n\/\*/],
    ["a byte order mark", "\uFEFFconst a = 1;", /^\uFEFF\/\/ @ts-nocheck\n\/\*/],
    ["a decorator", "@a export class B { c() { return 1; } }", /^\/\/ @ts-nocheck\n.*; @a export class B/],
  ])("stands right with %s", async (_, text, top) => {
    expect((await wrongAll(text))?.text).toMatch(top);
  });

  it("adds one line", async () => {
    const text = "'use strict';\nimport a from 'a';\n\nexport const b = () => {\n  return 1;\n};\n";
    expect((await wrongAll(text))?.text.split("\n")).toHaveLength(text.split("\n").length + 1);
  });

  it("writes marks in an ES module and in CommonJS", async () => {
    for (const [name, text] of [
      ["a.mjs", "export const a = () => 1;"],
      ["b.cjs", "exports.a = () => 1;"],
    ] as const) {
      const marks = join(place, `${name}.marks`);
      writeFileSync(join(place, name), (await wrongAll(text, `src/${name}`, marks))?.text ?? "");
      const { a } = await import(/* @vite-ignore */ `file://${join(place, name)}`);
      expect(readFileSync(marks, "utf8")).toBe(`loaded src/${name}\n`);
      expect([a(), a()]).toEqual([2, 2]);
      expect(readFileSync(marks, "utf8")).toBe(`loaded src/${name}\ncalled a\nwrong a\n`);
    }
  });

  it.each(["cjs", "esm", "iife"] as const)(
    "can be compiled from TypeScript to %s for an old program",
    async (format) => {
      const text = "export const a = async <T,>(b: T): Promise<T> => b;\nexport class C { d(): void { a(1); } }";
      const { code } = transformSync((await wrongAll(text, "a.ts"))?.text ?? "", {
        loader: "ts",
        format,
        target: "es2018",
      });
      expect(code).toContain("untildoneWrong");
    },
  );
});

const pieces = fc.constantFrom(
  ...["export function f(a, b = 1) { return a; }", "const g = async (x) => ({ x });", "class A { m() { return 1; } }"],
  ...["export const n = [1, 2];", "exports.h = function () { return 1; };", "function* i() { yield 1; }"],
  ...["const o = { p() { return 1; }, q: (x) => x };", "function r(s) { var s = s; return s }", "/* c */", "// d"],
  ...["let t = `a`", "function u() { 'use strict'; go() }", "const V = () => <b>{1}</b>;", "if (f) { g() }", ";"],
);

it("is a program again, with every unit inside the text and none overlapping", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(pieces, { maxLength: 8 }),
      fc.constantFrom("\n", "\r\n", "\n\n  "),
      async (list, glue) => {
        const text = [...new Set(list)].join(glue);
        const units = await javascript.readUnits(text, "a.js");
        expect(units).not.toBeNull();
        let last = 0;
        for (const { start, end } of units ?? []) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
        const wronged = await wrongAll(text);
        const measurable = (units ?? []).filter(({ isMeasurable }) => isMeasurable).map(({ name }) => name);
        expect(wronged?.wrapped ?? []).toEqual(measurable);
        if (wronged) expect(await javascript.readUnits(wronged.text, "a.js")).not.toBeNull();
      },
    ),
    { numRuns: 25 },
  );
});
