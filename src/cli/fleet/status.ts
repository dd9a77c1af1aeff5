import { duration } from "../../base/duration.js";
import { plural } from "../../base/plural.js";
import { oneLine } from "../../base/printable.js";
import { shortName } from "../../checkpoints/checkpoints.js";
import type { ListedTask } from "../../fleet/fleet.js";
import { isTaskOver, type Submission, type TaskStatus, taskStatuses } from "../../fleet/terms.js";
import { commonBranch } from "../../fleet/work-on-task.js";
import { paint } from "../../report/paint.js";
import type { Command, Io } from "../command.js";
import { findSubmission, type OpenFleet, redisFlags, withFleet } from "./redis-flags.js";

export const status: Command = {
  name: "fleet status",
  usage: "fleet status [ID] [options]",
  about:
    "Shows the submissions and the workers, or with an ID the tasks of one submission: which are done, at work or set aside, and why. Exit status: 0; with an ID: 0 if all its tasks are done, 1 if not.",
  flags: { json: { type: "boolean", help: "print JSON" }, ...redisFlags },
  maxPositionals: 1,
  examples: ["untildone fleet status", "untildone fleet status 20261116-101500-abc123"],
  isListing: true,
  run: (args, io) =>
    withFleet(args, io, async (open) => {
      if (args.words[0] === undefined) return showAll(open, io, args.flag("json"));
      return showOne(open, await findSubmission(open, args.words[0], "status"), { io, json: args.flag("json") });
    }),
};

type Counts = Readonly<Record<TaskStatus, number>>;

const countTasks = (tasks: readonly ListedTask[]): Counts =>
  Object.fromEntries(
    taskStatuses.map((name) => [name, tasks.filter(({ progress }) => progress.status === name).length]),
  ) as Counts;

const describeCounts = (counts: Counts): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ");

async function showAll({ fleet }: OpenFleet, io: Io, json: boolean): Promise<number> {
  const submissions = [];
  const atWork: (string | null)[] = [];
  for (const id of await fleet.board.list()) {
    const submission = await fleet.board.find(id);
    if (!submission) continue;
    const standing = await fleet.board.standing(id);
    const tasks = await fleet.listTasks(submission);
    const counts = countTasks(tasks);
    atWork.push(...tasks.flatMap(({ progress }) => (progress.status === "working" ? [progress.worker] : [])));
    submissions.push({
      id,
      at: submission.at,
      repositories: submission.repositories.map(({ name }) => name),
      tasks: counts,
      used: standing?.used,
      limits: standing?.limits,
      cancelled: standing?.cancelled ?? false,
    });
  }
  // What a worker said of itself is seconds old, unlike the state of the tasks.
  const workers = [...(await fleet.board.workers())].map(([name, about]) => ({
    ...{ name, ...about },
    active: atWork.filter((worker) => worker === name).length,
  }));
  const isPaused = await fleet.queue.isPaused();
  if (json) {
    io.out(`${JSON.stringify({ submissions, workers, paused: isPaused })}\n`);
    return 0;
  }
  if (isPaused) io.out("draining: no worker takes a task (untildone fleet drain --end)\n");
  if (submissions.length === 0) io.out("nothing was submitted yet: untildone fleet submit\n");
  for (const { id, repositories, tasks, used, cancelled } of submissions)
    io.out(
      `${id}  ${describeCounts(tasks)}${cancelled ? " (cancelled)" : ""}, ${plural(used?.iterations ?? 0, "iteration")}${used && used.usd > 0 ? `, $${used.usd.toFixed(2)}` : ""}  ${nameSome(repositories)}\n`,
    );
  if (workers.length === 0) io.out("no worker is there: untildone fleet worker --agent NAME --allow-repo PATTERN\n");
  for (const worker of workers) io.out(`worker ${describeWorker(worker)}\n`);
  return 0;
}

const nameSome = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 2).join(", ")} and ${names.length - 2} more` : names.join(", ");

function describeWorker(about: Readonly<Record<string, unknown>>): string {
  const { name, slots, active, agents, account } = about;
  return oneLine(`${name}: ${active} of ${slots} slots at work, ${agents}, account ${account}`);
}

async function showOne(
  { fleet }: OpenFleet,
  submission: Submission,
  { io, json }: { readonly io: Io; readonly json: boolean },
): Promise<number> {
  const tasks = await fleet.listTasks(submission);
  const standing = await fleet.board.standing(submission.id);
  const isDone = tasks.every(({ progress }) => progress.status === "done");
  if (json) {
    const repositories = submission.repositories.map(({ name, url, from, base, list }, index) => ({
      ...{ name, url, from, base, list, branch: commonBranch(submission.id) },
      tasks: tasks
        .filter(({ repository }) => repository === index)
        .map(({ task, title, progress }) => ({ id: task, title, ...progress })),
    }));
    io.out(
      `${JSON.stringify({ id: submission.id, at: submission.at, used: standing?.used, limits: standing?.limits, cancelled: standing?.cancelled, repositories })}\n`,
    );
    return isDone ? 0 : 1;
  }
  const { bold, dim } = paint(io.colour);
  for (const [index, { name, url }] of submission.repositories.entries()) {
    const own = tasks.filter(({ repository }) => repository === index);
    io.out(`${bold(name)} ${dim(oneLine(url))}  ${describeCounts(countTasks(own))}\n`);
    const width = Math.min(20, Math.max(...own.map(({ task }) => task.length)));
    for (const { task, title, progress } of own)
      io.out(
        `  ${progress.status.padEnd(9)} ${oneLine(task).padEnd(width)}  ${shortName(oneLine(title))}${describeProgress(progress)}\n`,
      );
  }
  const { used, limits } = standing ?? {};
  if (used)
    io.out(
      `used: ${describeUse(used.iterations, limits?.iterations, "iterations")}, ${describeUse(Number(used.usd.toFixed(2)), limits?.usd, "US dollars")}, ${describeUse(used.tokens, limits?.tokens, "tokens")}\n`,
    );
  if (tasks.every(({ progress }) => isTaskOver(progress.status)))
    io.out(
      tasks.some(({ progress }) => progress.status === "done")
        ? `over: the work is on branch ${commonBranch(submission.id)}\n`
        : `over: nothing was merged; untildone fleet retry ${submission.id} tries again\n`,
    );
  return isDone ? 0 : 1;
}

const describeUse = (used: number, limit: number | null | undefined, unit: string): string =>
  limit === null || limit === undefined ? `${used} ${unit}` : `${used} of ${limit} ${unit}`;

function describeProgress({ status, why, worker, at, iterations }: ListedTask["progress"]): string {
  const since = at === "" ? "" : `${duration((Date.now() - Date.parse(at)) / 1000)} ago`;
  if (status === "working") return `  (${worker}, ${plural(iterations, "iteration")}, ${since})`;
  return why === "" ? "" : `  (${oneLine(why).slice(0, 200)})`;
}
