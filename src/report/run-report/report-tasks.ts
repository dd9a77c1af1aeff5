import { plural } from "../../base/plural.js";
import type { RunSummary } from "../../loop/summarize-run.js";
import { describeWho } from "../../store/acceptance.js";
import type { DecisionRecord } from "../../store/record.js";
import { clipLine } from "./clip-text.js";
import { forPerson } from "./for-person.js";
import type { ReportedTask, TaskState } from "./run-report.js";

/** Every task that the journal names, what became of it, and why. */
export function reportTasks(records: readonly DecisionRecord[], summary: RunSummary): readonly ReportedTask[] {
  const titles = collectTitles(records);
  const tasks = new Map<string, ReportedTask>();
  const add = (id: string, state: TaskState, reason: string | null = null): void => {
    const title = titles.get(id) ?? null;
    tasks.set(id, { id: clipLine(id), title: title === null ? null : clipLine(title), state, reason });
  };
  for (const id of titles.keys()) add(id, "not-done", describeRefused(id, summary));
  for (const id of summary.verified) add(id, "verified");
  for (const { task, why } of summary.notProven) if (task !== null) add(task, "not-proven", clipLine(why));
  for (const id of summary.forced) add(id, "forced", "done on your word");
  for (const { task, rule, reason } of summary.setAside)
    add(task, rule === "disputed" ? "disputed" : "set-aside", clipLine(reason));
  for (const id of summary.owed) add(id, "owed", "ticked by the agent without visible work");
  for (const id of summary.accepted) add(id, "accepted", describeAccepted(id, summary));
  return [...tasks.values()];
}

/** Who it was, and what is still not proven. */
function describeAccepted(id: string, { acceptances, notProven }: RunSummary): string {
  const given = acceptances.findLast(({ tasks }) => tasks.includes(id));
  const unproven = notProven.find(({ task }) => task === id);
  const who = given ? `accepted by ${describeWho(given)}` : "done on your word";
  return clipLine(unproven ? `${who}; not proven: ${unproven.why}` : who);
}

function describeRefused(id: string, { refused }: RunSummary): string | null {
  const claims = refused.find(({ task }) => task === id);
  return claims ? clipLine(`${plural(claims.times, "claim")} refused: ${forPerson(claims.reason)}`) : null;
}

/** A decision names the first few unfinished tasks of the list. */
function collectTitles(records: readonly DecisionRecord[]): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  for (const { observation } of records)
    if (observation.tasks?.is === "list")
      for (const { id, title } of observation.tasks.notDone ?? []) if (!titles.has(id)) titles.set(id, title);
  return titles;
}
