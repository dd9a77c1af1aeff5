import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { ReportedTask, TaskState } from "../run-report/run-report.js";
import { nameTask } from "./lay-out.js";
import { useLinks } from "./links.js";
import type { ReportData } from "./report-data.js";

const words: Readonly<Record<TaskState, readonly [tone: string, word: string]>> = {
  disputed: ["warn", "disputed, set aside"],
  "set-aside": ["warn", "set aside"],
  owed: ["warn", "not done, ticked without work"],
  "not-proven": ["calm", "done, not proven"],
  "not-done": ["quiet", "not done"],
  forced: ["good", "done on your word"],
  accepted: ["good", "accepted by a person"],
  verified: ["good", "done, verified"],
  "done-before": ["quiet", "done before"],
};

/** What needs a person comes first. */
const order = Object.keys(words);
const firstShown = 30;

interface TaskTableProps {
  readonly report: ReportData["report"];
  readonly isPrinting: boolean;
  /** What a person can do about a task. */
  readonly action?: ((task: ReportedTask) => ComponentChildren) | undefined;
}

export function TaskTable({ report: { tasks, summary }, isPrinting, action }: TaskTableProps) {
  const [isWhole, setWhole] = useState(false);
  if (tasks.length === 0) return null;
  const unnamed = (summary.tasks?.total ?? 0) - tasks.length;
  const sorted = tasks.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  const shown = isWhole || isPrinting ? sorted : sorted.slice(0, firstShown);
  return (
    <section aria-labelledby="tasks-title">
      <h2 id="tasks-title">
        Tasks <span class="count">{tasks.length}</span>
      </h2>
      {unnamed > 0 && (
        <p class="quiet">
          {unnamed} more of the {summary.tasks?.total} tasks are not named in this journal.
        </p>
      )}
      <table class="tasks">
        <thead>
          <tr>
            <th scope="col">State</th>
            <th scope="col">Task</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((task) => (
            <TaskRow key={task.id} task={task} action={action?.(task)} />
          ))}
        </tbody>
      </table>
      {shown.length < tasks.length && (
        <button type="button" class="more" onClick={() => setWhole(true)}>
          Show all {tasks.length}
        </button>
      )}
    </section>
  );
}

export function TaskPill({ state }: { state: TaskState }) {
  const [tone, word] = words[state];
  return <span class={`pill ${tone}`}>{word}</span>;
}

function TaskRow({ task, action }: { task: ReportedTask; action: ComponentChildren }) {
  const { id, title, state, reason } = task;
  const { to } = useLinks();
  return (
    <tr>
      <td>
        <TaskPill state={state} />
      </td>
      <td>
        <a href={to(id)}>{nameTask(id, title)}</a>
      </td>
      <td class="why">
        {reason}
        {action}
      </td>
    </tr>
  );
}
