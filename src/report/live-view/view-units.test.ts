import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agentStart, began, runStart, verdict } from "../../../test/report/view-events.js";
import { textWidth } from "../../lib/text/text-width.js";
import type { RunEvent } from "../../run/loop/run-event.js";
import { EventFeed } from "../../run/steer/event-feed.js";
import type { UnitResult } from "../../store/record.js";
import type { ViewScreen } from "./view-layout.js";
import { formatView } from "./view-lines.js";
import { applyEvent, startView, type ViewState } from "./view-state.js";

const clean = (text: string): string => text;
const screen: ViewScreen = {
  ...{ columns: 80, rows: 24, now: began + 14_000, colour: false, utf8: true },
  ...{ keys: "run", showsHelp: false },
};

const play = (events: readonly RunEvent[], state = startView(began)): ViewState =>
  events.reduce((before, event) => applyEvent(before, event, { at: began + 10_000, clean }), state);

const show = (events: readonly RunEvent[], more: Partial<ViewScreen> = {}): readonly string[] =>
  formatView(play(events), { ...screen, ...more });

const open = (unit: string): RunEvent => ({ type: "worktree-entered", root: "/r", branch: "b", unit });
const iterate = (unit: string, iteration = 1, title = `make ${unit}`): RunEvent => ({
  ...{ type: "iteration-start", iteration, unit },
  ...{ task: { id: unit, title: `${unit}: ${title}` }, tasks: { done: 3, total: 7 } },
});
const start = (unit: string): RunEvent => ({ ...agentStart, unit });
const work = (unit: string): readonly RunEvent[] => [open(unit), iterate(unit), start(unit)];
const edits = (unit: string, what: string): RunEvent => ({
  ...{ type: "agent-activity", agent: "claude", does: "edits", what, unit },
});
const says = (unit: string, text: string): RunEvent => ({ type: "agent-message", agent: "claude", text, unit });

/** A decision of a unit's loop, or of the run about it. */
function decide(unit: string, is: UnitResult["is"] | "done" | "refused" | "aside", reason = "2 tests fail"): RunEvent {
  const event = verdict({ reason, done: 4, used: { iterations: is === "done" ? 5 : 2, seconds: 10 } });
  if (event.type !== "decision-made") return event;
  const { record } = event;
  const isUnits = is === "done" || is === "refused" || is === "aside";
  const taskDone = is === "done" || is === "merged" ? unit : null;
  const setAside = is === "aside" ? { task: unit, outcome: "stuck", reason, rule: "stuck" } : null;
  const about = isUnits ? {} : { about: { unit, is, commit: null } };
  return {
    ...event,
    unit,
    record: { ...record, ...about, decision: { ...record.decision, taskDone, setAside } } as typeof record,
  };
}

const sentBack = decide("T2", "sent-back", "task T2 goes back to its agent: conflict with the work of others in a.ts");
const four = [runStart, ...["T1", "T2", "T3", "T4"].flatMap(work)];

