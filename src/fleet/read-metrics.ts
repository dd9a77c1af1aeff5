import { isRecord } from "../lib/json/is-record.js";
import type { Fleet } from "./fleet.js";
import type { Metric } from "./format-metrics.js";
import { nameState } from "./repository-state.js";
import { type TaskProgress, taskStatuses } from "./terms.js";

const jobStates = ["waiting", "prioritized", "delayed", "active", "failed"] as const;

/** What a fleet does now, and what its submissions have used. */
export async function readMetrics(fleet: Fleet, now: number): Promise<readonly Metric[]> {
  return [...(await readQueue(fleet)), ...(await readSubmissions(fleet, now)), ...(await readWorkers(fleet))];
}

async function readQueue({ queue }: Fleet): Promise<readonly Metric[]> {
  const counts = await queue.getJobCounts(...jobStates);
  return [
    gauge(
      "jobs",
      "Jobs in the queue by their state in BullMQ.",
      jobStates.map((state) => ({ labels: { state }, value: counts[state] ?? 0 })),
    ),
    gauge("draining", "1 if the workers take no tasks.", [{ value: (await queue.isPaused()) ? 1 : 0 }]),
  ];
}

async function readSubmissions(fleet: Fleet, now: number): Promise<readonly Metric[]> {
  const ids = await fleet.board.list();
  const found = (await Promise.all(ids.map((id) => readSubmission(fleet, id)))).filter((each) => each !== null);
  const used = (name: "iterations" | "usd" | "tokens") =>
    found.map(({ id, standing }) => ({ labels: { submission: id }, value: standing.used[name] }));
  const since = found.flatMap(({ waiting }) => waiting);
  return [
    gauge("oldest_waiting_seconds", "For how long the oldest task in the queue has waited; 0 if none waits.", [
      { value: since.length === 0 ? 0 : Math.max(0, now - since.reduce((a, b) => Math.min(a, b))) / 1000 },
    ]),
    gauge(
      "tasks",
      "Tasks of each submission by status.",
      found.flatMap(({ id, counts }) =>
        taskStatuses.map((status) => ({ labels: { submission: id, status }, value: counts.get(status) ?? 0 })),
      ),
    ),
    gauge(
      "repositories",
      "Repositories of each submission by how they ended: working, checking, or the outcome.",
      found.flatMap(({ id, states }) =>
        [...states].map(([state, value]) => ({ labels: { submission: id, state }, value })),
      ),
    ),
    counter("iterations_total", "Finished iterations of each submission.", used("iterations")),
    counter("cost_usd_total", "Cost in US dollars, as the agents report it.", used("usd")),
    counter("tokens_total", "Tokens, as the agents report them.", used("tokens")),
    counter(
      "takeovers_total",
      "How often a worker was lost and another went on.",
      found.map(({ id, standing }) => ({ labels: { submission: id }, value: standing.takeovers })),
    ),
  ];
}

async function readSubmission({ board }: Fleet, id: string) {
  const standing = await board.standing(id);
  if (!standing) return null;
  const counts = new Map<string, number>();
  const waiting: number[] = [];
  const byRepository = new Map<number, TaskProgress[]>();
  for (const [field, progress] of await board.progress(id)) {
    const { status, at } = progress;
    counts.set(status, (counts.get(status) ?? 0) + 1);
    if (status === "waiting" && !Number.isNaN(Date.parse(at))) waiting.push(Date.parse(at));
    const repository = Number.parseInt(field, 10);
    const own = byRepository.get(repository) ?? [];
    byRepository.set(repository, own);
    own.push(progress);
  }
  const states = new Map<string, number>();
  for (const [repository, own] of byRepository) {
    const state = nameState(own, standing.endOf(repository));
    states.set(state, (states.get(state) ?? 0) + 1);
  }
  return { id, standing, counts, waiting, states };
}

async function readWorkers({ board }: Fleet): Promise<readonly Metric[]> {
  const workers = [...(await board.notices.workers())].filter(
    ([, about]) => isRecord(about) && about["drained"] === undefined,
  );
  const each = (name: "slots" | "active") =>
    workers.map(([worker, about]) => ({ labels: { worker }, value: Number(about[name]) || 0 }));
  return [
    gauge("workers", "Workers that were heard of in the last minute.", [{ value: workers.length }]),
    gauge("slots", "How many tasks each worker works on at once.", each("slots")),
    gauge("slots_active", "How many tasks each worker works on now.", each("active")),
  ];
}

const gauge = (name: string, help: string, samples: Metric["samples"]): Metric => ({
  ...{ name: `untildone_fleet_${name}`, type: "gauge", help, samples },
});
const counter = (name: string, help: string, samples: Metric["samples"]): Metric => ({
  ...gauge(name, help, samples),
  type: "counter",
});
