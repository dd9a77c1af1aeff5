import { commonBranch } from "../../fleet/branches.js";
import type { ListedTask } from "../../fleet/fleet.js";
import { nameState } from "../../fleet/repository-state.js";
import { type RepositoryEnd, type Submission, type TaskStatus, taskStatuses } from "../../fleet/terms.js";
import { UserError } from "../../lib/errors.js";
import { duration } from "../../lib/text/duration.js";
import { plural } from "../../lib/text/plural.js";
import { oneLine } from "../../lib/text/printable.js";
import { paint } from "../../report/terminal/paint.js";
import { shortName } from "../../run/git/checkpoints.js";
import type { Command, Io, ParsedArgs } from "../command.js";
import { wholeNumber } from "../numbers.js";
import { requireOneOf } from "../one-of.js";
import { choosePage } from "./choose-page.js";
import { findSubmission, type OpenFleet, redisFlags, withFleet } from "./redis-flags.js";

export const status: Command = {
  name: "fleet status",
  usage: "fleet status [ID] [options]",
  about:
    "Shows the submissions and the workers, or with an ID how each repository of one submission ended, and its tasks: which are done, at work or set aside, and why. Exit status: 0; with an ID: 0 if all its tasks are done and the last checks of each repository hold, 1 if not.",
  flags: {
    status: {
      type: "string",
      value: "NAME",
      multiple: true,
      help: `tasks with this status only (${taskStatuses.join(", ")}); repeatable`,
    },
    repo: { type: "string", value: "NAME", multiple: true, help: "repositories with this name only; repeatable" },
    limit: {
      type: "string",
      value: "N",
      help: "show up to N tasks, of at most as many repositories (default 50; 0: all)",
    },
    page: { type: "string", value: "N", help: "show the Nth page of them (default 1)" },
    json: { type: "boolean", help: "print JSON" },
    ...redisFlags,
  },
  maxPositionals: 1,
  examples: ["untildone fleet status", "untildone fleet status 20261116-101500-abc123"],
  isListing: true,
  run: (args, io) =>
    withFleet(args, io, async (open) => {
      if (args.words[0] === undefined) return showAll(open, io, args.flag("json"));
      const wanted = readWanted(args);
      return showOne(open, await findSubmission(open, args.words[0], "status"), {
        io,
        json: args.flag("json"),
        wanted,
      });
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
  const unread: string[] = [];
  const atWork: (string | null)[] = [];
  for (const id of await fleet.board.list()) {
    const submission = await fleet.board.find(id);
    if (!submission) {
      if (await fleet.board.isOfNewer(id)) unread.push(id);
      continue;
    }
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
  const workers = [...(await fleet.board.notices.workers())].map(([name, about]) => ({
    ...{ name, ...about },
    active: atWork.filter((worker) => worker === name).length,
  }));
  const isPaused = await fleet.queue.isPaused();
  if (json) {
    io.out(`${JSON.stringify({ submissions, unread, workers, paused: isPaused })}\n`);
    return 0;
  }
  if (isPaused) io.out("draining: no worker takes a task (untildone fleet drain --end)\n");
  for (const id of unread) io.out(`${id}  is of a newer version of untildone: update this one to see it\n`);
  if (submissions.length + unread.length === 0) io.out("nothing was submitted yet: untildone fleet submit\n");
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
  const { name, slots, active, agents, account, drained, drainedBefore } = about;
  if (typeof drained === "string") return oneLine(`${name}: takes no more tasks: ${drained}`).slice(0, 300);
  const before = typeof drainedBefore === "string" ? `; took no more tasks before: ${drainedBefore}`.slice(0, 300) : "";
  return oneLine(`${name}: ${active} of ${slots} slots at work, ${agents}, account ${account}${before}`);
}

async function showOne(
  { fleet }: OpenFleet,
  submission: Submission,
  { io, json, wanted }: { readonly io: Io; readonly json: boolean; readonly wanted: StatusFilter },
): Promise<number> {
  const tasks = await fleet.listTasks(submission);
  const standing = await fleet.board.standing(submission.id);
  const byRepository = new Map<number, ListedTask[]>();
  for (const task of tasks) {
    const own = byRepository.get(task.repository) ?? [];
    byRepository.set(task.repository, own);
    own.push(task);
  }
  const shown = submission.repositories
    .map((repository, index) => ({
      ...repository,
      own: byRepository.get(index) ?? [],
      end: standing?.endOf(index) ?? null,
    }))
    .map((each) => ({
      ...each,
      state: nameState(
        each.own.map(({ progress }) => progress),
        each.end,
      ),
    }));
  const isDone = shown.every(({ state }) => state === "completed");
  const listed = shown.filter(({ name }) => wanted.repositories.length === 0 || wanted.repositories.includes(name));
  const isWanted = ({ progress }: ListedTask): boolean =>
    wanted.statuses.length === 0 || wanted.statuses.includes(progress.status);
  if (json) {
    const repositories = listed.map(({ name, url, from, base, list, own, end, state }) => ({
      ...{ name, url, from, base, list, branch: commonBranch(submission.id), state, end },
      tasks: own.filter(isWanted).map(({ task, title, progress }) => ({ id: task, title, ...progress })),
    }));
    io.out(
      `${JSON.stringify({ id: submission.id, at: submission.at, used: standing?.used, limits: standing?.limits, cancelled: standing?.cancelled, repositories })}\n`,
    );
    return isDone ? 0 : 1;
  }
  const { bold, dim } = paint(io.colour);
  // What a person has to look at comes first.
  const ordered = [
    ...listed.filter(({ state }) => state !== "completed"),
    ...listed.filter(({ state }) => state === "completed"),
  ];
  const page = choosePage(
    ordered.map((repository) => ({ repository, tasks: repository.own.filter(isWanted) })),
    wanted,
  );
  for (const { repository, tasks: some, hidden } of page.repositories) {
    const { name, url, own, end, state } = repository;
    const pause = state === "completed" ? null : await fleet.board.notices.pauseOf(url);
    io.out(`${bold(name)} ${dim(oneLine(url))}  ${state}: ${describeCounts(countTasks(own))}\n`);
    if (pause && pause.until > Date.now())
      io.out(`  left alone until ${new Date(pause.until).toISOString()}: ${oneLine(pause.why).slice(0, 300)}\n`);
    for (const line of describeEnd(end, state)) io.out(`  ${line}\n`);
    const width = some.reduce((longest, { task }) => Math.min(20, Math.max(longest, task.length)), 0);
    for (const { task, title, progress } of some)
      io.out(
        `  ${progress.status.padEnd(9)} ${oneLine(task).padEnd(width)}  ${shortName(oneLine(title))}${describeProgress(progress)}\n`,
      );
    if (hidden > 0) io.out(dim(`  ${plural(hidden, "task")} more\n`));
  }
  if (page.pages > 1 || wanted.page > 1) io.out(dim(`${describePage(wanted.page, page.pages)}\n`));
  const { used, limits } = standing ?? {};
  if (used)
    io.out(
      `used: ${describeUse(used.iterations, limits?.iterations, "iterations")}, ${describeUse(Number(used.usd.toFixed(2)), limits?.usd, "US dollars")}, ${describeUse(used.tokens, limits?.tokens, "tokens")}\n`,
    );
  if (shown.every(({ state }) => state !== "working" && state !== "checking"))
    io.out(
      tasks.some(({ progress }) => progress.status === "done")
        ? `over: the work is on branch ${commonBranch(submission.id)}\n`
        : `over: nothing was merged; untildone fleet retry ${submission.id} tries again\n`,
    );
  return isDone ? 0 : 1;
}

interface StatusFilter {
  readonly statuses: readonly string[];
  readonly repositories: readonly string[];
  readonly limit: number;
  readonly page: number;
}

function readWanted(args: ParsedArgs): StatusFilter {
  const statuses = args.texts("status");
  for (const name of statuses) requireOneOf("--status", name, taskStatuses);
  const page = wholeNumber(args.text("page") ?? "1", "--page");
  if (page < 1) throw new UserError({ what: "there is no page 0", where: "--page", fix: "the first page is 1" });
  const limit = wholeNumber(args.text("limit") ?? "50", "--limit");
  return { statuses, repositories: args.texts("repo"), limit, page };
}

function describePage(page: number, pages: number): string {
  if (page > pages) return `page ${page} is empty: there ${pages === 1 ? "is 1 page" : `are ${pages} pages`}`;
  const next = page < pages ? `--page ${page + 1} shows the next, ` : "";
  return `page ${page} of ${pages}: ${next}--limit 0 shows all, --repo NAME and --status NAME some`;
}

function describeEnd(end: RepositoryEnd | null, state: string): readonly string[] {
  if (end === null || state === "working" || state === "checking") return [];
  return [
    ...(end.outcome === "completed" ? [] : [oneLine(end.reason).slice(0, 300)]),
    ...end.checks
      .filter((check) => check.state !== "holds")
      .map(({ name, state: is, detail }) =>
        oneLine(`check ${name}: ${is}${detail === "" ? "" : `, ${detail}`}`).slice(0, 300),
      ),
    ...(end.pullRequest === null ? [] : [`pull request ${oneLine(end.pullRequest)}`]),
  ];
}

const describeUse = (used: number, limit: number | null | undefined, unit: string): string =>
  limit === null || limit === undefined ? `${used} ${unit}` : `${used} of ${limit} ${unit}`;

function describeProgress({ status, why, worker, at, iterations }: ListedTask["progress"]): string {
  const since = at === "" ? "" : `${duration((Date.now() - Date.parse(at)) / 1000)} ago`;
  if (status === "working") return `  (${worker}, ${plural(iterations, "iteration")}, ${since})`;
  return why === "" ? "" : `  (${oneLine(why).slice(0, 200)})`;
}
