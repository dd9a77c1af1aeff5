import { readOutcomes } from "../../run/learning/read-outcomes.js";
import { eachRecord } from "../../store/load.js";
import type { DecisionRecord } from "../../store/record.js";
import type { Io } from "../command.js";

/** Graded decisions as a file of a set for `untildone eval`: JSON values under YAML keys. */
export function exportOutcomes(folder: string, io: Io): number {
  const outcomes = readOutcomes(folder).outcomes();
  eachRecord(folder, (record) => {
    if (record.kind !== "decision") return;
    for (const { claim, verdict } of outcomes.filter((each) => each.claim.n === record.n)) {
      const name = `${record.run}/${claim.task ?? "run"}`;
      const row = { graded: toGraded(record), task: claim.task, is: verdict.is };
      io.out(`${JSON.stringify(name)}: ${JSON.stringify(row)}\n`);
    }
  });
  if (outcomes.length === 0) io.err("nothing is graded yet; grade a task with: untildone grade TASK right, or wrong\n");
  return 0;
}

/** Without what is said of this machine and this run. */
const toGraded = ({ n: _, at: __, run: ___, origins: ____, events: _____, ...record }: DecisionRecord) => ({
  ...record,
  ...{ origins: {}, events: [] },
});
