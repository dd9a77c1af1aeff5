import type { CommandPlan } from "../../evidence/plan.js";
import { readIfThere } from "../../lib/files/files.js";
import { entriesIn } from "../../lib/files/folder.js";
import { toolsAndSystem } from "../../lib/process/tool-versions.js";
import { maskValue } from "../../lib/secrets/secrets.js";
import { sha256Hex } from "../../lib/signing/ed25519.js";
import type { RunRecord } from "../../run/records/run-record.js";
import { readRecord } from "../../store/read-record.js";
import type { DecisionRecord } from "../../store/record.js";
import type { RunReport } from "../run-report/run-report.js";
import type { ContentNow } from "./content.js";
import { type DescribedRun, describeRun } from "./describe-run.js";
import { makeChain } from "./journal-chain.js";
import { describeReach } from "./key-reach.js";
import { standardPredicates } from "./standard-predicates.js";
import { bundleVersion, type ProofStatement, type ProvedCheck, predicateType, statementType } from "./statement.js";

export interface ProofSource {
  readonly report: RunReport;
  readonly last: DecisionRecord;
  /** The records of the run, as they stand in the journal. */
  readonly lines: readonly string[];
  readonly withJournal: boolean;
  /** What the run was started with; null if that is gone, or another loop ran the agent. */
  readonly record: RunRecord | null;
  readonly content: ContentNow;
  readonly isAsLeft: true | null;
  /** Where the logs of the run are. */
  readonly logs: string;
  /** Null where something else signs. */
  readonly publicKey: string | null;
}

/** The statement of a run, masked. Nothing is signed yet. */
export function makeProof(source: ProofSource): ProofStatement {
  const { report, lines, record, content, publicKey } = source;
  const described = describeRun(report, [...readDecisions(lines), source.last]);
  const checks = describeChecks(described, source);
  const journal = makeChain(report.run, lines, source.withJournal);
  const tools = toolsAndSystem();
  const { run, tasks, policy, agents } = maskValue(described);
  const proved = maskValue({ run: { ...run, project: report.project }, tasks, checks, policy, tools });
  return {
    _type: statementType,
    subject: content.subject,
    predicateType,
    predicate: {
      version: bundleVersion,
      ...proved,
      content: { ...content.content, isAsLeft: source.isAsLeft },
      agents,
      journal,
      signer: { publicKey, ...describeReach(record?.ranIn) },
      standard: standardPredicates({ ...proved, journalHead: journal.head }),
    },
  };
}

/** All but the last one. */
const readDecisions = (lines: readonly string[]): DecisionRecord[] =>
  lines
    .flatMap((line) => {
      const read = readRecord(line);
      return read.is === "record" && read.record.kind === "decision" ? [read.record] : [];
    })
    .slice(0, -1);

function describeChecks({ checks }: DescribedRun, { record, logs }: ProofSource): readonly ProvedCheck[] {
  const plans = new Map((record?.plans ?? []).map((plan) => [plan.name, plan]));
  return checks.map((check) => {
    const plan = plans.get(check.name);
    const command: CommandPlan | null = plan?.kind === "command" ? plan : null;
    return {
      ...check,
      command: command?.words ?? null,
      env: command?.env ?? {},
      timeoutSeconds: command?.timeoutSeconds ?? null,
      reads: command?.reads ?? null,
      outputSha256: command && digestOutput(logs, check.name),
    };
  });
}

/** The log of the last time that a check was made. */
function digestOutput(logs: string, name: string): string | null {
  const file = `${name.replaceAll("/", "+").replaceAll(/[^\w.+-]+/g, "-")}.log`;
  const folders = entriesIn(logs).filter((entry) => entry.isDirectory() && /^\d+-checks$/.test(entry.name));
  for (const folder of folders
    .map((entry) => entry.name)
    .toSorted()
    .toReversed()) {
    const text = readIfThere(`${logs}/${folder}/${file}`);
    if (text !== null) return sha256Hex(text);
  }
  return null;
}
