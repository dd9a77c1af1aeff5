import { spawn } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { runCommand } from "../../src/lib/process/process.js";
import { isRunning, Place } from "../evidence/place.js";

const node = process.execPath;
const onLinux = process.platform === "linux";
const pidIn = (place: Place, name: string): number => Number(place.read(name));

describe("every ending of a command is a value", () => {
  it.each([
    { words: [node, "-e", ""], ending: { is: "exited", code: 0 } },
    { words: [node, "-e", "process.exit(7)"], ending: { is: "exited", code: 7 } },
    { words: [node, "-e", "process.kill(process.pid, 'SIGSEGV')"], ending: { is: "signalled", signal: "SIGSEGV" } },
    { words: ["no-such-program-here"], ending: { is: "not-found", why: "no-such-program-here is not installed here" } },
    { words: [""], ending: { is: "not-started" } },
    { words: ["a\0b"], ending: { is: "not-started" } },
    { words: [node, "y".repeat(4_000_000)], ending: { is: "not-started" } },
  ])("$ending", async ({ words, ending }) => {
    const { path: cwd } = new Place();
    expect((await runCommand(words, { cwd })).ending).toMatchObject(ending);
  });

  it("a file without the right to be executed", async () => {
    const place = new Place();
    place.write("tool", "#!/bin/sh\n", 0o644);
    expect((await runCommand(["./tool"], { cwd: place.path })).ending).toMatchObject({ is: "not-executable" });
  });

  it("a folder that is not there is not told as a program that is not there", async () => {
    const { ending } = await runCommand([node, "-e", ""], { cwd: "/no/such/folder" });
    expect(ending).toMatchObject({ is: "not-started", why: "the folder /no/such/folder does not exist" });
  });

  it("an interrupt, before it began and while it runs", async () => {
    const { path: cwd } = new Place();
    const early = await runCommand([node, "-e", ""], { cwd, signal: AbortSignal.abort() });
    expect(early.ending).toEqual({ is: "interrupted" });
    const stop = new AbortController();
    const { ending } = await runCommand([node, "-e", "console.log('up'); setInterval(() => {}, 1000)"], {
      cwd,
      signal: stop.signal,
      onOutput: () => stop.abort(),
    });
    expect(ending).toEqual({ is: "interrupted" });
  });
});

describe("time", () => {
  it("ends a command that hangs, and one that will not hear of it", async () => {
    const { path: cwd } = new Place();
    const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
    for (const code of ["setInterval(() => {}, 1000)", deaf]) {
      const { ending, durationMs } = await runCommand([node, "-e", code], { cwd, timeoutMs: 300, graceMs: 200 });
      expect(ending).toEqual({ is: "timed-out", afterMs: 300, idle: false });
      expect(durationMs).toBeLessThan(20_000);
    }
  });

  it("asks politely first", async () => {
    const place = new Place();
    const code =
      "process.on('SIGTERM', () => { require('fs').writeFileSync('bye', ''); process.exit(0) }); console.log('up'); setInterval(() => {}, 1000)";
    const stop = new AbortController();
    const run = await runCommand([node, "-e", code], {
      cwd: place.path,
      signal: stop.signal,
      graceMs: 30_000,
      onOutput: () => stop.abort(),
    });
    expect(run.ending).toEqual({ is: "interrupted" });
    expect(existsSync(join(place.path, "bye"))).toBe(true);
  });

  it("tells silence from length: output puts the idle limit off", async () => {
    const { path: cwd } = new Place();
    const chatty = "let n = 0; const t = setInterval(() => { console.log(n); if (++n === 22) clearInterval(t) }, 150)";
    expect((await runCommand([node, "-e", chatty], { cwd, idleTimeoutMs: 3_000 })).ending).toMatchObject({ code: 0 });
    const silent = await runCommand([node, "-e", "setInterval(() => {}, 1000)"], { cwd, idleTimeoutMs: 200 });
    expect(silent.ending).toEqual({ is: "timed-out", afterMs: 200, idle: true });
  });
});

