import { describe, expect, it } from "vitest";
import { atEnd, insertValue } from "./insert.js";
import { parseJsonc } from "./parse.js";

describe("JSON with comments", () => {
  it.each([
    ['{"a": 1, // one\n "b": [2, /* two */ 3,],}', { a: 1, b: [2, 3] }],
    ['{"a": "// no", "b": "/* no */", "c": "\\"//"}', { a: "// no", b: "/* no */", c: '"//' }],
    ["\ufeff[]", []],
    ["// only\n1", 1],
    ["/**/{}/**/", {}],
  ])("%j is read", (text, value) => {
    expect(parseJsonc(text)).toEqual({ ok: true, value });
  });

  it.each([
    ["", 1],
    ["[,]", 1],
    ["{,}", 1],
    ["[1,,]", 1],
    ["{\n  'a': 1\n}", 2],
    ['{\n  "a": 1\n  "b": 2\n}', 3],
    ["{\n/* never ends\n}", 2],
    ['{"a": "no\nend"}', 1],
    ["{}\n\n{}", 3],
    [`${"[".repeat(300)}${"]".repeat(300)}`, 1],
  ])("%j is refused at its line", (text, line) => {
    expect(parseJsonc(text)).toMatchObject({ ok: false, line });
  });
});

describe("a value that is added", () => {
  const add = (text: string): string => insertValue(text, ["hooks", "Stop", atEnd], 1);

  it.each([
    ["an object of lines", '{\n  "a": 1\n}\n', '{\n  "a": 1,\n  "hooks": {\n    "Stop": [\n      1\n    ]\n  }\n}\n'],
    [
      "four blanks",
      '{\n    "hooks": {\n        "a": 1\n    }\n}',
      '{\n    "hooks": {\n        "a": 1,\n        "Stop": [\n            1\n        ]\n    }\n}',
    ],
    [
      "a comment behind the last one",
      '{\n  "hooks": {\n    "Stop": [\n      0 // mine\n    ]\n  }\n}',
      '{\n  "hooks": {\n    "Stop": [\n      0, // mine\n      1\n    ]\n  }\n}',
    ],
    [
      "a trailing comma",
      '{\n  "hooks": {\n    "Stop": [\n      0,\n    ],\n  },\n}',
      '{\n  "hooks": {\n    "Stop": [\n      0,\n      1,\n    ],\n  },\n}',
    ],
    ["one line", '{"hooks": {"Stop": [0]}}', '{"hooks": {"Stop": [0, 1]}}'],
    ["an empty list", '{"hooks": {"Stop": []}}', '{"hooks": {"Stop": [1]}}'],
    [
      "other line endings",
      '{\r\n\t"hooks": {\r\n\t\t"Stop": [\r\n\t\t\t0\r\n\t\t]\r\n\t}\r\n}',
      '{\r\n\t"hooks": {\r\n\t\t"Stop": [\r\n\t\t\t0,\r\n\t\t\t1\r\n\t\t]\r\n\t}\r\n}',
    ],
  ])("looks like the rest: %s", (_, before, after) => {
    expect(add(before)).toBe(after);
  });
});
