import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { takeLines } from "../../report/terminal/take-lines.js";
import { cutText, textWidth } from "./text-width.js";

describe("textWidth", () => {
  it.each([
    ["", 0],
    ["abc", 3],
    ["é", 1],
    ["e\u0301", 1],
    ["漢字", 4],
    ["한글", 4],
    ["ｱ", 1],
    ["Ａ", 2],
    ["🎉", 2],
    ["✅", 2],
    ["✓", 1],
    ["❤\ufe0f", 2],
    ["…", 1],
    ["█", 1],
    ["𠀀", 2],
  ])("%s takes %i columns", (text, width) => {
    expect(textWidth(text)).toBe(width);
  });
});

describe("cutText", () => {
  it.each([
    { text: "four", columns: 4, gives: "four" },
    { text: "fives", columns: 4, gives: "fiv…" },
    { text: "one two", columns: 5, gives: "one…" },
    { text: "漢字漢字", columns: 8, gives: "漢字漢字" },
    { text: "漢字漢字", columns: 7, gives: "漢字漢…" },
    { text: "漢字漢字", columns: 6, gives: "漢字…" },
    { text: "fives", columns: 4, mark: "...", gives: "f..." },
    { text: "x", columns: 0, gives: "" },
    { text: "xy", columns: 1, gives: "…" },
  ])("cuts $text at $columns", ({ text, columns, mark, gives }) => {
    expect(cutText(text, columns, mark)).toBe(gives);
  });
});

describe("takeLines", () => {
  it.each([
    { text: "one two three", width: 7, lines: 2, gives: ["one two", "three"] },
    { text: "one two three", width: 6, lines: 2, gives: ["one", "two t…"] },
    { text: "one two three", width: 7, lines: 1, gives: ["one tw…"] },
    { text: "abcdefgh ij", width: 4, lines: 3, gives: ["abcd", "efgh", "ij"] },
    { text: "漢字漢字漢", width: 5, lines: 3, gives: ["漢字", "漢字", "漢"] },
    { text: "", width: 5, lines: 2, gives: [""] },
  ])("breaks $text at $width into $lines", ({ text, width, lines, gives }) => {
    expect(takeLines(text, { width, lines, mark: "…" })).toEqual(gives);
  });

  it("gives no more and no wider lines than there is room for", () => {
    const text = fc.string({ unit: fc.constantFrom(..."ab 漢🎉é\u0301/"), maxLength: 80 });
    fc.assert(
      fc.property(text, fc.integer({ min: -3, max: 20 }), fc.integer({ min: 1, max: 4 }), (words, width, lines) => {
        const taken = takeLines(words, { width, lines, mark: "…" });
        expect(taken.length).toBeLessThanOrEqual(lines);
        for (const line of taken) expect(textWidth(line)).toBeLessThanOrEqual(Math.max(0, width));
      }),
    );
  });
});
