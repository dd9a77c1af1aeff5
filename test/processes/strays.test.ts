import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { killRemains, listAlive } from "../../src/lib/process/kill.js";
import { readProcess, readStart } from "../../src/lib/process/list-processes.js";
import { jsonLines, Workplace } from "../e2e/cli.js";

const onLinux = process.platform === "linux" && spawnSync("setsid", ["true"]).status === 0;

/** Writes its pid and stays; the turn ends once it is there. */
const stay = (before = "") => `sh -c '${before}echo $$ > stray.pid; exec sleep 300'`;
const until = "while [ ! -s stray.pid ]; do sleep 0.02; done";
const ways = [
  { name: "in a session of its own, without an environment", shell: `env -i PATH="$PATH" setsid -f ${stay()}` },
  { name: "with another mark", shell: `UNTILDONE_PROCESS=other setsid -f ${stay()}` },
  {
    name: "after a double fork",
    shell: `env -i PATH="$PATH" setsid sh -c "(setsid ${stay().replaceAll("$", "\\$")} &) &"`,
  },
  {
    name: "in another folder, with a file of the project open",
    shell: `env -i PATH="$PATH" setsid -f sh -c 'exec 3> kept; echo $$ > stray.pid; cd /; exec sleep 300'`,
  },
];

const pidIn = (place: Workplace, name: string): number => Number(readFileSync(join(place.path, name), "utf8"));
const isGone = (pid: number): boolean => readProcess(pid) === undefined;

const begun: ChildProcess[] = [];
afterEach(() => {
  for (const child of begun.splice(0)) child.kill("SIGKILL");
});

function startBefore(place: Workplace): number {
  const child = spawn("sleep", ["300"], { cwd: place.path, stdio: "ignore", detached: true });
  begun.push(child);
  return child.pid ?? 0;
}

const words = ["run", "--agent", "scripted", "--script", "script.json", "--tasks", "TODO.md", "--json", "--no-detect"];

describe.runIf(onLinux)("what an agent leaves behind is gone when its turn is over", { timeout: 60_000 }, () => {
  it.each(ways)("$name", async ({ shell }) => {
    using place = new Workplace();
    place.write("TODO.md", "- [ ] T1: Make the part\n");
    place.write("script.json", JSON.stringify({ steps: [{ say: "I went on.", shell: `${shell}; ${until}` }] }));
    const before = startBefore(place);
    const { out } = await place.runBeside([...words, "--max-iterations", "1"]);
    expect(isGone(pidIn(place, "stray.pid"))).toBe(true);
    expect(jsonLines(out).find(({ type }) => type === "agent-end")).toMatchObject({ leftBehind: 1 });
    expect(isGone(before)).toBe(false);
  });
});

/** Starts a process that has no parent and no terminal, as a daemon of somebody else does. */
function startElsewhere(folder: string, env: NodeJS.ProcessEnv = {}): number {
  const { UNTILDONE_PROCESS: _, ...own } = process.env;
  const shell = "setsid -f sh -c 'echo $$ > theirs.pid; exec sleep 300 > /dev/null 2>&1 < /dev/null'";
  spawnSync("sh", ["-c", `${shell}; while [ ! -s theirs.pid ]; do sleep 0.02; done`], {
    cwd: folder,
    env: { ...own, ...env },
  });
  return Number(readFileSync(join(folder, "theirs.pid"), "utf8"));
}

