import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { sha1 } from "./sha1.js";

it.each(["", "a", "/home/me/project", "ünïcödé \u{1f600}", "\ud800", "\0"])("has the SHA-1 of %j", (text) => {
  expect(sha1(text)).toBe(createHash("sha1").update(text).digest("hex"));
});

it("has it for every length around the blocks", () => {
  for (let length = 0; length < 260; length++) {
    const text = Array.from({ length }, (_, at) => String.fromCharCode(32 + ((at * 7 + length) % 90))).join("");
    expect(sha1(text), `${length}`).toBe(createHash("sha1").update(text).digest("hex"));
  }
});
