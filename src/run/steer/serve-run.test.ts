import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ServedPlace } from "../../../test/control/place.js";
import type { RunAddress } from "./address.js";
import { findRunningRun, request, subscribe } from "./client.js";
import type { RunSnapshot, TimedEvent } from "./protocol.js";

function addressIn(place: ServedPlace): RunAddress {
  const found = findRunningRun(place.folder);
  if (found.is !== "run") throw new Error(found.is);
  return found.address;
}

const ask = (place: ServedPlace, asked: Parameters<typeof request>[2]) =>
  request(place.folder, addressIn(place), asked);

/** What a raw client is told for one line. */
async function sendRaw(place: ServedPlace, line: string): Promise<string> {
  const socket = connect(addressIn(place).path).setEncoding("utf8");
  let read = "";
  socket.on("data", (chunk) => {
    read += chunk;
    if (read.includes("\n")) socket.end();
  });
  socket.on("error", () => undefined);
  socket.write(line);
  await once(socket, "close");
  return read;
}

class Watcher {
  readonly snapshots: RunSnapshot[] = [];
  readonly events: TimedEvent[] = [];
  hasEnded = false;
  onSnapshot = (snapshot: RunSnapshot): void => void this.snapshots.push(snapshot);
  onEvent = (event: TimedEvent): void => void this.events.push(event);
  onEnd = (): void => {
    this.hasEnded = true;
  };
}

const until = async (holds: () => boolean): Promise<void> => {
  for (let at = 0; at < 500 && !holds(); at++) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(holds()).toBe(true);
};

it("listens where only the user can reach it, and leaves nothing behind", async () => {
  await using place = new ServedPlace();
  await place.serve();
  const { path } = addressIn(place);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(place.folder).mode & 0o777).toBe(0o700);
  await place.close();
  expect(readdirSync(place.folder)).toEqual([]);
  expect(findRunningRun(place.folder)).toEqual({ is: "none" });
});

it("uses a short folder of its own if the path is too long for a socket", async () => {
  await using place = new ServedPlace();
  const long = join(place.folder, "a".repeat(120));
  mkdirSync(long, { mode: 0o700 });
  await using far = new ServedPlace(long);
  await far.serve();
  const { path } = addressIn(far);
  expect(path.startsWith(long)).toBe(false);
  expect(statSync(join(path, "..")).mode & 0o777).toBe(0o700);
  expect(await ask(far, { request: "pause" })).toMatchObject({ ok: true });
  await far.close();
  expect(existsSync(path)).toBe(false);
});

it("says what will happen for each request", async () => {
  await using place = new ServedPlace();
  await place.serve();
  const after = "the run pauses after this iteration";
  expect(await ask(place, { request: "continue" })).toMatchObject({ ok: true, message: "the run is not paused" });
  expect(await ask(place, { request: "pause" })).toMatchObject({
    message: `${after}; continue with: untildone continue`,
  });
  expect(await ask(place, { request: "pause" })).toMatchObject({ ok: true, message: `${after} already` });
  expect(await ask(place, { request: "continue" })).toMatchObject({ message: "the run does not pause" });
  expect(await ask(place, { request: "tell", text: " use v2 \n" })).toMatchObject({
    message: "the next prompt will have this",
  });
  expect(await ask(place, { request: "answer", text: "yes" })).toMatchObject({ ok: false });
  place.control.words.note([{ task: "T1", text: "Which port?" }]);
  expect(await ask(place, { request: "answer", text: "8080" })).toMatchObject({
    message: 'the next prompt of T1 will have the answer to "Which port?"',
  });
  expect(place.saved).toEqual([
    { id: 1, from: "tell", text: "use v2" },
    { id: 2, from: "answer", text: "8080", task: "T1", question: { task: "T1", text: "Which port?" } },
  ]);
  expect(await ask(place, { request: "stop" })).toMatchObject({ ok: true });
  expect(place.stop.level).toBe(1);
  expect(await ask(place, { request: "stop" })).toMatchObject({ message: "the run is stopping already" });
  expect(place.stop.level).toBe(1);
  expect(await ask(place, { request: "pause" })).toMatchObject({ ok: false });
});

it("notes what changed something, and by which way it was asked for", async () => {
  await using place = new ServedPlace();
  await place.serve();
  await ask(place, { request: "continue" });
  await ask(place, { request: "pause", by: "dashboard" });
  await ask(place, { request: "pause" });
  await sendRaw(place, '{"request":"continue","by":"nobody"}\n');
  await ask(place, { request: "stop", by: "key" });
  await ask(place, { request: "stop" });
  place.control.interrupt(2);
  expect(place.noted).toEqual([
    { action: "pause", by: "dashboard" },
    { action: "continue", by: "command" },
    { action: "stop", by: "key" },
    { action: "stop-now", by: "signal" },
  ]);
});

it("does what was asked for even if it cannot be noted, and notes nothing of a run that has ended", async () => {
  await using place = new ServedPlace();
  const warnings: unknown[] = [];
  const note = (): void => {
    throw new Error("the disk is full");
  };
  const save = (): never => expect.fail();
  place.control.attach({ emit: (event) => warnings.push(event), now: () => 0, save, note });
  expect(place.control.pause("key").ok).toBe(true);
  expect(place.control.state).toBe("pausing");
  expect(warnings[0]).toMatchObject({ type: "warning", text: expect.stringContaining("the disk is full") });
  place.control.detach();
  expect(place.control.stop("key").ok).toBe(true);
  expect(warnings.filter((event) => (event as { type: string }).type === "warning")).toHaveLength(1);
});

