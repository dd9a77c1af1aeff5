import { describe, expect, it } from "vitest";
import { LiveBlock } from "./live-block.js";

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
    .replaceAll("\r", "!")
    .replaceAll(/\u001b\[(\d+)A/g, "^$1")
    .replaceAll("\n", "|");

describe("a block that is redrawn in place", () => {
  it("is drawn from where the cursor is, and then over itself", () => {
    const block = new LiveBlock();
    expect(readable(block.draw(["a", "b"]))).toBe("<(a|b|~)^2>");
    expect(readable(block.draw(["c"]))).toBe("<!(c|~)^1>");
    expect(readable(block.draw([]))).toBe("<!(~)>");
    expect(block.isShown).toBe(false);
    expect(readable(block.draw(["d"]))).toBe("<(d|~)^1>");
  });

  it("makes room for text above it", () => {
    const block = new LiveBlock();
    block.draw(["a", "b"]);
    expect(readable(block.printAbove("text\n"))).toBe("<!~text|(a|b|~)^2>");
    expect(readable(block.printAbove("no line end"))).toBe("<!~no line end|(a|b|~)^2>");
  });

  it("stays where it is once it is left, with the cursor below it", () => {
    const block = new LiveBlock();
    block.draw(["a", "b"]);
    expect(readable(block.leave())).toBe("<!(a|b|~)>");
    expect(readable(block.draw(["c"]))).toBe("<(c|~)^1>");
    block.draw([]);
    expect(block.leave()).toBe("");
  });
});
