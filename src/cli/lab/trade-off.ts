import type { LabFigures } from "./lab-figures.js";

/** A policy in the chart: the letter it is drawn with, and where it stands. */
export interface TradeOffPoint {
  readonly mark: string;
  readonly name: string;
  /** Wasted turns per loop, and premature ends in percent: left and down is better. */
  readonly wasted: number;
  readonly premature: number;
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export const tradeOff = (rows: readonly LabFigures[]): readonly TradeOffPoint[] =>
  rows.map(({ name, wastedPerLoop, premature }, at) => ({
    ...{ mark: letters[at % letters.length] ?? "?", name },
    ...{ wasted: wastedPerLoop, premature: premature.percent },
  }));

const height = 12;
const width = 56;

/** The chart in a terminal. Marks at the same place stand for the first of them. */
export function drawTradeOff(points: readonly TradeOffPoint[]): string {
  const [right, top] = limits(points);
  const grid = Array.from({ length: height }, () => new Array<string>(width).fill(" "));
  for (const { mark, wasted, premature } of points.toReversed()) {
    const row = grid[height - 1 - place(premature, top, height)];
    if (row) row[place(wasted, right, width)] = mark;
  }
  const lines = grid.map((row, at) => {
    const label = at === 0 ? `${top} %` : at === height - 1 ? "0 %" : "";
    return `${label.padStart(7)} |${row.join("").trimEnd()}`;
  });
  return [
    "premature",
    ...lines,
    `${" ".repeat(8)}+${"-".repeat(width)}`,
    `${" ".repeat(9)}0${`${right} wasted turns per loop`.padStart(width - 1)}`,
    ...points.map(({ mark, name }) => `  ${mark}  ${name}`),
    "",
  ].join("\n");
}

/** Round upper ends of both axes. */
export function limits(points: readonly TradeOffPoint[]): readonly [right: number, top: number] {
  const roundUp = (value: number): number => {
    const unit = 10 ** Math.floor(Math.log10(Math.max(value, 0.1)));
    return Number((Math.ceil((value * 1.05) / unit) * unit).toPrecision(2));
  };
  return [
    roundUp(Math.max(...points.map(({ wasted }) => wasted), 0.1)),
    roundUp(Math.max(...points.map(({ premature }) => premature), 0.1)),
  ];
}

const place = (value: number, end: number, cells: number): number =>
  Math.min(cells - 1, Math.max(0, Math.round((value / end) * (cells - 1))));
