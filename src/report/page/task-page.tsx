import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { duration } from "../../lib/text/duration.js";
import { money } from "../../lib/text/money.js";
import type { CheckpointDiff } from "../run-report/checkpoint-diff.js";
import { CheckList } from "./check-list.js";
import { DiffView } from "./diff-view.js";
import { Fold } from "./fold.js";
import { formatCount } from "./format.js";
import { kindWords } from "./kinds.js";
import { nameTask } from "./lay-out.js";
import { placeOf, useLinks } from "./links.js";
import type { DecisionRow, ReportData } from "./report-data.js";
import { TaskPill } from "./task-table.js";

interface TaskPageProps {
  readonly id: string;
  readonly source: ReportData;
  readonly action: ComponentChildren;
}

/** Everything about one task: its whole title, what became of it, its turns and what they changed. */
export function TaskPage({ id, source: { report, detailAt }, action }: TaskPageProps) {
  const { to, toRun } = useLinks();
  const title = useArrival();
  const task = report.tasks.find((each) => each.id === id);
  const turns = report.decisions.map((row, at) => ({ row, at })).filter(({ row }) => row.task === id);
  if (!task) return null;
  const checksAt = (at: number) => detailAt(at)?.checks ?? [];
  const last = turns.findLast(({ at }) => checksAt(at).length > 0);
  // What other tasks at work beside it did is not what it began with.
  const known = report.decisions
    .slice(0, turns[0]?.at ?? 0)
    .findLastIndex(({ unit, hadTurn }, at) => unit === null && hadTurn && checksAt(at).length > 0);
  const before = turns.length === 0 ? [] : known < 0 ? report.atStart : checksAt(known);
  const changed = turns.flatMap(({ row, at }) => {
    const diff = row.hadTurn ? (detailAt(at)?.diff ?? null) : null;
    return diff ? [{ row, diff }] : [];
  });
  return (
    <article class="panel" aria-labelledby="task-title">
      <p>
        <a href={toRun}>← The run</a>
      </p>
      <h1 id="task-title" class="task-title" ref={title} tabIndex={-1}>
        {nameTask(id, task.title)} <TaskPill state={task.state} />
      </h1>
      <Facts report={report} id={id} />
      {task.reason !== null && task.provedBy === null && <p class="lead">{task.reason}</p>}
      <dl class="proof">
        <Fact name="Proved by" text={task.provedBy} />
        <Fact name="Not proven" text={task.notProven} />
      </dl>
      {action}
      <h2>Turns</h2>
      {turns.length === 0 && <p class="quiet">It had no turn in this run.</p>}
      <ol class="turns">
        {turns.map(({ row }) => (
          <li key={row.n}>
            <a href={to(placeOf(row))}>{row.hadTurn ? `Turn ${row.iteration}` : `Decision ${row.n}`}</a>{" "}
            <strong>{kindWords[row.kind]}</strong> <span class="why">{row.reason}</span>
          </li>
        ))}
      </ol>
      <h3>What was found and changed</h3>
      <Fold title="Tests and checks before its first turn" isOpen isEmpty={before.length === 0}>
        <CheckList checks={before} />
      </Fold>
      <Fold title="Tests and checks after its last turn" isOpen isEmpty={last === undefined}>
        <CheckList checks={last ? checksAt(last.at) : []} />
      </Fold>
      <Changes joined={task.diff} turns={changed} />
    </article>
  );
}

/** Who follows a link to a task arrives at its heading, wherever the page was scrolled to. */
function useArrival() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest("article")?.scrollIntoView();
  }, []);
  return heading;
}

type Changed = readonly { readonly row: DecisionRow; readonly diff: CheckpointDiff }[];

/** Joined, where it is known; tasks that were worked on at once have a diff for each turn. */
const Changes = ({ joined, turns }: { joined: CheckpointDiff | null; turns: Changed }) => (
  <Fold title="What its turns changed" isOpen isEmpty={joined === null && turns.length === 0}>
    {joined ? (
      <DiffView diff={joined} />
    ) : (
      turns.map(({ row, diff }) => (
        <div key={row.n}>
          <h5>Turn {row.iteration}</h5>
          <DiffView diff={diff} />
        </div>
      ))
    )}
  </Fold>
);

const Fact = ({ name, text }: { name: string; text: string | null }) =>
  text === null ? null : (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );

function Facts({ report, id }: { report: ReportData["report"]; id: string }) {
  const share = report.summary.perTask.find(({ task }) => task === id);
  if (!share) return null;
  const { iterations, seconds, usd, tokens } = share;
  return (
    <p class="facts">
      {[
        iterations === 1 ? "1 turn" : `${iterations} turns`,
        duration(seconds),
        ...(usd === null ? [] : [money(usd)]),
        ...(tokens === null ? [] : [`${formatCount(tokens)} tokens`]),
      ].join(" · ")}
    </p>
  );
}
