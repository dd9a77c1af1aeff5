import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wrap } from "./wrap.js";

describe("wrap", () => {
  it.each([
    { text: "one two", width: 7, gives: "one two" },
    { text: "one two", width: 6, gives: "one\ntwo" },
    { text: "  one two", width: 8, gives: "  one\n  two" },
    { text: "  one two three", width: 12, hang: 4, gives: "  one two\n    three" },
    { text: "one two", width: Number.POSITIVE_INFINITY, gives: "one two" },
    { text: "a/very/long/path and", width: 10, gives: "a/very/long/path\nand" },
    { text: "\u001b[31mone two\u001b[39m", width: 7, gives: "\u001b[31mone two\u001b[39m" },
    { text: "\u001b[31mone two\u001b[39m", width: 6, gives: "\u001b[31mone\ntwo\u001b[39m" },
    { text: "one two\nthree", width: 6, gives: "one\ntwo\nthree" },
    { text: "one two three", width: 9, hang: 30, gives: "one two\n   three" },
  ])("breaks $text at $width", ({ text, width, hang = 0, gives }) => {
    expect(wrap(text, { width, hang })).toBe(gives);
  });

  it("loses no word, and breaks every line that has a blank to break at", () => {
    const word = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(..."abcé漢/") });
    fc.assert(
      fc.property(fc.array(word), fc.integer({ min: 3, max: 60 }), fc.nat(30), (words, width, hang) => {
        const lines = wrap(words.join(" "), { width, hang }).split("\n");
        expect(lines.flatMap((line) => line.split(" ").filter(Boolean))).toEqual(words);
        for (const line of lines) if (line.trim().includes(" ")) expect([...line].length).toBeLessThanOrEqual(width);
      }),
    );
  });
});
