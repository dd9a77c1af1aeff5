import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isUserError } from "../errors.js";
import { takeLock } from "./lock.js";
import { readHolder } from "./lock-holder.js";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "untildone-lock-"));
  path = join(folder, "untildone.lock");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const take = (patienceMs = 0) => takeLock(path, { command: "check", at: 0, patienceMs });
const holder = {
  pid: process.pid,
  host: hostname(),
  started: null,
  command: "run",
  since: "2026-01-01T00:00:00Z",
  token: "t",
};

function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (isUserError(error)) return `${error.what} | ${error.fix}`;
    throw error;
  }
  return "taken";
}

/** A process that is over: its number names nobody, or somebody who began later. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", "0"]);
  await once(child, "exit");
  return child.pid ?? 0;
}

it("is taken, names its holder, and leaves nothing behind when released", () => {
  const lock = take();
  expect(readHolder(path)).toMatchObject({ pid: process.pid, host: hostname(), command: "check" });
  expect(readdirSync(folder)).toEqual(["untildone.lock"]);
  lock.release();
  expect(readdirSync(folder)).toEqual([]);
});

it("is refused while its holder lives, with who that is and what to do", () => {
  writeFileSync(path, JSON.stringify(holder));
  const told = refusal(() => take(20));
  expect(told).toContain("`untildone run`");
  expect(told).toContain(`process ${process.pid}`);
  for (const command of ["untildone watch", "untildone stop", `kill ${process.pid}`]) expect(told).toContain(command);
  expect(existsSync(path)).toBe(true);
  expect(readdirSync(folder)).toEqual(["untildone.lock"]);
});

it("is taken over from a process that is dead", async () => {
  writeFileSync(path, JSON.stringify({ ...holder, pid: await deadPid() }));
  const lock = take();
  expect(readHolder(path)?.pid).toBe(process.pid);
  lock.release();
  expect(readdirSync(folder)).toEqual([]);
});

it.runIf(existsSync("/proc/self/stat"))("is taken over where a later process was given the same number", () => {
  writeFileSync(path, JSON.stringify({ ...holder, started: "1" }));
  take().release();
  expect(existsSync(path)).toBe(false);
});

it("is never taken from another machine", () => {
  writeFileSync(path, JSON.stringify({ ...holder, host: "elsewhere.example", pid: 1 }));
  expect(refusal(() => take())).toContain("on elsewhere.example");
});

it("takes over a lock nobody can read once it is old, and one whose remover died", async () => {
  writeFileSync(path, "");
  utimesSync(path, 0, 0);
  take().release();
  const pid = await deadPid();
  writeFileSync(path, JSON.stringify({ ...holder, pid, token: "gone" }));
  writeFileSync(`${path}.dead-gone`, JSON.stringify({ ...holder, pid }));
  take().release();
  expect(readdirSync(folder)).toEqual([]);
});

it.each([
  { name: "a link to nowhere", make: () => symlinkSync("/nowhere/at/all", path), later: () => lutimesSync(path, 0, 0) },
  { name: "garbage from the future", make: () => writeFileSync(path, "?"), later: () => utimesSync(path, 4e9, 4e9) },
])("takes over $name instead of waiting for ever", ({ make, later }) => {
  make();
  later();
  take().release();
  expect(readdirSync(folder)).toEqual([]);
});

it("says that a folder stands in its place", () => {
  mkdirSync(path);
  utimesSync(path, 0, 0);
  expect(refusal(() => take())).toContain("a folder stands where the file should be");
  expect(readdirSync(folder)).toEqual(["untildone.lock"]);
});

it("is taken over whatever its dead holder's token is", async () => {
  writeFileSync(path, JSON.stringify({ ...holder, pid: await deadPid(), token: `../${"x".repeat(300)}` }));
  take().release();
  expect(readdirSync(folder)).toEqual([]);
});

it("is held by one alone, however many find a lock nobody can read", async () => {
  const program = join(folder, "take.mjs");
  await build({
    stdin: { contents: racer, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: program,
  });
  const racers = Array.from({ length: 4 }, () => spawn(process.execPath, [program, path], { stdio: "pipe" }));
  const told = await Promise.all(racers.map(async ({ stdout }) => String(Buffer.concat(await stdout.toArray()))));
  expect(told).toEqual(["0 met another", "0 met another", "0 met another", "0 met another"]);
}, 20_000);

/** Takes the lock again and again, and leaves garbage in its place each third time. */
const racer = `
import { renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { takeLock } from "./lock.js";
const path = process.argv[2];
const inside = path + ".inside";
const end = Date.now() + 2000;
let met = 0;
for (let i = 0; Date.now() < end; i++) {
  const lock = takeLock(path, { command: "check", at: i, patienceMs: 10_000 });
  try { writeFileSync(inside, "", { flag: "wx" }); } catch { met++; }
  rmSync(inside, { force: true });
  if (i % 3 < 2) lock.release();
  else {
    const garbage = path + ".garbage-" + process.pid;
    writeFileSync(garbage, "");
    utimesSync(garbage, 1, 1);
    renameSync(garbage, path);
  }
}
process.stdout.write(met + " met another");
`;

it("releases only its own", () => {
  const lock = take();
  writeFileSync(path, JSON.stringify(holder));
  lock.release();
  expect(readHolder(path)?.token).toBe("t");
});
