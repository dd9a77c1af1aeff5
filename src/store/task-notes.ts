import { readNote } from "../decide/agent-report.js";
import { isRecord } from "../lib/json/is-record.js";
import type { DecisionRecord } from "./record.js";

/** What a turn of a task noted. */
export interface TaskNote {
  readonly task: string;
  readonly text: string;
}

/** Few and short: they are part of the state, which does not grow with the run. */
const maxNotes = 100;
const maxOfTask = 5;

/** Adds what a turn noted. A note that is repeated is kept once, as the newest. */
export function addNote(
  notes: readonly TaskNote[] = [],
  record: DecisionRecord,
): { readonly notes?: readonly TaskNote[] } {
  const text = readText(record);
  const { task } = record.after.past;
  if (text === null || task === undefined) return {};
  const others = notes.filter((note) => note.task !== task);
  const own = notes.filter((note) => note.task === task && note.text !== text);
  return { notes: [...others, ...own.slice(1 - maxOfTask), { task, text }].slice(-maxNotes) };
}

/** Others can write to the journal, too: a report that is none has no note. */
function readText({ observation }: DecisionRecord): string | null {
  const signals: unknown = observation.turn?.report?.signals;
  const areSignals = Array.isArray(signals) && signals.every((each) => isRecord(each) && isRecord(each["fields"]));
  return areSignals && observation.turn ? readNote(observation.turn.report) : null;
}
