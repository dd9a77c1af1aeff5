import { describe, expect, it } from "vitest";
import { draw } from "./draw.js";

describe("draw", () => {
  it("gives the same number for the same purpose, and others for others", () => {
    expect(draw(1, 2, 3)).toBe(draw(1, 2, 3));
    const purposes = [draw(1, 2, 3), draw(1, 3, 2), draw(2, 2, 3), draw(1, 2), draw(1, 2, 3, 0)];
    expect(new Set(purposes).size).toBe(purposes.length);
  });

  it("is spread evenly over seeds, loops and purposes", () => {
    for (const at of [0, 1, 2]) {
      const tenths = new Array<number>(10).fill(0);
      for (let n = 0; n < 20_000; n++) {
        const purpose = [7, 7, 7];
        purpose[at] = n;
        const tenth = Math.floor(draw(...(purpose as [number, number, number])) * 10);
        tenths[tenth] = (tenths[tenth] ?? 0) + 1;
      }
      // Five standard deviations of 2,000 in each tenth.
      for (const count of tenths) expect(Math.abs(count - 2000)).toBeLessThan(215);
    }
  });

  it("has no connection between neighbours", () => {
    let product = 0;
    for (let n = 0; n < 20_000; n++) product += (draw(1, n) - 0.5) * (draw(1, n + 1) - 0.5);
    expect(Math.abs(product / 20_000)).toBeLessThan(0.003);
  });
});
