import { resolve } from "node:path";
import { replaceUserFile } from "../../lib/files/disk.js";
import type { Io, ParsedArgs } from "../command.js";
import { formatTable, labLegend } from "./format-lab.js";
import { figuresOf, type LabFigures, totalFigures } from "./lab-figures.js";
import { labPage } from "./lab-page.js";
import type { Experiment, VariantSums } from "./play-variants.js";
import { drawTradeOff, tradeOff } from "./trade-off.js";

interface LabReport {
  readonly args: ParsedArgs;
  readonly io: Io;
  readonly seconds: number;
}

/** Prints what the loops came to: a table and a chart, or JSON lines; a page where one is asked for. */
export function reportLab(experiment: Experiment, sums: VariantSums, { args, io, seconds }: LabReport): void {
  const { populations, projects, loops, seed } = experiment;
  const rows = toRows(experiment, sums);
  const total = rows.map((row) => row.total);
  const title = `${loops} loops for each policy, ${populations.length} sorts of agents in ${projects.length} kinds of projects, seed ${seed}`;
  const file = args.text("html");
  if (file !== undefined) {
    const byPopulation = populations.map(({ name }, at) => ({
      name,
      rows: rows.flatMap((row) => row.byPopulation[at] ?? []),
    }));
    replaceUserFile(resolve(io.cwd, file), labPage({ title, total, byPopulation }));
    io.err(`written: ${file}\n`);
  }
  if (args.flag("json"))
    for (const row of rows) io.out(`${JSON.stringify({ ...row.total, populations: row.named })}\n`);
  else {
    io.out(`${title} (${seconds.toFixed(1)} s)\n\n${formatTable(total, io.colour)}\n`);
    io.out(`${labLegend.map((line) => `  ${line}\n`).join("")}\n${drawTradeOff(tradeOff(total))}`);
  }
}

interface VariantRow {
  readonly total: LabFigures;
  /** Its figures by population, under the name of the policy for tables, and under that of the population. */
  readonly byPopulation: readonly LabFigures[];
  readonly named: readonly LabFigures[];
}

const toRows = ({ variants, populations }: Experiment, sums: VariantSums): readonly VariantRow[] =>
  variants.map(({ name }, at) => {
    const cells = sums[at] ?? [];
    const named = populations.map((_, of) => figuresOf(of, cells, populations));
    return {
      total: totalFigures(name, cells, populations),
      byPopulation: named.map((figures) => ({ ...figures, name })),
      named,
    };
  });
