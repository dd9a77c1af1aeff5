import { type DecisionRecord, readDecision } from "../run.js";
import type { Hold } from "./board-terms.js";
import type { FleetJournal } from "./journal.js";

/** The decisions in the journal of a submission about one of its repositories, oldest first. */
export async function* decisionsOf(
  journal: Pick<FleetJournal, "readOf">,
  { submission, repository }: Pick<Hold, "submission" | "repository">,
): AsyncGenerator<DecisionRecord> {
  for await (const entry of journal.readOf(submission, repository)) {
    const record = readDecision(entry.record);
    if (record !== null) yield record;
  }
}
