import { describe, expect, it } from "vitest";
import { FullScreen } from "./full-screen.js";

const enter = "\u001b[?1049h";
const leave = "\u001b[?1049l";

describe("the second screen of a terminal", () => {
  it("opens with the first drawing, and once", () => {
    const screen = new FullScreen();
    expect(screen.draw(["a", "b"])).toContain(enter);
    expect(screen.draw(["a", "c"])).not.toContain(enter);
    expect(screen.isOpen).toBe(true);
  });

  it("gives the first one back with all that was printed meanwhile", () => {
    const screen = new FullScreen();
    screen.draw(["a"]);
    screen.hold("one\n");
    screen.hold("two\n");
    const closed = screen.close();
    expect(closed.slice(closed.indexOf(leave) + leave.length)).toBe("one\ntwo\n");
    expect(screen.close()).toBe("");
  });

  it("drops the oldest of what is too much, and says so", () => {
    const screen = new FullScreen();
    screen.draw(["a"]);
    screen.hold("oldest\n");
    screen.hold("x".repeat(4_000_000));
    screen.hold("newest\n");
    const closed = screen.close();
    expect(closed).not.toContain("oldest");
    expect(closed).toContain("newest");
    expect(closed).toContain("earlier lines");
  });
});
