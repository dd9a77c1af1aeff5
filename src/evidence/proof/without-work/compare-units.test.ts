import { describe, expect, it } from "vitest";
import { compareUnits, hasWhatItNeeds, type Outlined, takeBack } from "./compare-units.js";
import { isAskedFor, isNamedIn } from "./name-units.js";

/** Each line is a unit, named by its first word. */
function lines(text: string): Outlined {
  let start = 0;
  const units = text.split("\n").map((line, at) => {
    const unit = { name: line.split(" ")[0] ?? "", start, end: start + line.length, isMeasurable: true, line: at + 1 };
    start += line.length + 1;
    return unit;
  });
  return { text, units: units.filter(({ name }) => name !== "" && name !== "//") };
}

describe("the units of a file, then and now", () => {
  const names = (old: string, now: string) => {
    const { added, changed } = compareUnits(lines(old), lines(now));
    return [added.map(({ name }) => name), changed.map(({ name }) => name)];
  };
  it.each([
    { old: "add 1", now: "add 1\nsub 2", is: [["sub"], []] },
    { old: "add 1\nsub 2", now: "sub 2\nadd 3", is: [[], ["add"]] },
    { old: "", now: "add 1", is: [["add"], []] },
    { old: "add 1", now: "add 1", is: [[], []] },
    { old: "add 1\nadd 2", now: "add 1\nadd 3\nadd 4", is: [["add"], ["add"]] },
    { old: "add 1\nsub 2", now: "add 1", is: [[], []] },
  ])("$old -> $now", ({ old, now, is }) => expect(names(old, now)).toEqual(is));

  it.each([
    { old: "add 1\nsub 2", now: "add 111\nsub 222", is: "add 1\nsub 2" },
    { old: "add 1", now: "// new\nadd 2\nsub 3", is: "// new\nadd 1\nsub 3" },
    { old: "add 1", now: "sub 3", is: "sub 3" },
  ])("taken back: $now -> $is", ({ old, now, is }) => expect(takeBack(lines(old), lines(now))).toBe(is));
});

describe("units taken back one by one find what they need", () => {
  it.each([
    ["add one\none 1", "add two\none 1\ntwo 2", true, "what they use is there"],
    ["add one\none 1", "add two\ntwo 2", false, "what they use is gone"],
    ["add x.one\none 1", "add two\ntwo 2", true, "a member of that name is not what is gone"],
    ["add #one\n// #one", "add two\ntwo 2", true, "a comment declares nothing"],
    ["add #one\nset #one", "add two\nset two\ntwo 2", true, "all that use it go back"],
    ["add local\nsub 1", "add two\nsub 1\ntwo 2", true, "their own names are theirs"],
    ["add from # from one\nsub 1", "add two\nsub 1\ntwo 2", true, "words of a comment are none"],
  ])("%j -> %j: %s, %s", (old, now, is) => expect(hasWhatItNeeds(lines(old), lines(now))).toBe(is));
});

describe("the units that a text names", () => {
  it.each([
    ["expect(slugify('a')).toBe('a')", "slugify", "src/text.js", true],
    ["expect(slugifyAll('a')).toBe('a')", "slugify", "src/text.js", false],
    ["new Money(2).add(3)", "Money.add", "src/money.js", true],
    ['import parse from "../src/parse.js"', "default", "src/parse.js", true],
    ['import parse from "../src/other.js"', "default", "src/parse-all.js", false],
    ["assert $get(1)", "get", "src/a.js", false],
  ])("a test: %s names %s: %s", (text, name, path, is) => expect(isNamedIn(text, { name }, path)).toBe(is));

  it.each([
    ["Add slugify(text)", "slugify", "src/text.js", true],
    ["Add a `slugify` helper", "slugify", "src/text.js", true],
    ["Add parseDate to the library", "parseDate", "src/dates.js", true],
    ["Add word_count to the library", "word_count", "lib/text.py", true],
    ["Let people round amounts", "round", "src/money.js", false],
    ["Write the roman module", "roman", "src/roman.js", true],
    ["Add a b", "b", "src/a.js", false],
    ["Parse dates", "default", "src/parse.js", false],
  ])("a task: %s asks for %s", (text, name, path, is) => expect(isAskedFor(text, { name }, path)).toBe(is));
});
