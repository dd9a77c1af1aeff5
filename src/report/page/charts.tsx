import { duration } from "../../lib/text/duration.js";
import { money } from "../../lib/text/money.js";
import { Chart, type ChartProps } from "./chart.js";
import type { DecisionRow } from "./report-data.js";

type Series = Omit<ChartProps, "selected" | "onSelect">;

export function Charts(props: { rows: readonly DecisionRow[]; selected: number; onSelect: (at: number) => void }) {
  const { rows, selected, onSelect } = props;
  const shown = makeSeries(rows).filter(({ values }) => values.filter((value) => value !== null).length > 1);
  if (shown.length === 0) return null;
  return (
    <section class="charts" aria-label="Charts">
      {shown.map((series) => (
        <Chart key={series.title} {...series} selected={selected} onSelect={onSelect} />
      ))}
    </section>
  );
}

function makeSeries(rows: readonly DecisionRow[]): readonly Series[] {
  const total = rows.findLast((row) => row.total !== null)?.total ?? undefined;
  const first = rows.find(({ done }) => done !== null);
  const atStart = first ? (first.done ?? 0) - first.tasksDone.length : null;
  return [
    {
      title: "Tasks done",
      kind: "step",
      values: goOn(
        rows.map(({ done }) => done),
        atStart,
      ),
      format: String,
      max: total,
    },
    {
      title: "Failing tests",
      kind: "step",
      values: goOn(rows.map(({ failingTests }) => failingTests)),
      format: String,
    },
    { title: "Cost", kind: "line", values: addUp(rows.map(({ usd }) => usd)), format: money },
    { title: "Time per iteration", kind: "bars", values: rows.map(({ seconds }) => seconds), format: duration },
  ];
}

/** A count is what it was until somebody counts again: a decision of one of several tasks counts nothing. */
export function goOn(values: readonly (number | null)[], atStart: number | null = null): readonly (number | null)[] {
  let known = atStart;
  return values.map((value) => {
    known = value ?? known;
    return known;
  });
}

/** Unknown until the first known amount. */
function addUp(amounts: readonly (number | null)[]): readonly (number | null)[] {
  let sum: number | null = null;
  return amounts.map((amount) => {
    if (amount !== null) sum = (sum ?? 0) + amount;
    return sum;
  });
}
