import type { LoopSetup } from "../loop/setup.js";
import { viewUnit } from "../store/units.js";
import type { RunWriter } from "./run-writer.js";

/** The journal as the loop of one unit sees it, with a clock that counts the time since the last record of any unit. */
export function unitStore(
  writer: RunWriter,
  { run, unit, writeRunFile }: { run: string; unit: string; writeRunFile: LoopSetup["store"]["writeRunFile"] },
): Pick<LoopSetup, "store" | "elapsed"> {
  let counted = 0;
  return {
    elapsed: () => counted + writer.secondsSince(),
    store: {
      get runState() {
        return viewUnit(writer.runState, run, unit);
      },
      record(decision) {
        const written = writer.record({ ...decision, unit });
        counted += written.after.seconds ?? 0;
        return written;
      },
      writeRunFile,
    },
  };
}
