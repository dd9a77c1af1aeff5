import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonPieces } from "./json-pieces.js";

function splitPieces(text: string, chunkBytes: number, longest = 1e6): { pieces: (string | null)[]; closed: boolean } {
  const bytes = new TextEncoder().encode(text);
  const pieces: (string | null)[] = [];
  const scan = new JsonPieces(longest, (piece) => pieces.push(piece && new TextDecoder().decode(piece)));
  for (let from = 0; from < bytes.length && !scan.isClosed; from += chunkBytes)
    scan.write(bytes.slice(from, from + chunkBytes));
  return { pieces, closed: scan.isClosed };
}

describe("a JSON value taken apart", () => {
  it("gives its entries whatever they hold and wherever a chunk ends", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), fc.integer({ min: 1, max: 9 }), (list, chunkBytes) => {
        const { pieces, closed } = splitPieces(JSON.stringify(list), chunkBytes);
        expect(closed).toBe(true);
        expect(pieces.map((piece) => JSON.parse(piece ?? "null"))).toEqual(JSON.parse(JSON.stringify(list)));
      }),
    );
  });

  it.each([
    ['{"a": "\\\\", "b": {"c": [1, "}"]}}', ['"a": "\\\\"', ' "b": {"c": [1, "}"]}']],
    ['["\\"", "\\\\\\"]"]', ['"\\""', ' "\\\\\\"]"']],
    ["[1] and more, of it", ["1"]],
  ])("%s", (text, expected) => {
    for (const chunkBytes of [1, 2, 3, 100])
      expect(splitPieces(text, chunkBytes)).toEqual({ pieces: expected, closed: true });
  });

  it("hands on nothing of a piece that is too long, and goes on behind it", () => {
    expect(splitPieces(`[1, "${"x".repeat(20)}", 2]`, 4, 10).pieces).toEqual(["1", null, " 2"]);
    expect(splitPieces('["12345678", 2]', 4, 10).pieces).toEqual(['"12345678"', " 2"]);
  });

  it("is not closed before its end", () => {
    expect(splitPieces('[{"a": 1}, {"b"', 3)).toEqual({ pieces: ['{"a": 1}'], closed: false });
  });
});
