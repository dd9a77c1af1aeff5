import { plural } from "../../lib/text/plural.js";
import type { OutputFigures } from "./check-outputs.js";
import type { Rate, ToolFigures } from "./rates.js";
import { type FigureName, faultsOf, figures, isOnlyBeyond, type RunResult } from "./results.js";

export const formatRate = ({ count, n, percent, low, high }: Rate): string =>
  n === 0 ? "-" : `${count}/${n} = ${percent} % (${low}–${high})`;

/** Nothing is said of turns where no run had any. */
export const formatTurns = ({ calls, best, turns }: Pick<ToolFigures, "calls" | "best" | "turns">): string =>
  best === 0 ? "-" : `${calls}/${best} = ${turns}`;

/** The tables of an evaluation, for a person. */
export const formatEval = (tools: readonly ToolFigures[]): string =>
  [...tools.map(formatTool), ...(tools.length > 1 ? [formatBeside(tools)] : [])].join("\n");

function formatTool({ tool, runs, figures: rates, byClass, wrong, faults, ...rest }: ToolFigures): string {
  const width = Math.max(...figures.map(({ name }) => name.length)) + 2;
  return [
    `${tool}: ${plural(runs, "run")}`,
    "",
    ...figures.map(({ name }) => `  ${name.padEnd(width)}${formatRate(rates[name])}`),
    `  ${"turns against the best".padEnd(width)}${formatTurns(rest)}`,
    "",
    `  ${"class".padEnd(12)}${"runs".padStart(6)}${"completed".padStart(11)}${"rightly".padStart(9)}  went wrong`,
    ...byClass.map((each) => {
      const named = Object.entries(each.faults).map(([name, count]) => `${name} ${count}`);
      const cells = `${String(each.n).padStart(6)}${String(each.completed).padStart(11)}${String(each.rightly).padStart(9)}`;
      return `  ${each.class.padEnd(12)}${cells}  ${named.join(", ") || "-"}`;
    }),
    "",
    ...listWrong(wrong),
    ...(faults.length === 0 ? [] : [`  counted for nothing: ${faults.length}`]),
    ...faults.map(({ run, why }) => `    ${run}: ${why}`),
    "",
  ].join("\n");
}

/** What nothing could have shown is named, and that is all that can be said of it. */
function listWrong(wrong: readonly RunResult[]): readonly string[] {
  const [beyond, others] = [wrong.filter(isOnlyBeyond), wrong.filter((each) => !isOnlyBeyond(each))];
  return [
    ...(others.length === 0 ? [] : [...others.map(formatWrong), ""]),
    ...(beyond.length === 0 ? [] : [`  beyond the evidence: ${beyond.map(({ run }) => run).join(", ")}`, ""]),
  ];
}

export function formatWrong(result: RunResult): string {
  const { run, outcome, why, refused, told, folder } = result;
  const words = [outcome ?? "not completed", why, ...refused.map((each) => `refused ${each}`), ...told].join("; ");
  const place = folder === null ? "" : `\n      ${folder}`;
  return `  ${faultsOf(result).join(", ")}: ${run}\n      ${words.replaceAll(/\s+/g, " ").slice(0, 300)}${place}`;
}

const besideNames: readonly FigureName[] = ["false completed", "missed completed", "beyond the evidence: completed"];

function formatBeside(tools: readonly ToolFigures[]): string {
  const rows = [
    ["tool", ...besideNames, "turns against the best"],
    ...tools.map((each) => [
      each.tool,
      ...besideNames.map((name) => formatRate(each.figures[name])),
      each.best === 0 ? "-" : String(each.turns),
    ]),
  ];
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}

/** What was read of messages, lists, test outputs and situations, and everything that was read wrongly. */
export const formatOutputs = ({ messages, lists, tests, situations, differing, ...graded }: OutputFigures): string =>
  [
    `messages: ${Object.entries(messages)
      .map(([name, value]) => `${name} ${formatRate(value)}`)
      .join(", ")}`,
    `lists right ${formatRate(lists)}, test outputs right ${formatRate(tests)}, situations right ${formatRate(situations)}`,
    ...(graded.doneWrong.n + graded.refusedRight.n === 0
      ? []
      : [
          `graded decisions: done though wrong ${formatRate(graded.doneWrong)}, refused though right ${formatRate(graded.refusedRight)}`,
        ]),
    ...differing.map(({ kind, name, wanted, got }) => `  ${kind} ${name}: ${got} instead of ${wanted}`),
    "",
  ].join("\n");
