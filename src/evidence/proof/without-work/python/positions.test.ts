import { expect, it } from "vitest";
import { insertAll } from "../insertions.js";
import { type PythonPlace, placeReader } from "./positions.js";

const rows: readonly [what: string, text: string, place: PythonPlace, rest: string][] = [
  ["the beginning", "a\nb", [1, 0], "a\nb"],
  ["a later line", "a\nbc", [2, 1], "c"],
  ["a line that ends with CR and LF", "a\r\nbc", [2, 1], "c"],
  ["a line that ends with CR alone", "a\rbc", [2, 0], "bc"],
  ["both endings in one text", "a\r\nb\nc\rd", [4, 0], "d"],
  ["an empty line between", "a\n\r\nb", [3, 0], "b"],
  ["letters of two bytes", "é = 1; b", [1, 7], " b"],
  ["letters of three bytes", "日本 = 1", [1, 6], " = 1"],
  ["letters of four bytes, which are two units of a string", "'😀' + b", [1, 6], " + b"],
  ["a form feed is no line end", "a\fb\nc", [2, 0], "c"],
  ["nor is a line separator", "a\u2028b\nc", [2, 0], "c"],
  ["the end of the text", "ab", [1, 2], ""],
  ["a line behind the end", "ab", [3, 0], ""],
];

it.each(rows)("finds %s", (_what, text, place, rest) => {
  expect(text.slice(placeReader(text)(place))).toBe(rest);
});

it("puts texts in from the front, and those at one place in their order", () => {
  const insertions = [
    { at: 2, text: "<" },
    { at: 0, text: "(" },
    { at: 2, text: ">" },
    { at: 4, text: ")" },
  ];
  expect(insertAll("abcd", insertions)).toBe("(ab<>cd)");
  expect(insertAll("abcd", [])).toBe("abcd");
});
