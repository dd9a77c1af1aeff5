import { plural } from "../../base/plural.js";
import { nothing } from "../../core/decision-proof.js";
import { describeProof } from "../../core/proof.js";
import type { RunSummary } from "../../loop/summarize-run.js";
import { describeWho } from "../../store/acceptance.js";
import type { DecisionRecord } from "../../store/record.js";
import { describeAside } from "../describe-parked.js";
import { notRecorded } from "../format-proof.js";
import { clipLine } from "./clip-text.js";
import { forPerson } from "./for-person.js";
import type { ReportedTask, TaskState } from "./run-report.js";

/** Every task that the journal names, what became of it, and why. */
export function reportTasks(records: readonly DecisionRecord[], summary: RunSummary): readonly ReportedTask[] {
  const titles = collectTitles(records);
  const tasks = new Map<string, ReportedTask>();
  const add = (id: string, state: TaskState, reason: string | null = null): void => {
    const title = titles.get(id) ?? null;
    const proof = describeTaskProof(id, summary);
    tasks.set(id, { id: clipLine(id), title: title === null ? null : clipLine(title), state, reason, ...proof });
  };
  for (const id of titles.keys()) add(id, "not-done", describeRefused(id, summary));
  for (const id of summary.verified) add(id, "verified", writeProof(describeTaskProof(id, summary)));
  for (const { task, why } of summary.notProven) if (task !== null) add(task, "not-proven", clipLine(why));
  for (const id of summary.forced) add(id, "forced", "done on your word");
  for (const aside of summary.setAside) {
    const work = describeAside(aside);
    const reason = work === null ? aside.reason : `${aside.reason}; ${work}`;
    add(aside.task, aside.rule === "disputed" ? "disputed" : "set-aside", clipLine(reason));
  }
  for (const id of summary.owed) add(id, "owed", "ticked by the agent without visible work");
  for (const id of summary.accepted) add(id, "accepted", describeAccepted(id, summary));
  return [...tasks.values()];
}

type TaskProof = Pick<ReportedTask, "provedBy" | "notProven">;

function describeTaskProof(id: string, { verified, provedBy, notProven, forced }: RunSummary): TaskProof {
  const proof = provedBy.find(({ task }) => task === id);
  if (proof) return { provedBy: clipLine(describeProof(proof)), notProven: nothing };
  if (verified.includes(id)) return { provedBy: notRecorded, notProven: nothing };
  const unproven = notProven.find(({ task }) => task === id);
  const why = unproven ? clipLine(unproven.why) : forced.includes(id) ? "forced by you" : null;
  return { provedBy: null, notProven: why };
}

const writeProof = ({ provedBy }: TaskProof): string =>
  provedBy === null || provedBy === notRecorded ? notRecorded : `proved by ${provedBy}`;

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
