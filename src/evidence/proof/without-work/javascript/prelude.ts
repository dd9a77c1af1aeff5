import type { Program } from "@babel/types";
import type { Insertion } from "../insertions.js";
import type { WrongAsked } from "../language.js";
import { callFunctions, openWrongCalls } from "./runtime/wrong-calls.js";
import { elementFunctions, wrongElement } from "./runtime/wrong-element.js";
import { objectFunctions, wrongObject } from "./runtime/wrong-object.js";
import { textFunctions, wrongText } from "./runtime/wrong-text.js";
import { valueFunctions, wrongValue } from "./runtime/wrong-value.js";
import { wrongFunction } from "./wrap-unit.js";

/**
 * What is put at the top of a file that answers wrongly: one line, after the directives, so that what follows moves by
 * one line at most. A function, since those are there before the file has run: where files import each other, it may be
 * called earlier.
 */
export async function makePrelude(
  { path, text, marks, isRight }: WrongAsked,
  program: Program,
): Promise<readonly Insertion[]> {
  const top = startOfCode(text);
  const directive = program.directives.at(-1)?.end;
  const [loaded, file] = [JSON.stringify(path), JSON.stringify(marks)];
  const parameters = /\.[mc]?tsx?$/.test(path)
    ? "<T>(kind: any, name: any, body?: (...given: any[]) => T, ...given: any[]): T"
    : "(kind, name, body, ...given)";
  const code = [
    `/* eslint-disable */ /* c8 ignore next */ /* v8 ignore next */ /* istanbul ignore next */ `,
    `function ${wrongFunction}${parameters} { `,
    `const key = Symbol.for("untildone.wrong-answers"); const host = globalThis; `,
    `if (!host[key]) Object.defineProperty(host, key, { value: (() => { ${await writeRuntime()} })() }); `,
    `return host[key]({ kind, name, body, given, file: ${file}, end: "\\n", isRight: ${isRight === true} }); } `,
    `${wrongFunction}("loaded", ${loaded});`,
  ].join("");
  // After the comments at the top, which may say how the file is compiled.
  const at = directive ?? program.body[0]?.start ?? top;
  return [
    { at: top, text: "// @ts-nocheck\n" },
    { at, text: `${directive == null ? "" : ";"}${code} ` },
  ];
}

/** After a byte order mark and the line that names an interpreter. */
const startOfCode = (text: string): number => /^\uFEFF?(?:#!.*\r?\n)?/.exec(text)?.[0].length ?? 0;

const runtime = [...callFunctions, ...valueFunctions, ...textFunctions, ...objectFunctions, ...elementFunctions];

/** The functions that give wrong answers as one line of code, in the names they have in this build. */
async function writeRuntime(): Promise<string> {
  const { parse } = await import("@babel/parser");
  const parts = Object.entries({ value: wrongValue, text: wrongText, object: wrongObject, element: wrongElement });
  const wrongs = parts.map(([name, part]) => `${name}: ${part.name}`).join(", ");
  const text = `${runtime.map(String).join("\n")}
    const load = typeof require === "function" ? require : undefined;
    const open = ${openWrongCalls.name}(load, { given: new WeakMap(), ${wrongs} });`;
  const tokens: readonly Token[] = parse(text, { tokens: true }).tokens ?? [];
  const code = tokens.filter(({ type }) => typeof type !== "string").map(({ start, end }) => text.slice(start, end));
  const line = code.join(" ").replaceAll(/\\\r?\n/g, ""); // The build breaks long lines, also inside of strings.
  return `${line} return open;`;
}

/** Of comments the type is a word. */
interface Token {
  readonly type: unknown;
  readonly start: number;
  readonly end: number;
}