describe.runIf(onLinux)("a process that somebody else starts during the turn", { timeout: 60_000 }, () => {
  it.each([
    { name: "in another folder is not named", isHere: false },
    { name: "in the project's folder is named, and left alone", isHere: true },
  ])("$name", async ({ isHere }) => {
    using place = new Workplace();
    using other = new Workplace();
    place.write("TODO.md", "- [ ] T1: Make the part\n");
    const shell = "touch began; while [ ! -e goOn ]; do sleep 0.02; done";
    place.write("script.json", JSON.stringify({ steps: [{ say: "I went on.", shell }] }));
    const ran = place.runBeside([...words, "--max-iterations", "1"]);
    await vi.waitFor(() => expect(existsSync(join(place.path, "began"))).toBe(true), { timeout: 20_000 });
    const pid = startElsewhere(isHere ? place.path : other.path, { TMUX_PANE: "%99" });
    place.write("goOn", "");
    const { out } = await ran;
    const warnings = jsonLines(out).flatMap(({ type, text }) => (type === "warning" ? [String(text)] : []));
    expect(warnings.filter((text) => text.includes("still running"))).toEqual(
      isHere ? [expect.stringContaining(`(pid ${pid})`)] : [],
    );
    expect(isGone(pid)).toBe(false);
    process.kill(pid, "SIGKILL");
  });
});

/** A shell in a session of its own, as a command is started; without a control group, as on most machines. */
async function startCommand(place: Workplace, shell: string) {
  const child = spawn("sh", ["-c", `${shell}; ${until}`], { cwd: place.path, stdio: "ignore", detached: true });
  begun.push(child);
  const pid = child.pid ?? 0;
  const started = { pid, mark: "no such mark", cgroup: null, start: readStart(pid), folder: place.path };
  await vi.waitFor(() => expect(existsSync(join(place.path, "stray.pid")) && child.exitCode).toBe(0), {
    timeout: 20_000,
  });
  return started;
}

describe.runIf(onLinux)("without a control group", { timeout: 60_000 }, () => {
  it.each(ways)("$name", async ({ shell }) => {
    using place = new Workplace();
    const before = startBefore(place);
    const started = await startCommand(place, shell);
    const stray = pidIn(place, "stray.pid");
    const remains = killRemains(started);
    expect([...remains.killed.keys()]).toEqual([stray]);
    await vi.waitFor(() => expect(listAlive(remains)).toEqual([]));
    expect(isGone(before)).toBe(false);
  });

  it.each([
    { name: "begun in another window", shell: `env -i PATH="$PATH" TMUX_PANE=%99 setsid -f ${stay()}` },
    {
      name: "that holds windows",
      shell: `cp "$(command -v sleep)" screen; env -i PATH="$PATH:." setsid -f ${stay().replace("sleep 300", "screen 300")}`,
    },
  ])("a person's daemon $name is named, and left alone", async ({ shell }) => {
    using place = new Workplace();
    const started = await startCommand(place, shell);
    const daemon = pidIn(place, "stray.pid");
    await vi.waitFor(() => expect(readProcess(daemon)?.name).not.toBe("sh"));
    const remains = killRemains(started);
    expect([...remains.killed.keys()]).toEqual([]);
    expect(remains.unsure).toEqual([`${readProcess(daemon)?.name} (pid ${daemon})`]);
    expect(isGone(daemon)).toBe(false);
    process.kill(daemon, "SIGKILL");
  });

  it("one that touches nothing of the project is left alone, and not named", async () => {
    using place = new Workplace();
    const away = `env -i PATH="$PATH" setsid -f sh -c 'echo $$ > stray.pid; cd /; exec sleep 300 > /dev/null 2>&1'`;
    const started = await startCommand(place, away);
    const stray = pidIn(place, "stray.pid");
    await vi.waitFor(() => expect(readProcess(stray)?.name).toBe("sleep"));
    const remains = killRemains(started);
    expect([...remains.killed.keys()]).toEqual([]);
    expect(remains.unsure).toEqual([]);
    expect(isGone(stray)).toBe(false);
    process.kill(stray, "SIGKILL");
  });

  it("a process of the same folder that our own parent started is no stray", async () => {
    using place = new Workplace();
    const started = await startCommand(place, "echo 1 > stray.pid");
    const later = startBefore(place);
    expect([...killRemains(started).killed.keys()]).toEqual([]);
    expect(isGone(later)).toBe(false);
  });
});
