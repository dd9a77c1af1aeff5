import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agentStart, began, iterationStart, runStart, verdict } from "../../../test/report/view-events.js";
import { textWidth } from "../../lib/text/text-width.js";
import type { RunEvent } from "../../run/loop/run-event.js";
import type { ViewScreen } from "./view-layout.js";
import { formatView } from "./view-lines.js";
import { applyEvent, startView, type ViewState } from "./view-state.js";

const clean = (text: string): string => text;
const screen: ViewScreen = {
  columns: 80,
  rows: 24,
  now: began + 724_000,
  colour: false,
  utf8: true,
  keys: "run",
  showsHelp: false,
};

const play = (events: readonly RunEvent[], at = began): ViewState =>
  events.reduce((state, event) => applyEvent(state, event, { at, clean }), startView(at));

const words = "I will add the validation now, and then run the tests of the form once more.";
const working: readonly RunEvent[] = [
  runStart,
  iterationStart(2),
  agentStart,
  { type: "agent-activity", agent: "claude", does: "edits", what: "src/login.ts" },
  { type: "agent-message", agent: "claude", text: words },
];
const decided = applyEvent(play(working), verdict(), { at: began, clean });
const busy = working.slice(2).reduce((state, event) => applyEvent(state, event, { at: began + 720_000, clean }), {
  ...decided,
  clock: { seconds: 0, at: began },
});

