import { type DecisionRecord, readDecision } from "../store/record.js";
import type { Board, Hold } from "./board.js";

/** The decisions in the journal of a submission about one of its repositories, oldest first. */
export async function* decisionsOf(
  board: Pick<Board, "readJournal">,
  { submission, repository }: Pick<Hold, "submission" | "repository">,
): AsyncGenerator<DecisionRecord> {
  for (let after = ""; ; ) {
    const entries = await board.readJournal(submission, { after });
    const last = entries.at(-1);
    if (last === undefined) return;
    after = last.id;
    for (const entry of entries) {
      const record = entry.repository === repository ? readDecision(entry.record) : null;
      if (record !== null) yield record;
    }
  }
}
