import { describe, expect, it } from "vitest";
import { findForeign } from "./compare-branch.js";

/** base ← a ← b ← c, as workers moved the branch; x was pushed by somebody else. */
const moves = { a: "base", b: "a", c: "b", first: "", onX: "x", d: "elsewhere", loop: "back", back: "loop" };

describe("what is on the common branch and no worker announced", () => {
  it.each<[string, string | null, string | null]>([
    ["nothing, where there is no branch", null, null],
    ["nothing, where it is as it was submitted", "base", null],
    ["nothing, after moves of workers", "c", null],
    ["nothing, where a worker made the branch", "first", null],
    ["the commit at its tip", "x", "x"],
    ["a commit below the work of workers", "onX", "x"],
    ["nothing, where a person moved it to what the other branch has by now", "d", null],
    ["nothing of moves that lead in a circle", "loop", null],
  ])("is %s", async (_, tip, foreign) => {
    const mirror = { isPartOf: async (commit: string) => commit === "elsewhere" };
    const branch = { name: "untildone/x", from: "main", tip };
    expect(await findForeign(new Map(Object.entries(moves)), "base", { mirror, branch })).toBe(foreign);
  });

  it("is also what lies on a branch whose start is gone", async () => {
    const mirror = { isPartOf: () => Promise.reject(new Error("not asked")) };
    const branch = { name: "untildone/x", from: null, tip: "elsewhere" };
    expect(await findForeign(new Map(), "base", { mirror, branch })).toBe("elsewhere");
  });
});
