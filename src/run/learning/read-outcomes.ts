import { eachRecord } from "../../store/load.js";
import { OutcomeReader } from "./outcomes.js";

/** The claims and outcomes of a journal. */
export function readOutcomes(stateFolder: string): OutcomeReader {
  const reader = new OutcomeReader();
  eachRecord(stateFolder, (record) => reader.take(record));
  return reader;
}
