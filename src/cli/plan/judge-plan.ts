import { saysNothing } from "../../evidence/checks/criteria.js";
import { plural } from "../../lib/text/plural.js";
import { findProblems } from "../../report/task-facts.js";
import { lintEachTask } from "../../tasks/lint-task.js";
import type { ListOptions } from "../../tasks/list-options.js";
import { readNamedText } from "../../tasks/open-path.js";
import { describeUnusable, type Listing } from "../../tasks/tracker.js";
import { findList } from "./plan-prompt.js";

export interface PlanTerms {
  readonly optionalSections: readonly string[];
  readonly taskMarks: NonNullable<ListOptions["taskMarks"]>;
  readonly hasTests: boolean;
}

/** A list in an answer, and why it cannot be taken as it is; nothing if it can. */
export interface JudgedPlan {
  readonly list: string | null;
  readonly tasks: number;
  readonly why: readonly string[];
}

const mostTasks = 100;

export async function judgePlan(answer: string, { hasTests, ...options }: PlanTerms): Promise<JudgedPlan> {
  const list = findList(answer);
  if (list === null)
    return { list, tasks: 0, why: ["there is no task list in it: no line such as `- [ ] T1: what to do`"] };
  const listing = await readNamedText("plan.md", list, { ...options, plainLists: false });
  if (listing.is !== "tasks")
    return { list, tasks: 0, why: [listing.is === "unusable" ? describeUnusable(listing) : "there is no task in it"] };
  const { tasks } = listing;
  const isDone = tasks.filter(({ status }) => status !== "todo");
  const unready = lintEachTask(tasks, { hasTests, saysNothing }).filter(({ verdict }) => verdict !== "ready");
  return {
    list,
    tasks: tasks.length,
    why: [
      ...findProblems(listing as Exclude<Listing, { is: "unusable" }>).map(({ line, message }) =>
        line > 0 ? `line ${line}: ${message}` : message,
      ),
      ...(tasks.length > mostTasks
        ? [`it has ${plural(tasks.length, "task")}, and at most ${mostTasks} can be looked at`]
        : []),
      ...isDone.map(({ id }) => `${id} is not open: no work was done yet`),
      ...unready.map(
        ({ id, title, verdict, why }) =>
          `${id} is ${describeVerdict[verdict] ?? verdict} (${title.slice(0, 80)}): ${why}`,
      ),
    ],
  };
}

const describeVerdict: Readonly<Record<string, string>> = {
  "no way to check it": "without a way to check it",
  "changes nothing": "a task that changes nothing",
};
