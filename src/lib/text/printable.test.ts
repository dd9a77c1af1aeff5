import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeJson, printable, printableLines } from "./printable.js";

const esc = "\u001b";

describe("what is left as it is", () => {
  it.each([
    ["text, tabs and line breaks", "one\ttwo\nthree"],
    ["letters of any script", "naïve Größe 東京 Привет שלום مرحبا हिन्दी"],
    ["emoji with joiners and selectors", "❤️‍🔥 👨‍👩‍👧 1️⃣ ✔️ ☎︎"],
    ["joiners in Persian", "نمی‌خواهم"],
    ["box drawing and bullets", "│ ├─ • … “quotes” –"],
    ["what looks like an escape but is text", "\\u001b[31m ^[[0m [31m"],
  ])("%s", (_, text) => expect(printableLines(text)).toBe(text));
});

describe("what is made harmless", () => {
  it.each([
    ["a colour", `a${esc}[31mred${esc}[0m`, "ared"],
    ["a sequence that moves the cursor", `a${esc}[2J${esc}[1;1Hb`, "ab"],
    ["the clipboard", `${esc}]52;c;aGk=\u0007`, "\\u001b]52;c;aGk=\\u0007"],
    ["a reset", `${esc}c`, "\\u001bc"],
    ["a sequence in a sequence", `${esc}[${esc}[31m2J`, "\\u001b[2J"],
    ["half a sequence", `x${esc}[`, "x\\u001b["],
    ["C1", "\u009b31m\u0085", "\\u009b31m\\u0085"],
    ["right-to-left", "a\u202eb\u2066", "a\\u202eb\\u2066"],
    ["nothing to see", "a\u200bb\u2060\ufeff\u00ad", "a\\u200bb\\u2060\\ufeff\\u00ad"],
    ["tags", "\u{e0041}", "\\udb40\\udc41"],
    ["a joiner between plain letters", "a\u200db", "a\\u200db"],
    ["joiners in a row", "é\u200d\u200d", "é\u200d\\u200d"],
    ["a carriage return", "fail\rpass", "fail\\u000dpass"],
    ["a line end of Windows", "a\r\nb", "a\nb"],
    ["a backspace", "ab\b", "ab\\u0008"],
  ])("%s", (_, text, shown) => expect(printableLines(text)).toBe(shown));

  it("a carriage return in a log starts a line", () =>
    expect(printableLines("10 %\r20 %\r\n", { carriageReturn: "\n" })).toBe("10 %\n20 %\n"));

  it("line breaks on one line", () => expect(printable("a\nb\r\n\tc")).toBe("a b c"));
});

it.each([
  ["our own", `${esc}[32mok${esc}[39m`, `${esc}[32mok${esc}[39m`],
  ["others", `${esc}[8mx${esc}[0m${esc}[41;30m`, "x"],
])("keeps of the colours only %s", (_, text, shown) => expect(printableLines(text, { colour: true })).toBe(shown));

const anything = fc.string({ unit: "binary" });

it("leaves no harmful character, whatever the text", () => {
  const harmful = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200b]/;
  fc.assert(fc.property(anything, (text) => !harmful.test(printableLines(text))));
});

it("changes nothing the second time", () => {
  fc.assert(fc.property(anything, (text) => printableLines(printableLines(text)) === printableLines(text)));
});

it("leaves JSON the same JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
      expect(JSON.stringify(JSON.parse(escapeJson(JSON.stringify(value))))).toBe(JSON.stringify(value));
    }),
  );
});
