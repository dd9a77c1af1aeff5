import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openContainer } from "../../src/agents/sandbox/open-container.js";
import type { SandboxPlan } from "../../src/agents/sandbox/sandbox.js";
import { plainTextAt } from "../../src/lib/files/folder.js";
import { until } from "../engines/describe-engines.js";

const folder = mkdtempSync(join(tmpdir(), "untildone-sweep-"));
afterAll(() => rmSync(folder, { recursive: true }));

const plan: SandboxPlan = {
  ...{ kind: "docker", name: "n", image: "i", network: "on", cwd: folder, mounts: [], user: null },
  limits: { memory: null, processes: 60, cpus: null },
  env: { passed: [], dropped: [] },
};

/** An engine as a shell sees it: its container goes on until it is removed. */
const open = (remove: string, { says = "cannot fork", after = "" } = {}) => {
  const pid = join(folder, "pid");
  const container = `sh -c 'echo $$ > ${pid}; while :; do sleep 0.1; done' & echo ready; wait${after}`;
  return openContainer(plan, {
    commands: {
      start: ["sh", "-c", container],
      remove: ["sh", "-c", remove],
      find: () => ["true"],
      signalAll: () => ["sh", "-c", `{ echo ${says}; } >&2; exit 1`],
    },
    wrap: (invocation) => invocation,
    needed: [],
  });
};
const end = `kill -9 $(cat ${folder}/pid)`;
/** A dead one may wait to be buried. */
const isAtWork = (): boolean => {
  const pid = plainTextAt(join(folder, "pid"))?.trim() ?? "";
  const stat = pid === "" ? null : plainTextAt(`/proc/${pid}/stat`);
  return stat !== null && !/\) Z /.test(stat);
};

it("ends a container in which nothing can be ended, before anything is taken back", async () => {
  const sandbox = await open(end);
  await until(isAtWork);
  await expect(sandbox.sweep()).rejects.toThrow(/the sandbox is gone: nothing more can be started/);
  expect(isAtWork()).toBe(false);
  await sandbox.close();
});

it("says that the agent may still be at work if the engine does not end it either", async () => {
  const sandbox = await open("exit 1");
  await expect(sandbox.sweep()).rejects.toMatchObject({
    what: expect.stringContaining("the agent may still be at work"),
    fix: expect.stringContaining("docker rm --force n"),
  });
  await sandbox.close();
});

it("waits for the end of a container that the engine calls ended, which says why", async () => {
  const after = "; while [ ! -e asked ]; do sleep 0.1; done; sleep 2; exit 137".replace("asked", `${folder}/asked`);
  const sandbox = await open(end, { says: `the container is not running; touch ${folder}/asked`, after });
  await until(isAtWork);
  process.kill(Number(plainTextAt(join(folder, "pid"))), "SIGKILL");
  await expect(sandbox.sweep()).rejects.toThrow(/ended or does not answer \(exit code 137\)/);
  await sandbox.close();
});
