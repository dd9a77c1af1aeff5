import { describe, expect, it } from "vitest";
import { LiveBlock } from "../../src/system/live-block.js";

const esc = "\u001b";
/** What moves the cursor or changes a mode, in words. */
const readable = (text: string): string =>
  text
    .replaceAll(`${esc}[?2026h`, "<")
    .replaceAll(`${esc}[?2026l`, ">")
    .replaceAll(`${esc}[?7l`, "(")
    .replaceAll(`${esc}[?7h`, ")")
    .replaceAll(`${esc}[K`, "")
    .replaceAll(`${esc}[J`, "~")
    .replaceAll(/\r\u001b\[(\d+)A/g, "^$1 ")
    .replaceAll("\n", "|");

describe("a block that is redrawn in place", () => {
  it("is drawn from where the cursor is, and then over itself", () => {
    const block = new LiveBlock();
    expect(readable(block.draw(["a", "b"], 80))).toBe("<(a|b|~)>");
    expect(readable(block.draw(["c"], 80))).toBe("<^2 (c|~)>");
    expect(readable(block.draw([], 80))).toBe("<^1 (~)>");
    expect(block.isShown).toBe(false);
    expect(readable(block.draw(["d"], 80))).toBe("<(d|~)>");
  });

  it("makes room for text above it", () => {
    const block = new LiveBlock();
    block.draw(["a", "b"], 80);
    expect(readable(block.printAbove("text\n", 80))).toBe("<^2 ~text|(a|b|~)>");
    expect(readable(block.printAbove("no line end", 80))).toBe("<^2 ~no line end|(a|b|~)>");
  });

  it.each([
    ["as wide as the screen", "x".repeat(40), 40, 1],
    ["wider after the screen shrank", "x".repeat(41), 40, 2],
    ["wide characters", "漢".repeat(30), 40, 2],
    ["colours take no room", `${esc}[31m${"x".repeat(40)}${esc}[39m`, 40, 1],
    ["empty", "", 40, 1],
    ["no columns at all", "xx", 0, 2],
  ])("moves up over lines that were wrapped: %s", (_, line, columns, rows) => {
    const block = new LiveBlock();
    block.draw([line], 200);
    expect(readable(block.draw(["a"], columns))).toBe(`<^${rows} (a|~)>`);
  });

  it("stays where it is once it is left", () => {
    const block = new LiveBlock();
    block.draw(["a", "b"], 80);
    block.forget();
    expect(readable(block.draw(["c"], 80))).toBe("<(c|~)>");
  });
});
