import type { Fleet, ListedTask } from "../../fleet/fleet.js";
import { duration } from "../../lib/text/duration.js";
import { plural } from "../../lib/text/plural.js";
import { oneLine } from "../../lib/text/printable.js";
import { now } from "../../lib/time/clock.js";
import { type Finding, ok, warn } from "../doctor/finding.js";

const startWorker = "untildone fleet worker --agent NAME --allow-repo PATTERN";
const maxShown = 5;

/** The workers, what waits for them, and tasks whose worker is gone. */
export async function lookAtFleet(fleet: Fleet): Promise<readonly Finding[]> {
  const known = await fleet.board.notices.workers();
  const drained = [...known].filter(([, about]) => typeof about["drained"] === "string");
  const workers = new Map([...known].filter(([name]) => !drained.some(([left]) => left === name)));
  const tasks = await listOpenTasks(fleet);
  const waiting = tasks.filter(({ progress }) => progress.status === "waiting").length;
  const stuck = tasks.filter(({ progress }) => progress.status === "working" && !workers.has(progress.worker ?? ""));
  return [
    describeWorkers([...workers.values()], waiting),
    ...describeVersions([...workers.values()]),
    ...((await fleet.queue.isPaused())
      ? [warn("draining", "no worker takes a task", "untildone fleet drain --end")]
      : []),
    ...drained.map(([name, about]) =>
      warn("drained worker", oneLine(`${name}: ${about["drained"]}`).slice(0, 300), "fix that, then start it again"),
    ),
    ...stuck.slice(0, maxShown).map(describeStuck),
    ...(stuck.length > maxShown ? [warn("stuck task", `and ${stuck.length - maxShown} more`, startWorker)] : []),
  ];
}

type OpenTask = ListedTask & { readonly submission: string; readonly name: string };

async function listOpenTasks(fleet: Fleet): Promise<readonly OpenTask[]> {
  const found: OpenTask[] = [];
  for (const id of await fleet.board.list()) {
    const submission = await fleet.board.find(id);
    if (!submission) continue;
    for (const task of await fleet.listTasks(submission))
      found.push({ ...task, submission: id, name: submission.repositories[task.repository]?.name ?? "" });
  }
  return found;
}

/** What an older worker does not know, it does not write down. */
function describeVersions(workers: readonly Readonly<Record<string, unknown>>[]): readonly Finding[] {
  const versions = [...new Set(workers.map(({ version }) => (typeof version === "string" ? version : "an older one")))];
  if (versions.length < 2) return [];
  return [warn("versions", oneLine(`the workers are of ${versions.join(", ")}`), "bring them all to the newest")];
}

function describeWorkers(workers: readonly Readonly<Record<string, unknown>>[], waiting: number): Finding {
  const sum = (name: string): number => workers.reduce((total, about) => total + (Number(about[name]) || 0), 0);
  const waits = waiting === 0 ? "" : `, ${plural(waiting, "task")} waiting`;
  if (workers.length === 0)
    return waiting === 0 ? ok("workers", "none, and no task waits") : warn("workers", `none${waits}`, startWorker);
  return ok("workers", `${workers.length}, ${sum("active")} of ${plural(sum("slots"), "slot")} at work${waits}`);
}

/** Another worker takes it over by itself, if there is one. */
function describeStuck({ submission, name, task, progress: { worker, at } }: OpenTask): Finding {
  const since = duration(Math.max(0, now() - Date.parse(at)) / 1000);
  const text = oneLine(`${task} of ${name} in ${submission}: its worker ${worker} is gone, last heard of ${since} ago`);
  return warn("stuck task", text, `a worker that may work on it takes it over: ${startWorker}`);
}
