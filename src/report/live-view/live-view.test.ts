import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { agentStart, began, iterationStart, runStart } from "../../../test/report/view-events.js";
import { type KeyListener, type LiveTerminal, LiveView } from "./live-view.js";

beforeEach(() => void vi.useFakeTimers({ now: began }));
afterEach(() => void vi.useRealTimers());

/** A terminal that remembers what was drawn on it. */
class FakeTerminal implements LiveTerminal {
  columns = 80;
  rows = 24;
  readonly utf8 = true;
  readonly drawn: string[] = [];
  isFront = true;
  left = 0;
  full: readonly string[] | null = null;
  keys: KeyListener | null = null;
  redraw: (() => void) | null = null;
  readonly listen: LiveTerminal["listen"];

  constructor(hasKeys = true) {
    this.listen = hasKeys
      ? (listener) => {
          this.keys = listener;
          return () => {
            this.keys = null;
          };
        }
      : null;
  }

  draw(lines: readonly string[]): void {
    this.drawn.push(lines.join("\n"));
  }

  drawFull(rows: readonly string[]): void {
    this.full = rows;
  }

  leaveFull(): void {
    this.full = null;
  }

  leave(): void {
    this.left++;
  }

  forget(): void {
    this.leave();
  }

  isInForeground(): boolean {
    return this.isFront;
  }

  onResize(redraw: () => void): () => void {
    this.redraw = redraw;
    return () => {
      this.redraw = null;
    };
  }
}

function openView(terminal: FakeTerminal, pressed: string[] = []): LiveView {
  const view = new LiveView({
    terminal,
    colour: false,
    keys: "run",
    now: () => Date.now(),
    mask: (text) => text.replaceAll("hidden-value", "[masked]"),
    onKey: (key) => void pressed.push(key),
  });
  view.apply(runStart);
  view.open();
  return view;
}

describe("LiveView", () => {
  it("draws a chatty agent a few times a second, and a quiet one once", () => {
    const terminal = new FakeTerminal();
    const view = openView(terminal);
    view.apply(iterationStart(1));
    view.apply(agentStart);
    for (let at = 0; at < 2000; at++) {
      view.apply({ type: "agent-activity", agent: "claude", does: "reads", what: `${at}.ts` });
      vi.advanceTimersByTime(1);
    }
    expect(terminal.drawn.length).toBeGreaterThan(5);
    expect(terminal.drawn.length).toBeLessThan(14);
    expect(terminal.drawn.at(-1)).toMatch(/reads \d+\.ts/);
    terminal.drawn.length = 0;
    vi.advanceTimersByTime(10_000);
    expect(terminal.drawn.length).toBeLessThanOrEqual(11);
    view.close();
  });

  it("draws nothing if nothing changed", () => {
    const terminal = new FakeTerminal();
    const view = openView(terminal);
    view.apply({ type: "pause-start" });
    vi.advanceTimersByTime(1500);
    terminal.drawn.length = 0;
    vi.advanceTimersByTime(60_000);
    expect(terminal.drawn).toEqual([]);
    view.close();
  });

  it("shows no secret and no command to the terminal", () => {
    const terminal = new FakeTerminal();
    const view = openView(terminal);
    const text = "the key is hidden-value\u001b[2J\u0007\nrun r9 completed";
    view.apply({ type: "agent-message", agent: "claude", text });
    vi.advanceTimersByTime(300);
    expect(terminal.drawn.at(-1)).toContain('"the key is [masked]\\u0007 run r9 completed"');
    view.close();
  });

  it("is redrawn at once when the window is resized", () => {
    const terminal = new FakeTerminal();
    const view = openView(terminal);
    vi.advanceTimersByTime(300);
    terminal.columns = 20;
    terminal.redraw?.();
    expect(terminal.drawn.at(-1)).toContain("\nstarting");
    view.close();
  });

  it("hands on keys, and keeps ? for its help", () => {
    const terminal = new FakeTerminal();
    const pressed: string[] = [];
    const view = openView(terminal, pressed);
    for (const key of ["p", "?", "s"]) terminal.keys?.onKey(key);
    expect(pressed).toEqual(["p", "s"]);
    expect(terminal.drawn.at(-1)).toContain("hide this help");
    view.close();
  });

  it("says nothing of keys without a terminal to press them on", () => {
    const terminal = new FakeTerminal(false);
    const view = openView(terminal);
    vi.advanceTimersByTime(300);
    expect(terminal.drawn.at(-1)).not.toContain("pause");
    view.close();
  });

  it("is not drawn while the run is in the background", () => {
    const terminal = new FakeTerminal();
    const view = openView(terminal);
    terminal.keys?.onSuspend();
    terminal.drawn.length = 0;
    vi.advanceTimersByTime(5000);
    terminal.keys?.onResume(false);
    vi.advanceTimersByTime(5000);
    expect(terminal.drawn).toEqual([]);
    terminal.keys?.onResume(true);
    expect(terminal.drawn.length).toBe(1);
    view.close();
  });

  it("leaves nothing behind when it is closed", () => {
    const terminal = new FakeTerminal();
    const view = openView(terminal);
    vi.advanceTimersByTime(300);
    view.close();
    view.close();
    expect(terminal.drawn.at(-1)).toBe("");
    expect(terminal.keys).toBeNull();
    expect(terminal.redraw).toBeNull();
    const count = terminal.drawn.length;
    view.apply(iterationStart(5));
    vi.advanceTimersByTime(5000);
    expect(terminal.drawn.length).toBe(count);
  });
});
