import type { Block, Hidden } from "./block.js";
import type { ListProblem } from "./found.js";

/** Lines that look like a box but are not one, for people to fix. */
export function overlooked(blocks: readonly Block[], hidden: readonly Hidden[]): readonly ListProblem[] {
  const problems: ListProblem[] = [];
  for (const block of blocks)
    if (block.is === "text" && nearBox.test(block.text))
      problems.push({
        line: block.line + 1,
        message: "a box without a list marker and a blank before it is not counted",
      });
  for (const { line, text, by } of hidden)
    if (itemBox.test(text))
      problems.push({
        line: line + 1,
        message: `a box in ${by === "indent" ? "indented code" : "raw HTML"} is not counted`,
      });
  return problems;
}

const nearBox = /^(?:[-+*]?\[[ xX]\]\s*\S|[-+*]\[[ xX]\])/u;

const itemBox = /^(?:[-+*]|\d{1,9}[.)])\s+\[[ xX]\](?!\()/u;
