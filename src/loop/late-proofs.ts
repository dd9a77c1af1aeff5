import { isProven, type Proof } from "../core/proof.js";
import type { KnownTasks, Task } from "../core/tasks.js";
import type { Gathered } from "../evidence/gather.js";
import { ownersIn, taskText } from "../evidence/proof/test-owner.js";
import { testedNamesIn } from "../evidence/proof/tested-names.js";
import { taskKeys } from "../work/list-ledger.js";
import {
  betterProof,
  confirmWithoutWork,
  type ProverTerms,
  proveWithoutWork,
  type TaskToProve,
} from "../work/prover.js";
import type { LateTask } from "./run-work.js";
import type { LoopSetup } from "./setup.js";

export interface LateProving {
  readonly setup: LoopSetup;
  readonly tasks: KnownTasks;
  readonly seen: Gathered;
  readonly prover: ProverTerms;
}

/** Proves, when the run ends, the done tasks that took too long for the time of their claims. Each result is a record. */
export async function proveLate({ setup, tasks, seen, prover }: LateProving): Promise<void> {
  const listed = tasks.is === "tasks" ? tasks.tasks : [];
  const keyOf = taskKeys(listed);
  const controls: NonNullable<ProverTerms["controls"]> = new Map();
  for (const late of setup.work.late) {
    const task = listed.find((each) => keyOf(each) === late.key);
    if (!task || setup.stop.level > 0) continue;
    const proof = await proveAtEnd(
      { ...prover, controls },
      toProve(task, { cwd: setup.cwd, late, listed, seen }),
      late.proof,
    );
    setup.recordProof(task.id, proof);
    setup.work.deferProof(late.key, null);
    setup.emit({ type: "proof-end", task: task.id, proof });
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
