import { describe, expect, it } from "vitest";
import { addNote, type TaskNote } from "./task-notes.js";

const record = (task: string | undefined, signals: unknown) =>
  ({ observation: { turn: { report: { signals } } }, after: { past: { task } } }) as never;
const noted = (text: string) => [{ trusted: true, fields: { NOTE: text } }];
const note = (task: string, text: string): TaskNote => ({ task, text });

describe("what turns noted", () => {
  it.each([
    { what: "a note", signals: noted("a"), notes: [note("T1", "old"), note("T1", "a")] },
    { what: "the same note", signals: noted("old"), notes: [note("T1", "old")] },
    { what: "none", signals: noted("none"), notes: undefined },
    { what: "no block", signals: [], notes: undefined },
    { what: "no list of signals", signals: 7, notes: undefined },
    { what: "a signal that is none", signals: [7], notes: undefined },
  ])("with $what", ({ signals, notes }) => {
    expect(addNote([note("T1", "old")], record("T1", signals)).notes).toEqual(notes);
  });

  it("is kept for a few turns of each task and for many tasks", () => {
    let notes: readonly TaskNote[] = [];
    for (let at = 0; at < 10; at++) notes = addNote(notes, record("T1", noted(`note ${at}`))).notes ?? [];
    expect(notes.map(({ text }) => text)).toEqual(["note 5", "note 6", "note 7", "note 8", "note 9"]);
    for (let at = 0; at < 200; at++) notes = addNote(notes, record(`U${at}`, noted("x"))).notes ?? [];
    expect(notes).toHaveLength(100);
    expect(notes.at(-1)).toEqual(note("U199", "x"));
  });
});
