import type { RunEvent } from "./run-event.js";

/** Whether nobody works on a task any more after this event, where several are worked on at once. */
export function endsUnit(event: RunEvent): boolean {
  if (event.unit === undefined || event.type !== "decision-made") return false;
  const { about, decision } = event.record;
  return about ? about.is !== "sent-back" : decision.decision === "EXIT" || Boolean(decision.setAside);
}
