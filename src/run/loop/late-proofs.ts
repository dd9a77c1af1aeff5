import { isProven, type Proof } from "../../decide/proof.js";
import type { KnownTasks, Task } from "../../decide/tasks.js";
import type { Gathered } from "../../evidence/gathered.js";
import {
  betterProof,
  confirmWithoutWork,
  type ProverTerms,
  proveWithoutWork,
  type TaskToProve,
} from "../../evidence/ledger/prover.js";
import { taskKeys } from "../../evidence/ledger/task-keys.js";
import { ownersIn, taskText } from "../../evidence/proof/test-owner.js";
import { testedNamesIn } from "../../evidence/proof/tested-names.js";
import type { Session } from "../session.js";
import type { LateTask } from "./run-work.js";

export interface LateProving {
  readonly session: Session;
  readonly tasks: KnownTasks;
  readonly seen: Gathered;
  readonly prover: ProverTerms;
}

/** Proves, when the run ends, the done tasks that took too long for the time of their claims. Each result is a record. */
export async function proveLate({ session, tasks, seen, prover }: LateProving): Promise<void> {
  const { workspace, person, journal } = session;
  const listed = tasks.is === "tasks" ? tasks.tasks : [];
  const keyOf = taskKeys(listed);
  const controls: NonNullable<ProverTerms["controls"]> = new Map();
  for (const late of workspace.work.late) {
    const task = listed.find((each) => keyOf(each) === late.key);
    if (!task || person.stop.level > 0) continue;
    const proof = await proveAtEnd(
      { ...prover, controls },
      toProve(task, { cwd: workspace.cwd, late, listed, seen }),
      late.proof,
    );
    journal.recordProof(task.id, proof);
    workspace.work.deferProof(late.key, null);
    person.emit({ type: "proof-end", task: task.id, proof });
  }
}

function toProve(
  task: Task,
  { cwd, late, listed, seen }: Pick<LateProving, "seen"> & { cwd: string; late: LateTask; listed: readonly Task[] },
): TaskToProve {
  const ownerOf = ownersIn(listed, testedNamesIn(cwd));
  return {
    ...{ id: task.id, text: taskText(task), files: late.files, seen, among: listed.length },
    isOthers: (test) => ![null, task.id].includes(ownerOf(test)),
  };
}

/** What turned green for it then, and its new tests. */
async function proveAtEnd(prover: ProverTerms, task: TaskToProve, known: Proof): Promise<Proof> {
  const { check, tests } = known;
  const turned: Proof | null = check && tests.length > 0 ? { state: "proven", kind: "old-test", check, tests } : null;
  const confirmed = turned ? await confirmWithoutWork(prover, task, { proof: turned, began: [] }) : null;
  if (confirmed && isProven(confirmed)) return confirmed;
  const { isLate: _, ...rest } = betterProof(confirmed ?? known, await proveWithoutWork(prover, task));
  return rest;
}
