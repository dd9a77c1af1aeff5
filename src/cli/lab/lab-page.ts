import { escapeHtml, plainPage, tableOf } from "../plain-page.js";
import { labCells, labHead, labLegend } from "./format-lab.js";
import type { LabFigures } from "./lab-figures.js";
import { limits, type TradeOffPoint, tradeOff } from "./trade-off.js";

export interface LabShown {
  readonly title: string;
  readonly total: readonly LabFigures[];
  readonly byPopulation: readonly { readonly name: string; readonly rows: readonly LabFigures[] }[];
}

/** The figures and the chart of the trade-off as one page without scripts. */
export const labPage = ({ title, total, byPopulation }: LabShown): string =>
  plainPage("untildone lab", [
    "<h1>untildone lab</h1>",
    `<p>${escapeHtml(title)}</p>`,
    drawChart(tradeOff(total)),
    figuresTable(total),
    `<pre>${escapeHtml(labLegend.join("\n"))}</pre>`,
    ...byPopulation.map(({ name, rows }) => `<h2>${escapeHtml(name)}</h2>${figuresTable(rows)}`),
  ]);

const figuresTable = (rows: readonly LabFigures[]): string =>
  tableOf(
    ["", ...labHead],
    rows.map((row) => [row.name, ...labCells(row)]),
  );

const [width, height, left, bottom] = [640, 360, 56, 44];

function drawChart(points: readonly TradeOffPoint[]): string {
  const [right, top] = limits(points);
  const x = (wasted: number): number => left + (wasted / right) * (width - left - 130);
  const y = (premature: number): number => height - bottom - (premature / top) * (height - bottom - 20);
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const [at, below] = [y(top * share), x(right * share)];
    return `<line x1="${left}" x2="${x(right)}" y1="${at}" y2="${at}" stroke="currentColor" opacity=".15"/><text x="${left - 6}" y="${at + 4}" text-anchor="end">${trim(top * share)} %</text><text x="${below}" y="${height - bottom + 16}" text-anchor="middle">${trim(right * share)}</text>`;
  });
  const marks = points.map(
    ({ name, wasted, premature }) =>
      `<circle cx="${x(wasted)}" cy="${y(premature)}" r="5" fill="#3b82f6"><title>${escapeHtml(`${name}: ${premature} % premature, ${wasted} wasted turns per loop`)}</title></circle><text x="${x(wasted) + 9}" y="${y(premature) + 4}">${escapeHtml(name)}</text>`,
  );
  return [
    `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="premature ends against wasted turns" style="max-width:${width}px;width:100%;font:12px system-ui;fill:currentColor">`,
    ...grid,
    ...marks,
    `<text x="${(left + x(right)) / 2}" y="${height - 6}" text-anchor="middle">wasted turns per loop</text>`,
    `<text x="${left}" y="12">premature, % of loops (left and down is better)</text>`,
    "</svg>",
  ].join("");
}

const trim = (value: number): string => String(Number(value.toPrecision(3)));