describe("the live view", () => {
  it.each<{ columns: number; utf8?: boolean; shows: readonly string[] }>([
    {
      columns: 200,
      shows: [
        "",
        "  iteration 2 of 50 · 12m 04s of 8h · $0.42 of $5.00",
        "  task     T2 Add the login form",
        "  tasks    ██████████░░░░░░░░░░░░░░ 3 of 7 done",
        "  last     T2 refused: 2 tests fail",
        "  agent    claude edits src/login.ts · 4s",
        `           "${words}"`,
        "  p pause   s stop   ? help",
      ],
    },
    {
      columns: 40,
      shows: [
        "",
        "iteration 2 of 50 · 12m 04s of 8h",
        "task    T2 Add the login form",
        "tasks   ████████░░░░░░░░░░░ 3 of 7 done",
        "last    T2 refused: 2 tests fail",
        "agent   claude edits src/login.ts · 4s",
        '        "I will add the validation now,',
        "        and then run the tests of the…",
        "p pause   s stop   ? help",
      ],
    },
    {
      columns: 40,
      utf8: false,
      shows: [
        "",
        "iteration 2 of 50, 12m 04s of 8h",
        "task    T2 Add the login form",
        "tasks   [#######----------] 3 of 7 done",
        "last    T2 refused: 2 tests fail",
        "agent   claude edits src/login.ts, 4s",
        '        "I will add the validation now,',
        "        and then run the tests of th...",
        "p pause   s stop   ? help",
      ],
    },
    {
      columns: 10,
      shows: ["", "#2", "T2 Add t…", "3 of 7 d…", "T2 refus…", "claude e…", '"I will', "add the…", "p pause…"],
    },
  ])("at $columns columns", ({ columns, utf8 = true, shows }) => {
    expect(formatView(busy, { ...screen, columns, utf8 })).toEqual(shows);
  });

  const at = (events: readonly RunEvent[], more: Partial<ViewScreen> = {}): string =>
    formatView(play([runStart, iterationStart(2), ...events]), { ...screen, now: began + 5000, ...more }).join("\n");

  it.each<{ name: string; events: readonly RunEvent[]; more?: Partial<ViewScreen>; shows: string }>([
    { name: "before the first iteration", events: [runStart], shows: "  starting · 5s of 8h" },
    {
      name: "a check",
      events: [{ type: "check-start", name: "tests", plan: {} as never }],
      shows: "checks   tests · 5s",
    },
    {
      name: "a wait with a countdown in local time",
      events: [{ type: "wait-start", until: null, seconds: 3600, why: "the usage limit is reached" }],
      shows: "waiting  59m 55s, until 10:00 · the usage limit is reached",
    },
    {
      name: "an agent that prints nothing for long",
      events: [agentStart],
      more: { now: began + 190_000 },
      shows: "agent    claude is working · 3m 10s · no output for 3m 10s",
    },
    {
      name: "an agent that only prints",
      events: [agentStart, { type: "agent-output", bytes: 2500, line: null }],
      shows: "agent    claude is working · 5s · 3 KB printed",
    },
    { name: "paused", events: [{ type: "pause-start" }], shows: "paused   since 09:00" },
    { name: "the key that ends a pause", events: [{ type: "pause-start" }], shows: "p continue   s stop" },
    {
      name: "a pause to come",
      events: [{ type: "pause-requested", by: "key" }],
      shows: "pausing after this iteration; p: do not pause",
    },
    {
      name: "a stop to come",
      events: [{ type: "interrupt-received", level: 1 }],
      shows: "stopping after this iteration; Ctrl-C again stops the agent now",
    },
    {
      name: "a stop now",
      events: [{ type: "interrupt-received", level: 2 }],
      shows: "stopping the agent; Ctrl-C again ends at once",
    },
    { name: "a watcher's keys", events: [], more: { keys: "watch" }, shows: "p pause   s stop   q leave   ? help" },
    { name: "help", events: [], more: { showsHelp: true }, shows: "Ctrl-C  like s; again stops the agent now" },
    {
      name: "trouble before it ends the run",
      events: [verdict({ breaker: { noProgress: 1 } })],
      shows: "trouble  1 iteration without progress",
    },
    {
      name: "the trouble that ends it",
      events: [
        verdict({ breaker: { state: "open", reason: "3 iterations in a row without progress", noProgress: 3 } }),
      ],
      shows: "trouble  3 iterations in a row without progress",
    },
    { name: "tasks set aside", events: [verdict({ setAside: 2 })], shows: "3 of 7 done, 2 set aside" },
  ])("shows $name", ({ events, more, shows }) => {
    expect(at(events, more)).toContain(shows);
  });

  it("says nothing of keys if nobody can press one", () => {
    expect(at([], { keys: "none" })).not.toContain("pause");
    expect(at([{ type: "interrupt-received", level: 1 }], { keys: "watch" })).not.toContain("Ctrl-C");
  });

  it("leaves out what matters least where there are few rows", () => {
    const lines = formatView(busy, { ...screen, rows: 6 });
    expect(lines).toEqual([
      "",
      "  iteration 2 of 50 · 12m 04s of 8h · $0.42 of $5.00",
      "  task     T2 Add the login form",
      "  agent    claude edits src/login.ts · 4s",
    ]);
  });

  it("uses only ASCII of its own in a locale without UTF-8", () => {
    expect(formatView(busy, { ...screen, utf8: false }).join("")).toMatch(/^[ -~]*$/);
  });

  it("is never wider or higher than the screen, whatever is in it", () => {
    const text = fc.string({ unit: fc.constantFrom(..."ab 漢🎉é\u0301x/…"), maxLength: 120 });
    const size = { columns: fc.integer({ min: 1, max: 220 }), rows: fc.integer({ min: 1, max: 60 }) };
    fc.assert(
      fc.property(text, text, fc.record({ ...size, utf8: fc.boolean(), showsHelp: fc.boolean() }), (a, b, more) => {
        const said: RunEvent = { type: "agent-message", agent: "x", text: a };
        const waits: RunEvent = { type: "wait-start", until: null, seconds: 1e9, why: b };
        for (const events of [[...working, said], [verdict({ reason: b }), waits], [iterationStart(1e6, a)]]) {
          const lines = formatView(play([runStart, ...events]), { ...screen, ...more });
          expect(lines.length).toBeLessThanOrEqual(Math.max(1, more.rows - 1));
          for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(Math.max(1, more.columns - 1));
        }
      }),
    );
  });
});
