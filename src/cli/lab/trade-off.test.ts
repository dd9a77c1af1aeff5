import { describe, expect, it } from "vitest";
import { drawTradeOff, limits } from "./trade-off.js";

const point = (mark: string, wasted: number, premature: number) => ({
  mark,
  name: `policy ${mark}`,
  wasted,
  premature,
});

describe("the chart of the trade-off", () => {
  it("has the best at the lower left and names every mark", () => {
    const lines = drawTradeOff([point("A", 0, 0), point("B", 9, 40)]).split("\n");
    const rowOf = (mark: string): number => lines.findIndex((line) => line.includes("|") && line.includes(mark));
    expect(rowOf("A")).toBeGreaterThan(rowOf("B"));
    expect(lines[rowOf("A")]?.indexOf("A")).toBeLessThan(lines[rowOf("B")]?.indexOf("B") ?? 0);
    expect(lines).toContain("  B  policy B");
  });

  it("shows the first where two stand at the same place", () => {
    const drawn = drawTradeOff([point("A", 1, 1), point("B", 1, 1)]);
    expect(drawn.split("\n").filter((line) => line.includes("|") && line.includes("B"))).toEqual([]);
  });

  it("has room where nothing is wasted and nothing wrong", () => {
    expect(limits([point("A", 0, 0)])).toEqual([0.2, 0.2]);
  });
});
