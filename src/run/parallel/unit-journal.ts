import { withoutRest } from "../../decide/rules/finish.js";
import type { DecisionRecord } from "../../store/record.js";
import { viewUnit } from "../../store/units.js";
import type { Session } from "../session.js";
import type { RunWriter } from "./run-writer.js";

/** The last task of the list does not complete the run: its work is not merged yet. */
export function asUnit<R extends Pick<DecisionRecord, "decision" | "events">>(record: R): R {
  const { decision, events } = record;
  const isLast = decision.outcome === "completed" && decision.taskDone !== null;
  const own = decision.taskDone === null ? decision : { ...decision, reason: withoutRest(decision.reason) };
  return {
    ...record,
    events: events.filter(({ event }) => event !== "run_ended"),
    decision: isLast ? { ...own, decision: "CONTINUE", outcome: null, exitCode: null } : own,
  };
}

/** The journal as the loop of one unit sees it, with a clock that counts the time since the last record of any unit. */
export function unitJournal(
  writer: RunWriter,
  { run, journal, clock }: Session,
  unit: string,
): Pick<Session, "journal" | "clock"> {
  let counted = 0;
  return {
    clock: { ...clock, elapsed: () => counted + writer.secondsSince() },
    journal: {
      get runState() {
        return viewUnit(writer.runState, run, unit);
      },
      record(decision) {
        const written = writer.record({ ...asUnit(decision), unit });
        counted += written.after.seconds ?? 0;
        return written;
      },
      writeRunFile: journal.writeRunFile,
      recordProof: journal.recordProof,
    },
  };
}
