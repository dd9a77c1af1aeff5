import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { ReportedTask } from "../report/run-report/run-report.js";
import { Charts } from "./charts.js";
import { DecisionPanel } from "./decision-panel.js";
import { HeadlineView } from "./headline-view.js";
import { PersonActions } from "./person-actions.js";
import { RefusedClaims } from "./refused-claims.js";
import type { ReportData } from "./report-data.js";
import { TaskTable } from "./task-table.js";
import { Timeline } from "./timeline.js";

interface Props {
  readonly source: ReportData;
  readonly isPrinting: boolean;
  /** What a person can do about a task. */
  readonly taskAction?: (task: ReportedTask) => ComponentChildren;
}

/** Everything about a run, below the header of the page. */
export function ReportSections({ source, isPrinting, taskAction }: Props) {
  const { report, detailAt } = source;
  const { decisions } = report;
  const [selected, select] = useSelection(decisions.length);
  useKeys(selected, select);
  const show = (n: number): void => {
    select(decisions.findIndex((row) => row.n === n));
    document.getElementById("iterations")?.scrollIntoView();
    document.getElementById("timeline")?.focus({ preventScroll: true });
  };
  const row = decisions[selected];
  return (
    <>
      {report.problems.map((problem) => (
        <p class="problem" key={problem} role="note">
          {problem}
        </p>
      ))}
      <HeadlineView report={report} />
      <Charts rows={decisions} selected={selected} onSelect={select} />
      <Flaky tests={report.summary.flaky} />
      <RefusedClaims claims={report.refused} onShow={show} isPrinting={isPrinting} />
      <TaskTable tasks={report.tasks} isPrinting={isPrinting} action={taskAction} />
      <PersonActions actions={report.person} />
      <section id="iterations" aria-labelledby="iterations-title">
        <h2 id="iterations-title">
          Iterations <span class="hint">j and k, or the arrow keys, go through them</span>
        </h2>
        <div class="master">
          <Timeline rows={decisions} selected={selected} onSelect={select} isPrinting={isPrinting} />
          {row && <DecisionPanel row={row} detail={detailAt(selected)} />}
        </div>
      </section>
    </>
  );
}

/** The position of the chosen decision. As long as it is the last one, it stays the last one while others are added. */
function useSelection(count: number): readonly [selected: number, select: (at: number) => void] {
  const [selected, setSelected] = useState(count - 1);
  const before = useRef(count);
  useEffect(() => {
    const last = before.current - 1;
    before.current = count;
    setSelected((at) => (at === last || at >= count ? count - 1 : at));
  }, [count]);
  const select = useCallback((at: number) => setSelected(Math.max(0, Math.min(count - 1, at))), [count]);
  return [selected, select];
}

/** j and k work wherever the focus is, unless somebody types; the arrow keys scroll the page unless the list has the focus. */
function useKeys(selected: number, select: (at: number) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLTextAreaElement) return;
      if (event.key === "j") select(selected + 1);
      if (event.key === "k") select(selected - 1);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [selected, select]);
}

/** Tests that were seen to pass and to fail on the same content. */
function Flaky({ tests }: { tests: readonly string[] }) {
  if (tests.length === 0) return null;
  return (
    <section aria-labelledby="flaky-title">
      <h2 id="flaky-title">
        Flaky tests <span class="count">{tests.length}</span>
        <span class="hint">passed and failed on the same content; counted for nothing</span>
      </h2>
      <ul class="failing">
        {tests.map((test) => (
          <li key={test}>{test}</li>
        ))}
      </ul>
    </section>
  );
}
