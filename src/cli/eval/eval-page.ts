import { escapeHtml, plainPage, tableOf } from "../plain-page.js";
import type { OutputFigures } from "./check-outputs.js";
import { formatRate, formatTurns, formatWrong } from "./format-eval.js";
import type { ToolFigures } from "./rates.js";
import { figures } from "./results.js";

/** The figures as one page without scripts. */
export const evalPage = (tools: readonly ToolFigures[], outputs: OutputFigures | null): string =>
  plainPage("untildone eval", [
    "<h1>untildone eval</h1>",
    "<p>Each figure is a count, a share, and the interval in which the true rate lies in 95 of 100 cases.</p>",
    tableOf(
      ["", ...tools.map(({ tool }) => tool)],
      [
        ...figures.map(({ name, about }) => [
          `${name}: ${about}`,
          ...tools.map((each) => formatRate(each.figures[name])),
        ]),
        ["turns against the best", ...tools.map(formatTurns)],
      ],
    ),
    ...(outputs ? [outputsPart(outputs)] : []),
    ...tools.map(wrongPart),
  ]);

function outputsPart({ messages, lists, tests, situations }: OutputFigures): string {
  const rows = [
    ...Object.entries(messages).map(([name, value]) => [`messages ${name}`, formatRate(value)]),
    ["lists right", formatRate(lists)],
    ["test outputs right", formatRate(tests)],
    ["situations right", formatRate(situations)],
  ];
  return `<h2>Messages, lists, test outputs, situations</h2>${tableOf(["", ""], rows)}`;
}

const wrongPart = ({ tool, wrong, faults }: ToolFigures): string =>
  [
    `<h2>${escapeHtml(tool)}: runs that went wrong</h2>`,
    wrong.length === 0 ? "<p>None.</p>" : `<pre>${escapeHtml(wrong.map(formatWrong).join("\n"))}</pre>`,
    faults.length === 0
      ? ""
      : `<p>Counted for nothing:</p><pre>${escapeHtml(faults.map(({ run, why }) => `${run}: ${why}`).join("\n"))}</pre>`,
  ].join("");
