import { nothing } from "../../decide/decision-proof.js";
import { describeProof } from "../../decide/proof.js";
import type { ListLedger } from "../../evidence/ledger/list-ledger.js";
import { taskKeys, toSet } from "../../evidence/ledger/task-keys.js";
import { plural } from "../../lib/text/plural.js";
import type { RunSummary } from "../../run/loop/run-summary.js";
import { describeWho } from "../../store/acceptance.js";
import type { DecisionRecord } from "../../store/record.js";
import { describeAside } from "../describe-parked.js";
import { notRecorded } from "../format-proof.js";
import type { CheckpointDiff } from "./checkpoint-diff.js";
import { clipLine } from "./clip-text.js";
import { forPerson } from "./for-person.js";
import type { ReportedTask, TaskState } from "./run-report.js";

/** The list as it was asked for, and which of its tasks are done. */
export type KnownList = Pick<ListLedger, "asked" | "accepted">;

/**
 * Every task of the run, what became of it, and why. Without the run's list, as for the journal of another machine, only
 * those that the journal names.
 */
export function reportTasks(
  records: readonly DecisionRecord[],
  summary: RunSummary,
  { list, diffs }: { readonly list: KnownList | null; readonly diffs: ReadonlyMap<string, CheckpointDiff> },
): readonly ReportedTask[] {
  const titles = collectTitles(records, list);
  const tasks = new Map<string, ReportedTask>();
  const add = (id: string, state: TaskState, reason: string | null = null): void => {
    const title = titles.get(id) ?? null;
    const proof = describeTaskProof(id, summary);
    tasks.set(id, {
      id: clipLine(id),
      title: title === null ? null : clipLine(title),
      state,
      reason,
      ...proof,
      diff: diffs.get(id) ?? null,
    });
  };
  for (const id of titles.keys()) add(id, "not-done", describeRefused(id, summary));
  for (const id of findDone(list)) add(id, "done-before", "done before this run, or by you");
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

/** Tasks of the list that are done, whoever did them: those of this run are told apart by what proves them. */
function findDone(list: KnownList | null): readonly string[] {
  if (!list) return [];
  const keyOf = taskKeys(list.asked);
  const accepted = toSet(list.accepted);
  return list.asked.filter((task) => !task.optional && accepted.has(keyOf(task))).map(({ id }) => id);
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

/** From the list, whole; else from the decisions, which name the first few unfinished tasks. */
function collectTitles(records: readonly DecisionRecord[], list: KnownList | null): ReadonlyMap<string, string> {
  const listed = list?.asked.filter(({ optional }) => !optional) ?? [];
  const titles = new Map(listed.map(({ id, title }) => [id, title]));
  for (const { observation } of records)
    if (observation.tasks?.is === "list")
      for (const { id, title } of observation.tasks.notDone ?? []) if (!titles.has(id)) titles.set(id, title);
  return titles;
}
