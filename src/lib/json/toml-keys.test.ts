import fc from "fast-check";
import { expect, it } from "vitest";
import { readTomlKeys } from "./toml-keys.js";

/** Each key as "a.b", a table as "[a.b]"; or the line that cannot be followed. */
const ask = (text: string): readonly string[] | number => {
  const read = readTomlKeys(text);
  if (!read.ok) return read.line;
  return read.keys.map(({ path, isTable }) => (isTable ? `[${path.join(".")}]` : path.join(".")));
};

it.each([
  ["", []],
  ["# only [a] comment\n", []],
  ["\ufeffa = 1\r\nb = 2", ["a", "b"]],
  ["[a]\nb = 1\n[a.c]\nd = 2\n", ["[a]", "a.b", "[a.c]", "a.c.d"]],
  ["[[a.b]]\nx = 1", ["[a.b]", "a.b.x"]],
  ['[ "a" . \'b c\' ]\n"x.y" . z = 1', ["[a.b c]", "a.b c.x.y.z"]],
  ['a = "]\\" # no comment" # a comment\nb = 1', ["a", "b"]],
  ["a = 'C:\\' # x\nb = 1", ["a", "b"]],
  ['a = """\n[not.a.table]\n\\""" still """\nb = 1', ["a", "b"]],
  ['a = """ends in quotes"""""\nb = 1', ["a", "b"]],
  ["a = '''\n[x]\n'''\nb = 1", ["a", "b"]],
  ['a = [\n  1, # one ]\n  [2, "]"],\n]\nb = 1', ["a", "b"]],
  ["a = { b = { c = [1] }, 'd' = 2 }\ne = 1", ["a", "e"]],
  ["a = 1979-05-27 07:32:00Z\nb = -1e3\nc = 0x1F\nd = inf\ne = true", ["a", "b", "c", "d", "e"]],
] as const)("reads the keys of %j", (text, keys) => {
  expect(ask(text)).toEqual(keys);
});

it.each([
  ["a", 1],
  ["a =", 1],
  ["a = 1 b = 2", 1],
  ["x = 1\n[a", 2],
  ["x = 1\n[a] b", 2],
  ['x = 1\na = "open\n', 2],
  ['a = """\nopen', 2],
  ["a = [1, 2", 1],
  ["a = { b = 1", 1],
  ["a = [1 2]", 1],
  ["{}", 1],
  [`a = ${"[".repeat(100_000)}`, 1],
] as const)("cannot follow %.40j, in line %i", (text, line) => {
  expect(ask(text)).toBe(line);
});

it("never throws, whatever it is given", () => {
  const part = fc.constantFrom("[", "]", "a", ".", "=", '"', "'", "\n", "#", " ", "{", "}", ",", "1", "\\");
  fc.assert(fc.property(fc.string({ unit: part, maxLength: 60 }), (text) => void readTomlKeys(text)));
});
