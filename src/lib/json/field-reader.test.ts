import { describe, expect, it } from "vitest";
import { FieldReader } from "./field-reader.js";

describe("an object from outside", () => {
  it("returns a field every time it is read, even after all were found", () => {
    const border = new FieldReader({ a: "x", b: 2 }, "");
    expect([border.text("a"), border.amount("b"), border.text("c"), border.text("a"), border.amount("b")]).toEqual([
      "x",
      2,
      undefined,
      "x",
      2,
    ]);
    expect(border.unknownFields()).toEqual([]);
  });

  it("reports unknown fields until every field was read", () => {
    const border = new FieldReader({ filesChange: 1, task: "T1" }, "iteration");
    border.text("task");
    border.amount("filesChanged");
    expect(border.unknownFields()).toEqual([
      "iteration.filesChange is not a field we know (did you mean filesChanged?): ignored",
    ]);
  });

  it("takes a field that is undefined for absent, not for a stranger", () => {
    const border = new FieldReader({ a: undefined, b: 1 }, "");
    expect([border.has("a"), border.has("b"), border.has("a")]).toEqual([false, true, false]);
    expect(border.unknownFields()).toEqual([]);
  });
});
