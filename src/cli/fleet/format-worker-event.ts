import type { WorkerEvent } from "../../fleet/worker-terms.js";
import { oneLine } from "../../lib/text/printable.js";
import type { RunEvent } from "../../run/loop/run-event.js";

/** An event of a worker as a line; null for what nobody needs to see go by. */
export function formatWorkerEvent(event: WorkerEvent, now: number): string | null {
  const text = describe(event);
  return text === null ? null : oneLine(`${new Date(now).toISOString().slice(11, 19)} ${text}`);
}

function describe(event: WorkerEvent): string | null {
  if (event.type === "warning") return `warning: ${event.text}`;
  if (event.type === "repository-over") {
    const how = event.end
      ? `: ${event.end.outcome}${event.end.outcome === "completed" ? "" : `, ${event.end.reason}`}`
      : "";
    return oneLine(`${event.name}: all tasks of ${event.submission} are over${how}`);
  }
  if (event.type === "worker-drained") return oneLine(`no more tasks are taken here: ${event.why}`);
  if (event.type === "repository-paused")
    return oneLine(`${event.name}: left alone until ${event.until.slice(11, 19)} UTC: ${event.why}`);
  if (event.type === "repository-left")
    return oneLine(`${event.name}: left to other workers until ${event.until.slice(11, 19)} UTC: ${event.why}`);
  if (event.type === "pull-request-open") return `${event.name}: pull request ${event.url}`;
  const { hold } = event;
  const task = `${hold.name} ${hold.task}`;
  switch (event.type) {
    case "task-taken":
      return `${task}: ${event.isTakeover ? "taken over from a worker that was lost" : "begun"}`;
    case "task-over":
      return `${task}: ${event.end.status}${event.end.why === "" ? "" : `, ${event.end.why}`}`;
    case "task-lost":
      return `${task}: another worker has it now; what this one did since is dropped`;
    case "task-failed":
      return `${task}: ${event.why}${event.isLast ? "" : "; tried again in a while"}`;
    case "task-event":
      return describeRun(task, event.event);
  }
}

function describeRun(task: string, event: RunEvent): string | null {
  if (event.type === "warning") return `${task}: ${event.text}`;
  if (event.type === "wait-start") return `${task}: waiting, ${event.why}`;
  if (event.type === "agent-start") return `${task}: ${event.agent} works`;
  if (event.type !== "decision-made") return null;
  const { iteration, decision } = event.record;
  return `${task}: iteration ${iteration}, ${decision.reason}`;
}
