import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { ReportedTask } from "../run-report/run-report.js";
import { Charts } from "./charts.js";
import { DecisionPanel } from "./decision-panel.js";
import { Finder, isTyping } from "./finder.js";
import { ForYou, type PersonCase, settledClaims } from "./for-you.js";
import { HeadlineView } from "./headline-view.js";
import type { ShownKind } from "./kinds.js";
import { PersonActions } from "./person-actions.js";
import { RefusedClaims } from "./refused-claims.js";
import type { ReportData } from "./report-data.js";
import { Chips, RunPicture } from "./run-picture.js";
import { TaskPage } from "./task-page.js";
import { TaskTable } from "./task-table.js";
import { Timeline } from "./timeline.js";
import { type ShownPlace, usePlace } from "./use-place.js";

interface SectionsProps {
  readonly source: ReportData;
  readonly isPrinting: boolean;
  /** What a person can do about a task, and about what needs them. */
  readonly taskAction?: ((task: ReportedTask) => ComponentChildren) | undefined;
  readonly caseAction?: ((each: PersonCase) => ComponentChildren) | undefined;
}

/** Everything about a run, below the header of the page; or about the task that the address names. */
export function ReportSections({ source, isPrinting, taskAction, caseAction }: SectionsProps) {
  const { report } = source;
  const place = usePlace(report);
  const task = report.tasks.find(({ id }) => id === place.task);
  return (
    <>
      <Finder report={report} />
      {place.unknown !== null && (
        <p class="problem" role="note">
          Nothing in this run is called “{place.unknown}”: this is the whole run.
        </p>
      )}
      {report.problems.map((problem) => (
        <p class="problem" key={problem} role="note">
          {problem}
        </p>
      ))}
      {task && !isPrinting ? (
        <TaskPage key={task.id} id={task.id} source={source} action={taskAction?.(task)} />
      ) : (
        <WholeRun {...{ source, isPrinting, taskAction, caseAction, place }} />
      )}
    </>
  );
}

function WholeRun(props: SectionsProps & { readonly place: ShownPlace }) {
  const { source, isPrinting, taskAction, caseAction, place } = props;
  const { report } = source;
  const { decisions } = report;
  const show = (n: number): void => {
    place.select(decisions.findIndex((row) => row.n === n));
    document.getElementById("iterations")?.scrollIntoView();
    document.getElementById("timeline")?.focus({ preventScroll: true });
  };
  return (
    <>
      <HeadlineView report={report} />
      <ForYou cases={report.forYou} claims={report.refused} onShow={show} action={caseAction} />
      <RunPicture report={report} onSelect={(at) => show(decisions[at]?.n ?? 0)} />
      <TaskTable report={report} isPrinting={isPrinting} action={taskAction} />
      <RefusedClaims claims={settledClaims(report.refused, report.forYou)} onShow={show} isPrinting={isPrinting} />
      <Turns source={source} isPrinting={isPrinting} place={place} />
      <Charts rows={decisions} selected={place.selected} onSelect={place.select} />
      <Flaky tests={report.summary.flaky} />
      <PersonActions actions={report.person} />
    </>
  );
}

function Turns({
  source: { report, detailAt },
  isPrinting,
  place: { selected, select },
}: SectionsProps & { place: ShownPlace }) {
  const { decisions } = report;
  const [kind, setKind] = useState<ShownKind | null>(null);
  const shown = useMemo(
    () => decisions.flatMap((row, at) => (kind === null || row.kind === kind ? [at] : [])),
    [decisions, kind],
  );
  const rows = useMemo(() => shown.flatMap((at) => decisions[at] ?? []), [shown, decisions]);
  const row = decisions[selected];
  const step = (by: 1 | -1): void => {
    const at = by > 0 ? shown.find((each) => each > selected) : shown.findLast((each) => each < selected);
    if (at !== undefined) select(at);
  };
  useKeys(step);
  return (
    <section id="iterations" aria-labelledby="iterations-title">
      <h2 id="iterations-title">
        Turns <span class="hint">j and k, or the arrow keys, go through them</span>
      </h2>
      <Chips rows={decisions} chosen={kind} onChoose={setKind} />
      <div class="master">
        <Timeline
          rows={isPrinting ? decisions : rows}
          selected={shown.indexOf(selected)}
          onSelect={(at) => select(shown[Math.max(0, Math.min(shown.length - 1, at))] ?? selected)}
          isPrinting={isPrinting}
        />
        {row && <DecisionPanel row={row} detail={detailAt(selected)} />}
      </div>
    </section>
  );
}

/**
 * j and k work wherever the focus is, unless somebody types, and go through the turns that are listed; the arrow keys
 * scroll the page unless the list has the focus.
 */
function useKeys(step: (by: 1 | -1) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === "j") step(1);
      if (event.key === "k") step(-1);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [step]);
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
