import type { Task } from "../../decide/tasks.js";
import { UserError } from "../../lib/errors.js";
import type { Repository } from "../../lib/git/git.js";
import type { Tracker } from "../../tasks/tracker.js";
import { lookNow } from "../loop/look.js";
import { readList } from "../loop/select.js";
import { readLedger } from "../records/ledger.js";
import { type Session, withPorts } from "../session.js";
import type { OpenedRun } from "../start/open-run.js";
import { gone } from "./clone.js";
import { NothingToDo, type TaskState } from "./task-terms.js";
import { openUnitWork, unitCheckpoints } from "./unit-work.js";

interface TaskContext {
  readonly opened: OpenedRun;
  readonly task: Task;
  readonly repository: Repository;
  readonly left: TaskState | null;
}

/** The session of a run, for one task: its loop neither marks the list nor commits it. */
export async function openTaskSession(session: Session, context: TaskContext): Promise<Session> {
  const { opened, task, repository, left } = context;
  const { options, privateFolder, id: run, host } = opened;
  const { tasks, workspace } = session;
  const { cwd, own } = workspace;
  const ledger = left?.ledger ?? readLedger(privateFolder, run);
  if (ledger === null) throw gone(cwd);
  return withPorts(session, {
    restarts: false,
    tasks: { ...tasks, only: task, marks: false },
    workspace: {
      ...workspace,
      state: left ? await lookNow(session) : workspace.state,
      work: openUnitWork(ledger, { task, options, privateFolder, key: run, emit: host.emit }),
      checkpoints: unitCheckpoints({ repository, run, cwd, own, options }),
    },
  });
}

/** The task in the list; it is still to do. */
export async function findTask(tracker: Tracker, id: string): Promise<Task> {
  const list = await readList(tracker);
  if (list.is !== "tasks")
    throw new UserError({ what: "the task list cannot be used", where: tracker.name, fix: "see untildone tasks" });
  const task = list.tasks.find((each) => each.id === id);
  if (!task)
    throw new UserError({ what: `there is no task ${id} in the list`, where: tracker.name, fix: "submit it again" });
  if (task.status === "done" || task.status === "skipped") throw new NothingToDo(task, list.tasks);
  return task;
}