it.each([
  ["no JSON", "hello", "one JSON object per line"],
  ["no object", "[1]", "one JSON object per line"],
  ["an unknown request", '{"request":"rm"}', "unknown request"],
  ["no text", '{"request":"tell"}', "tell needs a text"],
  ["a text that is none", '{"request":"answer","text":{"a":1}}', "answer needs a text"],
  ["an empty text", '{"request":"tell","text":"  "}', "no words"],
  ["a text that is too long", JSON.stringify({ request: "tell", text: "a".repeat(10_001) }), "too long"],
])("refuses %s in words", async (_, line, message) => {
  await using place = new ServedPlace();
  await place.serve();
  expect(JSON.parse(await sendRaw(place, `${line}\n`))).toMatchObject({
    is: "reply",
    ok: false,
    message: expect.stringContaining(message),
  });
  expect(place.saved).toEqual([]);
});

it("drops a line without an end", async () => {
  await using place = new ServedPlace();
  await place.serve();
  expect(await sendRaw(place, "a".repeat(200_000))).toContain("the request is too long");
});

it("takes the longest words, however they are escaped", async () => {
  await using place = new ServedPlace();
  await place.serve();
  expect(await ask(place, { request: "tell", text: `${"\u0001".repeat(9_999)}x` })).toMatchObject({ ok: true });
});

it("keeps a bounded number of messages", async () => {
  await using place = new ServedPlace();
  for (let at = 0; at < 20; at++) expect(place.control.words.tell(`message ${at}`).ok).toBe(true);
  expect(place.control.words.tell("one more")).toMatchObject({ ok: false });
});

it("sends watchers the run so far and then every event", async () => {
  await using place = new ServedPlace();
  await place.serve();
  place.feed.emit({ type: "phase-start", name: "plan" });
  place.feed.emit({ type: "warning", text: "before" });
  place.feed.emit({ type: "phase-start", name: "work" });
  const [one, two] = [new Watcher(), new Watcher()];
  await subscribe(addressIn(place), one);
  await subscribe(addressIn(place), two);
  await until(() => one.snapshots.length === 1 && two.snapshots.length === 1);
  expect(one.snapshots[0]).toMatchObject({
    run: "20260101-000000-aaaaaa",
    state: "running",
    events: [{ event: { type: "warning" } }, { event: { type: "phase-start", name: "work" } }],
  });
  place.feed.emit({ type: "warning", text: "after" });
  await until(() => one.events.length === 1 && two.events.length === 1);
  expect(two.events).toEqual([{ at: "2026-01-01T00:00:00.000Z", event: { type: "warning", text: "after" } }]);
  await place.close();
  await until(() => one.hasEnded && two.hasEnded);
});

it("drops a watcher that does not read, and never waits for it", async () => {
  await using place = new ServedPlace();
  await place.serve();
  const socket = connect(addressIn(place).path);
  let isClosed = false;
  socket
    .on("error", () => undefined)
    .on("close", () => {
      isClosed = true;
    });
  socket.write('{"request":"subscribe"}\n');
  await once(socket, "readable");
  const started = performance.now();
  for (let at = 0; at < 100; at++) {
    place.feed.emit({ type: "warning", text: "a".repeat(300_000) });
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(performance.now() - started).toBeLessThan(10_000);
  socket.resume();
  await until(() => isClosed);
});

it("serialises nothing as long as nobody watches", async () => {
  await using place = new ServedPlace();
  await place.serve();
  const event = {
    type: "warning" as const,
    text: "x",
    toJSON: () => {
      throw new Error("serialised");
    },
  };
  expect(() => place.feed.emit(event)).not.toThrow();
});

it("removes what a killed run left, and is not misled by it", async () => {
  await using place = new ServedPlace();
  const left = { run: "20250101-000000-bbbbbb", path: `${place.folder}/20250101-000000-bbbbbb.sock` };
  const dead = { pid: spawnSync("true").pid, host: hostname(), started: null };
  const write = (process: object): void =>
    writeFileSync(`${place.folder}/${left.run}.control`, JSON.stringify({ ...left, stateFolder: "/x", process }));
  write(dead);
  writeFileSync(left.path, "");
  expect(findRunningRun(place.folder)).toEqual({ is: "none" });
  expect(readdirSync(place.folder)).toEqual([]);
  // Its number is now that of another process, which listens to nothing.
  write({ pid: process.pid, host: hostname(), started: null });
  expect(await ask(place, { request: "pause" })).toBe(null);
  expect(readdirSync(place.folder)).toEqual([]);
  write({ pid: 1, host: "another-machine", started: null });
  expect(findRunningRun(place.folder)).toEqual({ is: "elsewhere", host: "another-machine" });
  writeFileSync(`${place.folder}/${left.run}.control`, "{");
  expect(findRunningRun(place.folder)).toEqual({ is: "none" });
});

it("tells several runs of a project apart by their state folders", async () => {
  await using place = new ServedPlace();
  await using other = new ServedPlace(place.folder);
  await place.serve();
  await other.serve("20260101-000001-bbbbbb");
  expect(findRunningRun(place.folder).is).toBe("several");
  expect(findRunningRun(place.folder, "/elsewhere")).toEqual({ is: "none" });
});

it("writes no secret of the run to a watcher", async () => {
  await using place = new ServedPlace();
  await place.serve();
  const watcher = new Watcher();
  await subscribe(addressIn(place), watcher);
  await until(() => watcher.snapshots.length === 1);
  const key = `ghp_${"a1B2".repeat(9)}`;
  place.feed.emit({ type: "warning", text: `the key is ${key}` });
  await until(() => watcher.events.length === 1);
  expect(JSON.stringify(watcher.events)).not.toContain(key);
  expect(readFileSync(`${place.folder}/20260101-000000-aaaaaa.control`, "utf8")).not.toContain(key);
});
