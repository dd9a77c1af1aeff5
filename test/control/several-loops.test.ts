import { describe, expect, it } from "vitest";
import type { RunControl } from "../../src/loop/run-control.js";
import { LinkedStop } from "../../src/parallel/linked-stop.js";
import { ServedPlace } from "./place.js";

const sleep = (_: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
const types = ({ emitted }: ServedPlace): readonly string[] => emitted.map(({ type }) => type);
const ids = (control: RunControl, loop: string | null): readonly string[] =>
  control.wordsFor(loop).map(({ text }) => text);

describe("a pause of two loops", () => {
  it("begins when both have ended their iteration, and is announced once", async () => {
    await using place = new ServedPlace();
    const { control } = place;
    control.setLoops(["T1", "T2"]);
    control.pause("command");
    const first = control.waitWhilePaused(sleep);
    expect([control.state, types(place)]).toEqual(["pausing", ["pause-requested"]]);
    place.clock = 1000;
    const second = control.waitWhilePaused(sleep);
    expect(control.state).toBe("paused");
    place.clock = 61_000;
    control.continue("command");
    expect(await Promise.all([first, second])).toEqual([true, true]);
    place.clock = 90_000;
    expect(types(place)).toEqual(["pause-requested", "pause-start", "pause-end"]);
    expect(control.pausedSeconds).toBe(60);
  });

  it("begins when the other one is over", async () => {
    await using place = new ServedPlace();
    const { control } = place;
    control.setLoops(["T1", "T2"]);
    control.pause("key");
    const waits = control.waitWhilePaused(sleep);
    control.setLoops(["T1"]);
    expect(control.state).toBe("paused");
    control.stop("command");
    expect(await waits).toBe(true);
    expect(place.emitted.at(-1)).toEqual({ type: "pause-end", by: "stop" });
  });

  it("does not begin if it is taken back before both wait", async () => {
    await using place = new ServedPlace();
    const { control } = place;
    control.setLoops(["T1", "T2"]);
    control.pause("key");
    const waits = control.waitWhilePaused(sleep);
    control.continue("key");
    expect(await waits).toBe(true);
    expect(types(place)).toEqual(["pause-requested", "pause-cancelled"]);
    expect(control.pausedSeconds).toBe(0);
  });

  it("ends for all if the run itself ends", async () => {
    await using place = new ServedPlace();
    const { control } = place;
    const stop = new LinkedStop(place.stop);
    control.setLoops(["T1", "T2"]);
    control.pause("key");
    const waits = [control.waitWhilePaused(sleep, stop), control.waitWhilePaused(sleep, stop)];
    stop.raise(1);
    expect(await Promise.all(waits)).toEqual([true, true]);
    expect(types(place).filter((type) => type === "pause-end")).toEqual(["pause-end"]);
  });
});

describe("words with two loops", () => {
  it("go to the next prompt of each, once", async () => {
    await using place = new ServedPlace();
    const { control } = place;
    control.setLoops(["T1", "T2"]);
    expect(control.tell("use v2").message).toBe("the next prompt of each task at work will have this");
    control.markUsed(control.wordsFor("T1"), "T1");
    expect([ids(control, "T1"), ids(control, "T2")]).toEqual([[], ["use v2"]]);
    control.markUsed(control.wordsFor("T2"), "T2");
    expect(control.waitingWords).toEqual([]);
  });

  it("reach a task that starts before they are used up, and none that starts later", async () => {
    await using place = new ServedPlace();
    const { control } = place;
    control.setLoops(["T1", "T2"]);
    control.tell("use v2");
    control.markUsed(control.wordsFor("T1"), "T1");
    control.setLoops(["T2", "T3"]);
    expect(ids(control, "T3")).toEqual(["use v2"]);
    control.setLoops([]);
    expect(control.waitingWords).toEqual([]);
  });

  it("wait on if no prompt had them", async () => {
    await using place = new ServedPlace();
    const { control } = place;
    control.setLoops(["T1"]);
    control.tell("use v2");
    control.setLoops([]);
    expect(ids(control, null)).toEqual(["use v2"]);
  });

  it("are used up by one prompt if they answer a task", async () => {
    await using place = new ServedPlace();
    const { control } = place;
    control.setLoops(["T1", "T2"]);
    control.noteQuestion({ task: "T1", text: "Which port?" } as never);
    expect(control.answer("8080").message).toBe('the next prompt will have the answer to "Which port?"');
    control.markUsed(control.wordsFor("T1"), "T1");
    expect(control.waitingWords).toEqual([]);
  });
});
