import { expect, it } from "vitest";
import { began, iterationStart, runStart, verdict } from "../../../test/report/view-events.js";
import type { RunEvent } from "../../run/loop/run-event.js";
import { applyEvent, startView } from "../live-view/view-state.js";
import { FullScreenView } from "./full-screen-view.js";

const context = { at: began, clean: (text: string) => text };
const say = async (): Promise<string> => "";
const list = (events: readonly RunEvent[]) => ({
  state: events.reduce((state, event) => applyEvent(state, event, context), startView(began)),
  events,
});

/** What was asked for, and the last rows of the screen. */
async function open(
  { state, events }: ReturnType<typeof list>,
  { key, columns = 80 }: { key?: string; columns?: number },
) {
  const asked: unknown[] = [];
  const view = new FullScreenView({
    actions: {
      ...{ tell: say, answer: say, raise: say, past: () => [] },
      read: async (what, target) => {
        asked.push([what, target.iteration]);
        return "a diff";
      },
    },
    screen: () => ({
      ...{ columns, rows: 24, now: began, colour: false, utf8: true },
      keys: "watch",
      showsHelp: false,
    }),
    redraw: () => undefined,
    mask: (text) => text,
  });
  for (const event of events) view.apply(event, context, false);
  if (key) view.press(key);
  await Promise.resolve();
  return { asked, lines: view.lines(state) };
}

const oneOver = list([runStart, iterationStart(1), verdict(), iterationStart(2)]);

it("shows the diff of the last turn that is over while another is at work", async () => {
  expect((await open(oneOver, { key: "d" })).asked).toEqual([["diff", 1]]);
});

it("has no diff before a turn is over", async () => {
  const { asked, lines } = await open(list([runStart, iterationStart(1)]), { key: "d" });
  expect(asked).toEqual([]);
  expect(lines.join("\n")).toContain("there is nothing of it yet");
});

it.each([
  [80, / q leave {2,3}\? help$/],
  [100, / q leave .*\? help$/],
  [140, / q leave {3}f small {3}\? help$/],
])("has whole keys alone at %s columns, the help among them", async (columns, keys) => {
  const { lines } = await open(oneOver, { columns });
  const row = (lines.at(-1) ?? "").trimEnd();
  expect(row).toMatch(keys);
  expect(row).not.toContain("…");
});
