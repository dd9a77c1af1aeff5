import { type Evidence, isAboutHonesty } from "../../decide/evidence.js";
import { UserError } from "../../lib/errors.js";
import { suggest } from "../../lib/text/nearest.js";
import { plural } from "../../lib/text/plural.js";
import { outsideName } from "../../run/loop/outside.js";
import { emptyRunState, enterRun, type RunState, toEntry } from "../../store/current-run.js";
import { eachRecord, eachRecordBackwards, journalName } from "../../store/load.js";
import type { DecisionRecord } from "../../store/record.js";
import { applyRecord } from "../../store/run-state.js";
import { isByPerson, type PersonRecord } from "../person-actions.js";

/** A run as the journal has it. */
export interface CollectedRun<T> {
  /** Its decisions, oldest first: all but the last without history and texts, and those but the last checked without evidence. */
  readonly records: readonly DecisionRecord[];
  /** What was read of each decision while it was whole. */
  readonly read: readonly T[];
  /** What a person did about it, oldest first. */
  readonly person: readonly PersonRecord[];
  /** The state after the last record of the run. */
  readonly state: Pick<RunState, "run" | "last">;
  readonly problems: readonly string[];
}

const maxListed = 10;

/** Reads a run from the journal: the last one, or the one named. A decision that `readDecision` throws at is left out. */
export function collectRun<T>(
  folder: string,
  named: string | null,
  readDecision: (record: DecisionRecord) => T,
): CollectedRun<T> {
  const run = named === null ? findLastRun(folder) : findNamedRun(folder, named);
  const bad: number[] = [];
  const incomplete: number[] = [];
  let records: DecisionRecord[] = [];
  let read: T[] = [];
  let person: PersonRecord[] = [];
  let last: DecisionRecord | null = null;
  let checked = null as DecisionRecord | null;
  let journal: RunState = emptyRunState;
  let state: CollectedRun<T>["state"] = emptyRunState;
  eachRecord(
    folder,
    (record) => {
      const isNew = record.kind === "decision" && enterRun(journal, toEntry(record)).begins;
      journal = applyRecord(journal, record);
      if (record.run !== run) return;
      state = { run: journal.run, last: journal.last };
      if (isByPerson(record)) person.push(record);
      if (record.kind !== "decision") return;
      // An earlier run may have had the same name.
      if (isNew) [records, read, person, last, checked] = [[], [], since(person, last), null, null];
      try {
        read.push(readDecision(record));
        if (last) records.push(withoutBulk(last));
        if (record.observation.evidence.length > 0) checked = record;
        last = record;
      } catch {
        incomplete.push(record.n);
      }
    },
    (line) => bad.push(line),
  );
  if (last) records.push(last);
  const lastChecked = checked;
  if (lastChecked) records = records.map((record) => withChecks(record, lastChecked));
  return { records, read, person, state, problems: [...describeDamage(bad), ...describeIncomplete(incomplete)] };
}

const since = (person: readonly PersonRecord[], last: DecisionRecord | null): PersonRecord[] =>
  person.filter(({ n }) => n > (last?.n ?? 0));

const withoutBulk = (record: DecisionRecord): DecisionRecord => ({
  ...record,
  events: record.events.filter(({ event }) => event === "exit_gate_blocked"), // Why a claim was refused.
  decision: { ...record.decision, abstained: [], feedback: [], warnings: [] },
  observation: { ...record.observation, history: [], evidence: record.observation.evidence.filter(isSummarized) },
});

/** What was checked last is told, also where the run went on without a turn. */
const withChecks = (record: DecisionRecord, { n, observation: { evidence } }: DecisionRecord): DecisionRecord =>
  record.n === n ? { ...record, observation: { ...record.observation, evidence } } : record;

/** What the summary of a run counts over all of its turns. */
const isSummarized = (check: Evidence): boolean =>
  (check.flaky ?? []).length > 0 || check.name === outsideName || (isAboutHonesty(check) && check.state !== "unknown");

function describeDamage(bad: readonly number[]): readonly string[] {
  const [first] = bad;
  if (first === undefined) return [];
  const where = bad.length === 1 ? `line ${first}` : `${plural(bad.length, "line")}, the first is line ${first}`;
  return [`The journal is damaged in ${where}: this report shows what can be read.`];
}

function describeIncomplete(numbers: readonly number[]): readonly string[] {
  const rest = numbers.length - maxListed;
  const list = `${numbers.slice(0, maxListed).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
  return numbers.length === 0 ? [] : [`The records of these decisions are incomplete and left out: ${list}.`];
}

function findLastRun(folder: string): string {
  let last: string | null = null;
  eachRecordBackwards(folder, (record) => {
    if (record.kind === "decision") last = record.run;
    return last === null ? "more" : "enough";
  });
  if (last !== null) return last;
  throw new UserError({
    what: "no decision has been made yet",
    where: `${folder}/${journalName}`,
    fix: "start a run with: untildone run, or name the state folder with --state",
  });
}

/** By its id, or by the beginning of it. */
function findNamedRun(folder: string, named: string): string {
  const last = findLastRun(folder);
  const ids = new Set<string>();
  eachRecord(folder, ({ kind, run }) => void (kind === "decision" && ids.add(run)));
  if (ids.has(named)) return named;
  const found = [...ids].filter((id) => id.startsWith(named));
  const [only, second] = found;
  if (only !== undefined && second === undefined) return only;
  throw new UserError({
    what: only === undefined ? `there is no run ${JSON.stringify(named)}` : `several runs begin with ${named}`,
    where: `${folder}/${journalName}`,
    fix: `${suggest(named, (only === undefined ? [...ids] : found).slice(-maxListed))}; without a name it is ${last}`,
  });
}
