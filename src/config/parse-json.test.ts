import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "./parse-json.js";

const native = (text: string): unknown => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return "not JSON";
  }
};

describe("our reader of JSON", () => {
  it("reads what JSON.parse reads, as it does", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 1, "\t", "\r\n "), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(parseJson(text)).toMatchObject({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  it("refuses what JSON.parse refuses, and a key given twice", () => {
    const scraps = [
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"a"',
      '"b"',
      '"',
      "\\",
      "1",
      "-",
      ".5",
      "e3",
      "true",
      "nul",
      "null",
      " ",
      "\n",
      "\u2028",
      "/",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...scraps), { maxLength: 14 }), (parts) => {
        const text = parts.join("");
        const parsed = parseJson(text);
        if (parsed.ok) expect(native(text)).toEqual({ value: parsed.value });
        else if (!parsed.message.includes("a second time")) expect(native(text)).toBe("not JSON");
      }),
      { numRuns: 20_000 },
    );
  });

  it("knows the line of every key", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.dictionary(fc.string(), fc.integer())), (value) => {
        const parsed = parseJson(JSON.stringify(value, null, 1));
        if (!parsed.ok) throw new Error(parsed.message);
        const lines = JSON.stringify(value, null, 1).split("\n");
        for (const [name, inner] of Object.entries(value))
          for (const keys of [[name], ...Object.keys(inner).map((key) => [name, key])])
            expect(lines[parsed.lineOf(keys) - 1]).toContain(`${JSON.stringify(keys.at(-1))}:`);
      }),
    );
  });

  it("names the nearest key above one that is not there", () => {
    const parsed = parseJson('{\n"a": {\n"b": [\n1,\n2]}}');
    if (!parsed.ok) throw new Error(parsed.message);
    const lines = [["a", "b", 1], ["a", "b", 7], ["a", "c"], ["x"], []].map((keys) => parsed.lineOf(keys));
    expect(lines).toEqual([5, 3, 2, 1, 1]);
  });
});
