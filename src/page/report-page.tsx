import { useCallback, useEffect, useState } from "preact/hooks";
import { Charts } from "./charts.js";
import { DecisionPanel } from "./decision-panel.js";
import { formatTime } from "./format.js";
import { HeadlineView } from "./headline-view.js";
import { RefusedClaims } from "./refused-claims.js";
import type { ReportData } from "./report-data.js";
import { TaskTable } from "./task-table.js";
import { ThemeToggle } from "./theme-toggle.js";
import { Timeline } from "./timeline.js";

export function ReportPage({ source, isPrinting }: { source: ReportData; isPrinting: boolean }) {
  const { report, detailAt } = source;
  const { decisions } = report;
  const [selected, setSelected] = useState(decisions.length - 1);
  const select = useCallback(
    (at: number) => setSelected(Math.max(0, Math.min(decisions.length - 1, at))),
    [decisions.length],
  );
  useKeys(selected, select);
  const show = (n: number): void => {
    select(decisions.findIndex((row) => row.n === n));
    document.getElementById("iterations")?.scrollIntoView();
    document.getElementById("timeline")?.focus({ preventScroll: true });
  };
  const row = decisions[selected];
  return (
    <>
      <header class="top">
        <span class="brand">untildone</span>
        <span class="run">
          {report.project} · run {report.run} · {formatTime(report.startedAt)} to {formatTime(report.lastAt)} UTC
        </span>
        <ThemeToggle />
      </header>
      <main>
        {report.problems.map((problem) => (
          <p class="problem" key={problem} role="note">
            {problem}
          </p>
        ))}
        <HeadlineView report={report} />
        <Charts rows={decisions} selected={selected} onSelect={select} />
        <RefusedClaims claims={report.refused} onShow={show} isPrinting={isPrinting} />
        <TaskTable tasks={report.tasks} isPrinting={isPrinting} />
        <section id="iterations" aria-labelledby="iterations-title">
          <h2 id="iterations-title">
            Iterations <span class="hint">j and k, or the arrow keys, go through them</span>
          </h2>
          <div class="master">
            <Timeline rows={decisions} selected={selected} onSelect={select} isPrinting={isPrinting} />
            {row && <DecisionPanel row={row} detail={detailAt(selected)} />}
          </div>
        </section>
      </main>
    </>
  );
}

/** j and k work wherever the focus is; the arrow keys scroll the page unless the list has the focus. */
function useKeys(selected: number, select: (at: number) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "j") select(selected + 1);
      if (event.key === "k") select(selected - 1);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [selected, select]);
}
