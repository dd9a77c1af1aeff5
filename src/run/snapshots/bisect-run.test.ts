import { describe, expect, it } from "vitest";
import { bisectMoments } from "./bisect-run.js";
import type { CopyResult } from "./try-in-copy.js";

const fails = (...tests: string[]): CopyResult => ({ is: "fails", tests: new Set(tests), why: `${tests.length} fail` });
const holds: CopyResult = { is: "holds" };
const unknown: CopyResult = { is: "unknown", why: "the disk is full" };

describe("the turn that made a check fail", () => {
  it.each(Array.from({ length: 9 }, (_, at) => ({ bad: at + 1 })))(
    "is found at moment $bad of ten",
    async ({ bad }) => {
      let tries = 0;
      const result = await bisectMoments(10, async (moment) => {
        tries++;
        return moment >= bad ? fails("a") : holds;
      });
      expect(result).toMatchObject({ is: "found", at: bad });
      expect(tries).toBeLessThanOrEqual(6);
    },
  );

  it("is not looked for where the check holds now", async () => {
    expect(await bisectMoments(4, async () => holds)).toEqual({ is: "green-now" });
  });

  it("is refused where the same tests failed before the first turn", async () => {
    expect(await bisectMoments(4, async () => fails("old"))).toMatchObject({ is: "red-at-start" });
  });

  it("is found for a new failure beside one that was there", async () => {
    const result = await bisectMoments(6, async (moment) => (moment >= 3 ? fails("old", "new") : fails("old")));
    expect(result).toMatchObject({ is: "found", at: 3 });
  });

  it("passes over moments that cannot be tried, and says so where all of them are", async () => {
    const one = await bisectMoments(8, async (moment) => (moment === 4 ? unknown : moment >= 6 ? fails("a") : holds));
    expect(one).toMatchObject({ is: "found", at: 6 });
    const none = await bisectMoments(4, async (moment) => (moment === 0 ? holds : moment === 3 ? fails("a") : unknown));
    expect(none).toEqual({ is: "between", from: 0, to: 3, why: "the disk is full" });
  });
});