describe("the live view of several tasks at once", () => {
  it("shows each task with what its agent does", () => {
    const events = [...four, edits("T1", "src/login.ts"), says("T1", "I add the form."), decide("T3", "done")];
    expect(show([...events, sentBack, iterate("T2", 2), start("T2")])).toEqual([
      "",
      "  5 of 50 iterations · 14s of 8h · $0.42 of $5.00 · limit in 2m",
      "  tasks    █████████████░░░░░░░░░░░ 4 of 7 done",
      "  last     T2: sent back: conflict with the work of others in a.ts",
      "  T1: make T1",
      '     claude edits src/login.ts · 4s · "I add the form."',
      "  T2: make T2 · iteration 2 · sent back: conflict with the work of others in a…",
      "     claude is working · 4s",
      "  T3: make T3",
      "     done, merging · 4s",
      "  T4: make T4",
      "     claude is working · 4s",
      "  p pause   s stop   ? help",
    ]);
  });

  it.each<{ name: string; events: readonly RunEvent[]; line: string }>([
    { name: "a worktree is prepared", events: [open("T1")], line: "     preparing its worktree · 4s" },
    {
      name: "a check runs",
      events: [...work("T1"), { type: "check-start", name: "tests", plan: {} as never, unit: "T1" }],
      line: "     checks: tests · 4s",
    },
    {
      name: "a usage limit",
      events: [...work("T1"), { type: "wait-start", until: null, seconds: 64, why: "a usage limit", unit: "T1" }],
      line: "     waiting: 1m 00s, until 09:01 · a usage limit",
    },
    {
      name: "the merged work is checked",
      events: [
        ...work("T1"),
        decide("T1", "done"),
        { type: "check-start", name: "tests", plan: {} as never, unit: "T1" },
      ],
      line: "     done, merging: tests · 4s",
    },
    {
      name: "after a refused claim",
      events: [...work("T1"), decide("T1", "refused")],
      line: "     between two iterations",
    },
    {
      name: "it waits for the pause",
      events: [...work("T1"), { type: "pause-requested", by: "key" }, decide("T1", "refused")],
      line: "     waits for the others to pause",
    },
    {
      name: "paused",
      events: [...work("T1"), decide("T1", "refused"), { type: "pause-start" }],
      line: "     paused",
    },
  ])("$name", ({ events, line }) => {
    expect(show([runStart, ...events])).toContain(line);
  });

  it.each<{ is: "merged" | "set-aside" | "aside"; shows: string }>([
    { is: "merged", shows: "  last     T1: merged" },
    { is: "set-aside", shows: "  last     T1: set aside: 2 tests fail" },
    { is: "aside", shows: "  last     T1: 2 tests fail" },
  ])("a task that is over ($is) is no longer shown, also if something follows", ({ is, shows }) => {
    const after: RunEvent = { type: "checkpoint-made", commit: "c", problem: null, unit: "T1" };
    const lines = show([...four, decide("T1", is), after]);
    expect(lines).toContain(shows);
    expect(lines.filter((line) => /^ {2}T\d: make/.test(line)).length).toBe(3);
  });

  it("counts tasks by the run's decisions, and what was used by those of the units", () => {
    const state = play([...four, decide("T1", "done"), decide("T1", "merged")]);
    expect([state.tasks, state.used.iterations]).toEqual([{ done: 4, total: 7 }, 5]);
  });

  it("is that of one loop again when no task is at work", () => {
    const lines = show([runStart, ...work("T1"), decide("T1", "done"), decide("T1", "merged")]);
    expect(lines.slice(1, 2)).toEqual(["  5 of 50 iterations · 14s of 8h · $0.42 of $5.00 · limit in 2m"]);
    expect(lines).toContain("  checks   inspecting the work · 4s");
  });

  it.each<{ rows: number; shows: readonly string[] }>([
    {
      rows: 12,
      shows: [
        ...["", "  0 of 50 iterations · 4s of 8h", "  tasks    ██████████░░░░░░░░░░░░░░ 3 of 7 done"],
        ...["T1", "T2", "T3", "T4"].map((id) => `  ${id}  claude is working · 4s`),
        "  p pause   s stop   ? help",
      ],
    },
    {
      rows: 6,
      shows: [
        "  0 of 50 iterations · 4s of 8h",
        ...["T1", "T2"].map((id) => `  ${id}  claude is working · 4s`),
        "  and 2 more",
      ],
    },
    { rows: 3, shows: ["  0 of 50 iterations · 4s of 8h"] },
  ])("fits $rows rows", ({ rows, shows }) => {
    expect(show(four, { rows })).toEqual(shows);
  });

  it.each([
    { columns: 40, shows: ["T1: make T1", '   claude edits a.ts · 4s · "I add the…'] },
    { columns: 20, shows: ["T1: make T1", " claude edits a.ts…"] },
  ])("fits $columns columns", ({ columns, shows }) => {
    const lines = show([runStart, ...work("T1"), edits("T1", "a.ts"), says("T1", "I add the form.")], { columns });
    expect(lines).toEqual(expect.arrayContaining(shows));
  });

  it("never exceeds the screen", () => {
    fc.assert(
      fc.property(
        ...[fc.integer({ min: 1, max: 220 }), fc.integer({ min: 1, max: 50 }), fc.nat(12), fc.string()],
        (columns, rows, count, text) => {
          const units = Array.from({ length: Number(count) }, (_, at) => `${text}${at}`);
          const events = units.flatMap((unit) => [...work(unit), says(unit, String(text))]);
          const lines = show([runStart, ...events], { columns: Number(columns), rows: Number(rows) });
          expect(lines.length).toBeLessThanOrEqual(Math.max(1, Number(rows) - 1));
          for (const line of lines) expect(textWidth(line)).toBeLessThan(Math.max(2, Number(columns)));
        },
      ),
    );
  });

  it("is the same for somebody who watches from now on", () => {
    const events = [
      ...[...four, decide("T1", "done"), decide("T1", "merged"), ...work("T5"), decide("T3", "refused"), sentBack],
      ...[iterate("T3", 2), start("T3"), says("T3", "Again."), decide("T4", "aside"), iterate("T2", 2), start("T2")],
      decide("T5", "refused"),
    ];
    const feed = new EventFeed(() => began + 10_000);
    for (const event of events) feed.emit(event);
    const seen = feed.events.map(({ event }) => event);
    expect(formatView(play(seen), screen)).toEqual(show(events));
    expect(seen.filter(({ unit }) => unit === "T1" || unit === "T4")).toEqual([]);
  });
});
