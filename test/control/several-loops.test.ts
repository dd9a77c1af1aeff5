import { describe, expect, it } from "vitest";
import type { RunControl } from "../../src/run/loop/run-control.js";
import { LinkedStop } from "../../src/run/parallel/linked-stop.js";
import { ServedPlace } from "./place.js";

const sleep = (_: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
const types = ({ emitted }: ServedPlace): readonly string[] => emitted.map(({ type }) => type);
const texts = ({ words }: RunControl, task: string | null): readonly string[] =>
  words.listFor(task).map(({ text }) => text);

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
  it("go to the next prompt of each task at work, once", async () => {
    await using place = new ServedPlace();
    const { control } = place;
    const { words } = control;
    control.setLoops(["T1", "T2"]);
    expect(words.tell("use v2").message).toBe("the next prompt of T1 and T2 will have this");
    words.markUsed(words.listFor("T1"));
    expect([texts(control, "T1"), texts(control, "T2"), texts(control, "T3")]).toEqual([[], ["use v2"], []]);
    words.markUsed(words.listFor("T2"));
    expect(words.waiting).toEqual([]);
  });

  it("wait for their task if it stops before a prompt had them", async () => {
    await using place = new ServedPlace();
    const { control } = place;
    control.setLoops(["T1"]);
    control.words.tell("use v2");
    control.setLoops([]);
    expect([texts(control, null), texts(control, "T1")]).toEqual([[], ["use v2"]]);
  });

  it("are for the next prompt of any if no task is at work", async () => {
    await using place = new ServedPlace();
    const { control } = place;
    expect(control.words.tell("use v2").message).toBe("the next prompt will have this");
    expect([texts(control, null), texts(control, "T1")]).toEqual([["use v2"], ["use v2"]]);
  });
});
