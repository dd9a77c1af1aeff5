import { expect, it } from "vitest";
import { formatEval } from "./format-eval.js";
import { countTool } from "./rates.js";

it("keeps the columns of several tools apart, and says nothing of turns where there were none", () => {
  const text = formatEval([countTool("untildone", []), countTool("a-tool-with-a-long-name", [])]);
  expect(text).toMatch(/turns against the best +-\n/);
  expect(text).not.toContain("0/0");
  const head = text.split("\n").find((line) => line.startsWith("tool "));
  expect(head?.split(/ {2,}/)).toEqual([
    ...["tool", "false completed", "missed completed", "beyond the evidence: completed"],
    "turns against the best",
  ]);
});
