import { errorMessage, isUserError } from "../lib/errors.js";
import { now } from "../lib/time/clock.js";
import type { JudgedIteration } from "../run/judge/judge.js";
import { writeGitignore } from "../run/records/run-files.js";
import { Store } from "../store/store.js";

/** A loop may hold the journal for hours; nobody waits that long for a session. */
const patienceMs = 2_000;

/** Writes the decision to the journal. The answer stands without it: what went wrong is returned as a note. */
export function journalStop(folder: string, record: JudgedIteration["record"]): readonly string[] {
  try {
    const store = Store.open({ folder, command: "hook", now: now(), patienceMs });
    try {
      writeGitignore(folder);
      store.record(record);
      return store.warnings;
    } finally {
      store.close();
    }
  } catch (error) {
    return [`not in the journal: ${isUserError(error) ? error.what : errorMessage(error)}`];
  }
}
