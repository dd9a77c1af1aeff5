import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blankJsonc } from "../../src/lib/json/jsonc/blank.js";
import { atEnd, insertValue } from "../../src/lib/json/jsonc/insert.js";
import { parseJsonc } from "../../src/lib/json/jsonc/parse.js";
import { removeValue } from "../../src/lib/json/jsonc/remove.js";

const ours = { hooks: [{ type: "command", command: "untildone hook claude", timeout: 1800 }] };
const keys = ["hooks", "Stop", "mcpServers", "a", "b", 'q"/*', "//"];

/** What may stand between two tokens. A line comment ends with its line. */
const trivia = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("", " ", "  ", "\n", "\n  ", "\r\n\t", "\n\n    ", "\t") },
  { weight: 2, arbitrary: fc.constantFrom("/* c */", " /* \n */ ", "// c\n", " // , ] }\r\n  ", '/* "hooks": [ */\n') },
);

/** Texts of values, with any layout, comments and trailing commas. */
const { document } = fc.letrec<{ document: string; value: string; object: string; list: string }>((tie) => {
  const entry = (body: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc.tuple(trivia, body, trivia).map((parts) => parts.join(""));
  const container = (open: string, close: string, body: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc
      .tuple(fc.array(entry(body), { maxLength: 3 }), fc.boolean(), trivia)
      .map(
        ([entries, trailing, end]) =>
          `${open}${entries.join(",")}${entries.length > 0 && trailing ? "," : ""}${end}${close}`,
      );
  const field = fc
    .tuple(fc.constantFrom(...keys), trivia, trivia, tie("value"))
    .map(([key, before, after, value]) => `${JSON.stringify(key)}${before}:${after}${value}`);
  return {
    document: fc.tuple(trivia, tie("object"), trivia).map((parts) => parts.join("")),
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.oneof(
        fc.string().map((text) => JSON.stringify(text)),
        fc.integer().map(String),
        fc.constantFrom("null", "true"),
      ),
      tie("object"),
      tie("list"),
    ),
    object: container("{", "}", field),
    list: container("[", "]", tie("value")),
  };
});

/** Whether the way to the place is free: objects and a list, where there is something already. */
function leadsThere(text: string, path: readonly string[]): boolean {
  const parsed = parseJsonc(text);
  if (!parsed.ok) return false;
  let value: unknown = parsed.value;
  for (const step of path) {
    if (value === undefined) return true;
    if (step === atEnd) return Array.isArray(value);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    value = Object.hasOwn(value, step) ? (value as Record<string, unknown>)[step] : undefined;
  }
  return value === undefined;
}

function lengthAt(text: string, path: readonly string[]): number {
  const parsed = parseJsonc(text);
  let value: unknown = parsed.ok ? parsed.value : undefined;
  for (const step of path) value = (value as Record<string, unknown> | undefined)?.[step];
  return Array.isArray(value) ? value.length : 0;
}

describe("an edit of JSON with comments", () => {
  it("is undone to the byte: at the end of a list", () => {
    fc.assert(
      fc.property(document, (text) => {
        const path = ["hooks", "Stop", atEnd];
        fc.pre(leadsThere(text, path));
        const index = lengthAt(text, ["hooks", "Stop"]);
        const added = insertValue(text, path, ours);
        expect(parseJsonc(added)).toMatchObject({ ok: true });
        expect(lengthAt(added, ["hooks", "Stop"])).toBe(index + 1);
        expect(removeValue(added, ["hooks", "Stop", index])).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it("is undone to the byte: a field", () => {
    fc.assert(
      fc.property(document, (text) => {
        const path = ["mcpServers", "untildone"];
        fc.pre(leadsThere(text, path));
        const added = insertValue(text, path, { command: "untildone", args: ["mcp"] });
        expect(parseJsonc(added)).toMatchObject({ ok: true, value: { mcpServers: { untildone: { args: ["mcp"] } } } });
        expect(removeValue(added, path)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it("leaves every other value as it was", () => {
    fc.assert(
      fc.property(document, (text) => {
        fc.pre(leadsThere(text, ["new", atEnd]));
        const before = parseJsonc(text);
        const after = parseJsonc(insertValue(text, ["new", atEnd], 1));
        if (!before.ok || !after.ok) throw new Error("not JSON");
        expect(after.value).toEqual({ ...(before.value as object), new: [1] });
      }),
      { numRuns: 200 },
    );
  });
});

describe("JSON with comments", () => {
  it("keeps every offset when it is made JSON", () => {
    fc.assert(
      fc.property(fc.oneof(document, fc.string({ maxLength: 60 })), (text) => {
        expect(blankJsonc(text)).toHaveLength(text.length);
      }),
    );
  });

  it("is JSON wherever the text was JSON", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseJsonc(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });
});