describe("input and output", () => {
  it("gives what was written to it, and nothing where nothing was", async () => {
    const { path: cwd } = new Place();
    const text = "a line\n".repeat(50_000);
    const cat = "process.stdin.pipe(process.stdout)";
    const run = await runCommand([node, "-e", cat], { cwd, stdin: text, keepLimits: { head: 1 << 20, tail: 0 } });
    expect(run.stdout.text()).toBe(text);
    expect((await runCommand([node, "-e", cat], { cwd, timeoutMs: 20_000 })).ending).toEqual({ is: "exited", code: 0 });
  });

  it("does not mind a command that does not read", async () => {
    const { path: cwd } = new Place();
    const { ending } = await runCommand([node, "-e", ""], { cwd, stdin: "x".repeat(5_000_000) });
    expect(ending).toEqual({ is: "exited", code: 0 });
  });

  it("keeps the start and the end, and the log file does too", async () => {
    const place = new Place();
    // In parts: Node 24 fails with EINVAL where a million small writes wait at once.
    const code =
      "for (let n = 0; n < 1_200_000; n += 10_000) process.stdout.write(Array.from({ length: 10_000 }, (_, at) => 'line ' + (n + at) + '\\n').join(''))";
    const logFile = join(place.path, "logs/flood.log");
    const run = await runCommand([node, "-e", code], {
      cwd: place.path,
      logFile,
      keepLimits: { head: 100, tail: 100 },
    });
    for (const text of [run.output.text(), readFileSync(logFile, "utf8")]) {
      expect(text).toMatch(/^line 0\nline 1\n/);
      expect(text).toMatch(/\[… \d+ bytes left out …\]/);
      expect(text).toMatch(/line 1199998\nline 1199999\n$/);
    }
    expect(run.output.text().length).toBeLessThan(400);
    expect(run.log).toEqual({ file: logFile, problem: null });
    expect(statSync(logFile).size).toBeLessThan(5 << 20);
  });

  it("tells of a log that cannot be written, and runs all the same", async () => {
    const place = new Place();
    place.write("file", "");
    const run = await runCommand([node, "-e", "console.log(1)"], {
      cwd: place.path,
      logFile: join(place.path, "file/inside.log"),
    });
    expect(run.ending).toEqual({ is: "exited", code: 0 });
    expect(run.log?.problem).toBeTruthy();
    expect(run.stdout.text()).toBe("1\n");
  });

  it("never tears a line of one stream by the other's", async () => {
    const { path: cwd } = new Place();
    const code = `
      const { writeSync } = require("fs");
      for (let n = 0; n < 300; n++) { writeSync(1, "out-"); writeSync(2, "err-"); writeSync(1, n + "\\n"); writeSync(2, n + "\\n"); }`;
    const run = await runCommand([node, "-e", code], { cwd });
    const lines = run.output.text().trim().split("\n");
    expect(lines).toHaveLength(600);
    for (const line of lines) expect(line).toMatch(/^(?:out|err)-\d+$/);
  });

  it("has no terminal to offer", async () => {
    const { path: cwd } = new Place();
    const code = "require('fs').openSync('/dev/tty', 'r+')";
    expect((await runCommand([node, "-e", code], { cwd })).ending).toEqual({ is: "exited", code: 1 });
  });
});

describe("nothing is left running", () => {
  const forever = "setInterval(() => {}, 1000)";
  const keepsPipe = `
    const { spawn } = require("child_process");
    const child = spawn(process.execPath, ["-e", ${JSON.stringify(forever)}], { stdio: "inherit" });
    require("fs").writeFileSync("child", String(child.pid));
    child.unref();`;

  it("a grandchild that outlives its parent and holds the output open", async () => {
    const place = new Place();
    const run = await runCommand([node, "-e", `${keepsPipe} process.exit(3)`], { cwd: place.path, timeoutMs: 30_000 });
    expect(run.ending).toEqual({ is: "exited", code: 3 });
    await vi.waitFor(() => expect(isRunning(pidIn(place, "child"))).toBe(false));
  });

  it.runIf(onLinux)("one that has left group and session, with its parent gone", async () => {
    const place = new Place();
    const code = `
      const { spawn } = require("child_process");
      const child = spawn(process.execPath, ["-e", ${JSON.stringify(forever)}], { stdio: "ignore", detached: true });
      require("fs").writeFileSync("child", String(child.pid));
      process.exit(0)`;
    const run = await runCommand([node, "-e", code], { cwd: place.path });
    expect(run.ending).toEqual({ is: "exited", code: 0 });
    expect(run.leftBehind).toBeGreaterThan(0);
    await vi.waitFor(() => expect(isRunning(pidIn(place, "child"))).toBe(false));
  });

  it.runIf(onLinux)("one that has left the session and dropped its environment, killed with its parent", async () => {
    const place = new Place();
    const code = `
      const { spawn } = require("child_process");
      const child = spawn(process.execPath, ["-e", ${JSON.stringify(forever)}], { stdio: "ignore", detached: true, env: {} });
      require("fs").writeFileSync("child", String(child.pid));
      console.log("up"); ${forever}`;
    const stop = new AbortController();
    await runCommand([node, "-e", code], { cwd: place.path, signal: stop.signal, onOutput: () => stop.abort() });
    await vi.waitFor(() => expect(isRunning(pidIn(place, "child"))).toBe(false));
  });

  it("nor when we ourselves are told to end", async () => {
    const place = new Place();
    const runner = `
      import { runCommand } from ${JSON.stringify(fileURLToPath(new URL("../../src/lib/process/process.ts", import.meta.url)))};
      await runCommand([process.execPath, "-e", ${JSON.stringify(`require("fs").writeFileSync("child", String(process.pid)); console.log("up"); ${forever}`)}], { cwd: ${JSON.stringify(place.path)}, onOutput: () => console.log("up") });`;
    const { build } = await import("esbuild");
    const outfile = join(place.path, "runner.mjs");
    await build({
      stdin: { contents: runner, resolveDir: "/" },
      bundle: true,
      platform: "node",
      format: "esm",
      outfile,
    });
    const us = spawn(node, [outfile], { stdio: ["ignore", "pipe", "inherit"] });
    us.stdout.once("data", () => us.kill("SIGTERM"));
    const signal = await new Promise((resolve) => us.once("exit", (_, by) => resolve(by)));
    expect(signal).toBe("SIGTERM");
    await vi.waitFor(() => expect(isRunning(pidIn(place, "child"))).toBe(false));
  });
});
