import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { ReportedTask, TaskState } from "../report/run-report/run-report.js";

const words: Readonly<Record<TaskState, readonly [tone: string, word: string]>> = {
  disputed: ["warn", "disputed, set aside"],
  "set-aside": ["warn", "set aside"],
  owed: ["warn", "not done, ticked without work"],
  "not-proven": ["calm", "done, not proven"],
  "not-done": ["quiet", "not done"],
  forced: ["good", "done on your word"],
  accepted: ["good", "accepted by a person"],
  verified: ["good", "done, verified"],
};

/** What needs a person comes first. */
const order = Object.keys(words);
const firstShown = 30;

interface Props {
  readonly tasks: readonly ReportedTask[];
  readonly isPrinting: boolean;
  /** What a person can do about a task. */
  readonly action?: ((task: ReportedTask) => ComponentChildren) | undefined;
}

export function TaskTable({ tasks, isPrinting, action }: Props) {
  const [isWhole, setWhole] = useState(false);
  if (tasks.length === 0) return null;
  const sorted = tasks.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  const shown = isWhole || isPrinting ? sorted : sorted.slice(0, firstShown);
  return (
    <section aria-labelledby="tasks-title">
      <h2 id="tasks-title">
        Tasks <span class="count">{tasks.length}</span>
      </h2>
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

function TaskRow({ task, action }: { task: ReportedTask; action: ComponentChildren }) {
  const { id, title, state, reason } = task;
  const [tone, word] = words[state];
  return (
    <tr>
      <td>
        <span class={`pill ${tone}`}>{word}</span>
      </td>
      <td>{title === null ? id : title.startsWith(id) ? title : `${id} ${title}`}</td>
      <td class="why">
        {reason}
        {action}
      </td>
    </tr>
  );
}
