import type { DoneSoFar } from "../core/observe.js";
import { readDecision } from "../store/record.js";
import { addDone } from "../store/run-state.js";
import type { Board, Hold } from "./board.js";

/** What the tasks of a repository did, and what of it is proven: as the run counts it that has all of them. */
export async function readDone(
  board: Pick<Board, "readJournal">,
  { submission, repository }: Pick<Hold, "submission" | "repository">,
): Promise<DoneSoFar> {
  let done: DoneSoFar = {};
  for (let after = ""; ; ) {
    const entries = await board.readJournal(submission, { after });
    const last = entries.at(-1);
    if (last === undefined) return done;
    after = last.id;
    for (const entry of entries) {
      const record = entry.repository === repository ? readDecision(entry.record) : null;
      if (record?.about?.is === "merged") done = addDone(done, record.after);
    }
  }
}
