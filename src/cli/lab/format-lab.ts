import { paint } from "../../report/terminal/paint.js";
import type { Rate } from "../eval/rates.js";
import type { LabFigures } from "./lab-figures.js";

const columns: readonly (readonly [title: string, (figures: LabFigures) => string])[] = [
  ["premature", ({ premature }) => formatShare(premature)],
  ["shown", ({ shown }) => formatShare(shown)],
  ["missed", ({ missed }) => formatShare(missed)],
  ["finished", ({ finished }) => formatShare(finished)],
  ["turns", ({ turnsPerLoop }) => turnsPerLoop.toFixed(1)],
  ["wasted", ({ wastedPerLoop }) => wastedPerLoop.toFixed(2)],
  ["cost", ({ usdPerLoop }) => `$${usdPerLoop.toFixed(2)}`],
  ["stuck", ({ stuckTurns }) => (stuckTurns === null ? "-" : stuckTurns.toFixed(1))],
];

/** "4.2 % (3.9–4.5)" */
export const formatShare = ({ n, percent, low, high }: Rate): string =>
  n === 0 ? "-" : `${percent.toFixed(1)} % (${low.toFixed(1)}–${high.toFixed(1)})`;

export const labHead = columns.map(([title]) => title);
export const labCells = (figures: LabFigures): readonly string[] => columns.map(([, show]) => show(figures));

/** What each column counts. */
export const labLegend: readonly string[] = [
  "premature  called completed while something was missing, wrong or broken, of all loops (95 % interval)",
  "shown      the same where a test of the project said so",
  "missed     not called completed, of the loops in which everything was right",
  "finished   right and called completed, of all loops",
  "turns, wasted, cost   per loop; wasted are turns on what was right already, or beyond the agent",
  "stuck      turns until a loop was ended that could gain nothing more",
];

export function formatTable(rows: readonly LabFigures[], colour: boolean): string {
  const { bold } = paint(colour);
  const cells = [["", ...labHead], ...rows.map((row) => [row.name, ...labCells(row)])];
  const widths = cells[0]?.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0))) ?? [];
  return cells
    .map((row, at) => {
      const line = row.map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      );
      return `${at === 0 ? bold(line.join("  ")) : line.join("  ")}\n`;
    })
    .join("");
}
