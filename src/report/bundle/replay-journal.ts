import type { Decision } from "../../decide/decision.js";
import { policyForKind, resolvePolicy } from "../../decide/policies/policies.js";
import { judgeCase } from "../../decide/policy.js";
import { appendText } from "../../lib/files/append.js";
import { removeFolder, temporaryFolder } from "../../lib/files/temporary-folder.js";
import { emptyRunState, enterRun, toEntry } from "../../store/current-run.js";
import { journalName } from "../../store/load.js";
import { readRecord } from "../../store/read-record.js";
import type { DecisionRecord, JournalRecord } from "../../store/record.js";
import { applyRecord } from "../../store/run-state.js";
import { Explainer } from "../explain-record.js";
import { buildReport } from "../run-report/build-report.js";
import type { RunReport } from "../run-report/run-report.js";
import { type DescribedRun, describeRun } from "./describe-run.js";
import { standardPredicates } from "./standard-predicates.js";
import type { ProofPredicate, ProofStatement, ProvedTask } from "./statement.js";

/** What does not fit together in a proof whose signature is right, in words: whoever signed it changed something. */
export async function replayJournal({ predicate }: ProofStatement): Promise<readonly string[]> {
  const { lines } = predicate.journal;
  if (lines === null) return [];
  const records: JournalRecord[] = [];
  for (const [at, line] of lines.entries()) {
    const read = readRecord(line);
    if (read.is !== "record") return [`record ${at + 1} cannot be read`];
    if (read.record.run !== predicate.run.id) return [`record ${at + 1} is of another run`];
    records.push(read.record);
  }
  try {
    const found = [...findGaps(records), ...decideAgain(records)];
    return found.length > 0 ? found : compareSummary(predicate, records, await reportOf(lines, predicate.run));
  } catch {
    return ["a record lacks what a summary needs"]; // Whoever signed it may have written anything into it.
  }
}

/** Only where a run was resumed may something else have been written in between. */
function findGaps(records: readonly JournalRecord[]): readonly string[] {
  return records.flatMap((record, at) => {
    const before = records[at - 1];
    if (!before || record.resumed || record.n === before.n + 1) return [];
    return [`record ${record.n} does not follow on record ${before.n}`];
  });
}

/** Every decision once more, and whether each iteration knew of those before it. */
function decideAgain(records: readonly JournalRecord[]): readonly string[] {
  const explainer = new Explainer();
  const found: string[] = [];
  let state = emptyRunState;
  for (const record of records) {
    if (record.kind === "decision") {
      if (record.unit === undefined && !record.about && !knowsHistory(record, state))
        found.push(`iteration ${record.iteration} does not follow on those before it`);
      try {
        if (!decidesTheSame(record, explainer))
          found.push(`iteration ${record.iteration} is decided differently by what was recorded`);
      } catch {
        found.push(`iteration ${record.iteration} lacks what its decision needs`);
      }
    }
    state = applyRecord(state, record);
  }
  return found;
}

/** Down to the answer of every rule, where the run itself decided. */
function decidesTheSame(record: DecisionRecord, explainer: Explainer): boolean {
  if (explainer.explain(record).decidesAgain !== "the same") return false;
  if (record.unit !== undefined || record.about) return true;
  const policy = policyForKind(resolvePolicy(record.policy, record.settings), record.taskKind);
  return isSame(pickDecided(record.decision), pickDecided(judgeCase(policy, record.observation).decision));
}

const pickDecided = ({ score, abstained, breaker, exitCode, taskDone, tasksDone, proof, notProven }: Decision) => ({
  ...{ score, abstained, breaker, exitCode, taskDone, tasksDone, proof, notProven },
});

/** The first one of a run may stand on a state that an earlier run left. */
function knowsHistory(record: DecisionRecord, state: typeof emptyRunState): boolean {
  const { run, begins } = enterRun(state, toEntry(record));
  return begins || isSame(record.observation.history, run.history);
}

/** The report of the records alone, as anybody can make it. */
export async function reportOf(
  lines: readonly string[],
  run: Pick<ProofPredicate["run"], "id" | "project">,
): Promise<RunReport> {
  const folder = temporaryFolder("untildone-proof-");
  try {
    appendText(`${folder}/${journalName}`, `${lines.join("\n")}\n`);
    const report = await buildReport({ cwd: folder, folder, run: run.id, privateFolder: null });
    return { ...report, project: run.project };
  } finally {
    removeFolder(folder);
  }
}

function compareSummary(
  predicate: ProofPredicate,
  records: readonly JournalRecord[],
  report: RunReport,
): readonly string[] {
  const decisions = records.filter((record) => record.kind === "decision");
  const last = decisions.pop();
  if (!last) return ["it has no decision"];
  const again = describeRun(report, [...decisions, last]);
  const { project: _, headline: __, ...run } = predicate.run;
  const { headline: ___, ...runAgain } = again.run;
  const differs: readonly (readonly [what: string, same: boolean])[] = [
    ["run", isSame(run, runAgain)],
    ["tasks", isSame(settled(predicate.tasks), settled(again.tasks))],
    ["checks", isSame(predicate.checks.map(toOutcome), again.checks)],
    ["policy", isSame(predicate.policy, again.policy)],
    ["agents", isSame(predicate.agents, again.agents)],
    [
      "standard predicates",
      isSame(predicate.standard, standardPredicates({ ...predicate, journalHead: predicate.journal.head })),
    ],
  ];
  return differs.flatMap(([what, same]) => (same ? [] : [`its ${what} are not those of its journal`]));
}

const toOutcome = ({
  name,
  required,
  state,
  detail,
  iteration,
  passed,
  failed,
}: ProofPredicate["checks"][number]): DescribedRun["checks"][number] => ({
  ...{ name, required, state, detail, iteration, passed, failed },
});

/** Tasks that the journal says something of. What else a list holds is not in it. */
const settled = (tasks: readonly ProvedTask[]) =>
  tasks
    .filter(({ verdict }) => !["not-done", "done-before", "owed"].includes(verdict))
    .map(({ id, verdict, provedBy, notProven }) => ({ id, verdict, provedBy, notProven }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** As JSON, whatever the order of the fields. */
const isSame = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
