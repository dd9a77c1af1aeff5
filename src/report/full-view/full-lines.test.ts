import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agentStart, began, iterationStart, runStart, verdict } from "../../../test/report/view-events.js";
import { textWidth } from "../../lib/text/text-width.js";
import type { RunEvent } from "../../run/loop/run-event.js";
import type { ViewScreen } from "../live-view/view-layout.js";
import { applyEvent, startView } from "../live-view/view-state.js";
import { formatFull } from "./full-lines.js";
import type { FullUi } from "./full-mode.js";
import { RunLog } from "./run-log.js";

const screen: ViewScreen = {
  ...{ columns: 120, rows: 36, now: began + 60_000, colour: false, utf8: true },
  ...{ keys: "run", showsHelp: false },
};
const plain: FullUi = { mode: { is: "run" }, selected: null, message: null };
const context = { at: began, clean: (text: string) => text };

const listed = (titles: readonly string[]): RunEvent => ({
  ...runStart,
  list: titles.map((title, at) => ({ id: `T${at + 1}`, title, isDone: at === 0 })),
});

function play(events: readonly RunEvent[], ui: FullUi = plain, on: ViewScreen = screen): readonly string[] {
  const log = new RunLog();
  let state = startView(began);
  for (const event of events) {
    state = applyEvent(state, event, context);
    log.apply(event, context);
  }
  return formatFull({ log, state, ui }, on);
}

const edits: RunEvent = { type: "agent-activity", agent: "claude", does: "edits", what: "src/cart.ts" };
const start = [listed(["Set up", "Add the login form", "Print it"]), iterationStart(1), agentStart, edits];

describe("the full screen", () => {
  it("shows the tasks beside the turn that goes on", () => {
    const text = play(start).join("\n");
    expect(text).toMatch(/✓ T1 Set up .*│ turn 1 · T2 Add the login form · 1m 00s/);
    expect(text).toMatch(/▶ T2 Add the login form +1× │ {3}edits src\/cart\.ts/);
    expect(text).toContain("of 8h");
  });

  it("shows turns that go on at once in the order of the list, whichever began first", () => {
    const units = ["T3", "T2"].map((id): RunEvent => {
      const task = { id, title: id };
      return { type: "iteration-start", iteration: 1, task, tasks: { done: 1, total: 3 }, unit: id };
    });
    const text = play([listed(["Set up", "Add the login form", "Print it"]), ...units]).join("\n");
    expect(text).toMatch(/turn 1 · T2 Add[\s\S]*turn 1 · T3 Print/);
  });

  it("says the last decision in a sentence", () => {
    const lines = play([...start, verdict({ reason: "2 tests fail; and more" })]);
    expect(lines.at(-3)).toMatch(/^ last {3}T2 refused: 2 tests fail/);
  });

  it("folds what is done where there is no room for all tasks", () => {
    const titles = Array.from({ length: 200 }, (_, at) => `Task number ${at + 1}`);
    const text = play([listed(titles), iterationStart(1)]).join("\n");
    expect(text).toContain("✓ 1 done");
    expect(text).toMatch(/and \d+ more/);
  });

  it.each([
    { mode: { is: "typing", what: "tell", task: null, text: "use cents" }, shows: "tell the agent> use cents▏" },
    { mode: { is: "budget" }, shows: "c a quarter of the cost" },
    { mode: { is: "help" }, shows: "more turns, time, cost or tokens" },
  ] as const)("has a row for $mode.is", ({ mode, shows }) => {
    expect(play(start, { ...plain, mode }).join("\n")).toContain(shows);
  });

  it("is exactly as high, and never wider than the screen, whatever is in it", () => {
    const sizes = { columns: fc.integer({ min: 60, max: 220 }), rows: fc.integer({ min: 14, max: 70 }) };
    const text = fc.string({ maxLength: 300, unit: "grapheme" }).map((each) => each.replaceAll(/[\n\r]/g, " "));
    fc.assert(
      fc.property(fc.record(sizes), fc.array(text, { maxLength: 60 }), fc.boolean(), (size, texts, utf8) => {
        const said = texts.map((each): RunEvent => ({ type: "agent-message", agent: "claude", text: each }));
        const on = { ...screen, ...size, utf8 };
        const lines = play([listed(texts), iterationStart(1), agentStart, ...said, verdict()], plain, on);
        expect(lines).toHaveLength(size.rows);
        for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(size.columns);
      }),
      { numRuns: 60 },
    );
  });
});
