import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { FleetPlace, type FleetProcess, isRedisThere, until } from "./fleet-place.js";

const agent = readFileSync(fileURLToPath(new URL("./fleet-agent.mjs", import.meta.url)), "utf8");
const isBwrapThere = spawnSync("bwrap", ["--dev-bind", "/", "/", "true"]).status === 0;
if (!isBwrapThere) console.warn("bwrap cannot make a sandbox here: hostile agents in one are not tried");

const inSandbox = ["--sandbox", "bwrap"];
const list = "- [ ] T1: first\n- [ ] T2: second\n";

interface Attacked {
  readonly place: FleetPlace;
  readonly bare: string;
  readonly id: string;
  readonly worker: FleetProcess;
  /** What the agent saw and did. */
  readonly seen: () => string;
}

/** Two tasks: the agent of the first is hostile and does not do its own, that of the second is honest. */
async function attack(
  place: FleetPlace,
  attacks: readonly string[],
  words: readonly string[],
  more: object = {},
): Promise<Attacked> {
  const remote = join(place.path, "one.git");
  const home = join(place.path, "state/untildone-fleet/w1");
  const given = { attacks, port: place.redis.port, home, remote, ran: join(place.path, "ran"), ...more };
  const bare = place.repository("one", list, { "agent.mjs": agent, "attack.json": JSON.stringify(given) });
  const id = await place.submit([bare]);
  const own = ["--command", "node agent.mjs", "--max-iterations-per-task", "1", "--insecure-redis"];
  const worker = place.worker("w1", [...own, ...words]);
  const branch = `untildone/${id}-T1`;
  const seen = (): string => place.git(bare, "show", `${branch}:parts/seen`);
  return { place, bare, id, worker, seen };
}

/** The board, the branch and the exit status say the same, and nothing of the hostile agent's is in it. */
async function expectNotBelieved({ place, bare, id }: Attacked, done: readonly string[]): Promise<void> {
  const shown = await place.cli(["status", id]);
  expect(shown.code, shown.out).toBe(1);
  expect(shown.out).not.toMatch(/^one .*completed/m);
  const ticks = place.branches(bare).includes(`untildone/${id}`)
    ? [...place.show(bare, id, "TODO.md").matchAll(/\[x\] (T\d)/g)].map(([, task]) => task)
    : [];
  for (const task of ["T1", "T2"]) {
    const isDone = done.includes(task);
    expect((await place.task(id, task)).status === "done", `${task}: ${shown.out}`).toBe(isDone);
    if (isDone) expect([ticks.includes(task), await place.merges(id, bare, task)]).toEqual([true, [1, 1]]);
  }
}

describe.skipIf(!isRedisThere)("a hostile agent of a fleet", { timeout: 300_000 }, () => {
  it.each([
    { where: "without a sandbox", words: [] },
    ...(isBwrapThere ? [{ where: "in bwrap, in spite of all warnings", words: inSandbox }] : []),
  ])("that writes into an open Redis makes nothing done: $where", async ({ words }) => {
    await using place = await FleetPlace.open();
    const attacked = await attack(place, ["redis"], words);
    await attacked.worker.sees("warning", ({ text = "" }) => text.includes("Redis said how it ended"));
    await attacked.worker.sees("repository-over");
    await expectNotBelieved(attacked, []);
    for (const task of ["T1", "T2"]) expect(await place.task(attacked.id, task)).toMatchObject({ status: "set-aside" });
  });

  it("in a sandbox that leads to an open Redis is not begun", async () => {
    await using place = await FleetPlace.open();
    const refused = place.worker("w1", inSandbox);
    await until(() => !refused.isRunning, "it ends");
    expect(refused.child.exitCode).toBe(2);
    expect(refused.err).toContain("agents in the sandbox can reach Redis");
    expect(refused.err).toContain("--insecure-redis");
    const words = ["doctor", "--command", "true", ...inSandbox, "--json"];
    const { canStart, findings } = JSON.parse((await place.cli(words)).out);
    expect(canStart).toBe(false);
    expect(findings).toContainEqual(expect.objectContaining({ name: "reach", status: "fail" }));
  });

  it("that pushes to the common branch itself makes nothing done, and it is told", async () => {
    await using place = await FleetPlace.open();
    const attacked = await attack(place, ["push"], []);
    const { end } = (await attacked.worker.sees("repository-over")) as unknown as { end: { reason: string } };
    expect(attacked.seen()).toContain("pushed");
    expect(end).toMatchObject({ outcome: "needs-review" });
    await expectNotBelieved(attacked, []);
    expect(await place.task(attacked.id, "T2")).toMatchObject({
      ...{ status: "set-aside", why: expect.stringContaining("no worker of this fleet merged it") },
    });
    expect((await place.cli(["status", attacked.id])).out).toContain("was pushed to it by somebody else");
  });

  it("that pushes beside an honest task: that one is done, and a person has to look at the branch", async () => {
    await using place = await FleetPlace.open();
    const gate = join(place.path, "pushed");
    const attacked = await attack(place, ["push"], ["--slots", "2"], {
      ...{ waitFor: join(place.path, "begun"), begun: join(place.path, "begun"), go: gate, done: gate },
    });
    await attacked.worker.sees("repository-over");
    expect((await place.cli(["status", attacked.id])).out).toContain("was pushed to it by somebody else");
    const shown = await place.cli(["status", attacked.id]);
    expect(shown.code).toBe(1);
    expect(shown.out).toMatch(/^one .*needs-review/m);
  });

  it("that changes the mirrors and the clones of other slots runs nothing, and its work goes where it should", async () => {
    await using place = await FleetPlace.open();
    const gate = join(place.path, "attacked");
    const attacked = await attack(place, ["worker"], ["--slots", "2"], {
      ...{ waitFor: join(place.path, "begun"), begun: join(place.path, "begun"), go: gate, done: gate },
    });
    await attacked.worker.sees("repository-over");
    const seen = attacked.seen();
    for (const what of ["/mirrors/", "/hooks/reference-transaction", "/work/.git/config", "/work/TODO.md"])
      expect(seen).toMatch(new RegExp(`^wrote .*${what.replaceAll(".", "\\.")}`, "m"));
    expect(existsSync(join(place.path, "ran"))).toBe(false);
    expect(existsSync(`${attacked.bare}.evil`)).toBe(false);
    await expectNotBelieved(attacked, (await place.task(attacked.id, "T2")).status === "done" ? ["T2"] : []);
    expect(attacked.worker.isRunning).toBe(true);
  });

  it.runIf(isBwrapThere)("in a sandbox gets at none of it, where Redis has a password", async () => {
    await using place = await FleetPlace.open({ password: "hush" });
    const attacked = await attack(place, ["redis", "push", "worker"], [...inSandbox, "--slots", "2"]);
    await attacked.worker.sees("repository-over");
    for (const what of ["did not reach Redis", "not pushed", "saw nothing of the worker"])
      expect(attacked.seen()).toContain(what);
    expect(await place.task(attacked.id, "T2")).toMatchObject({ status: "done" });
    await expectNotBelieved(attacked, ["T2"]);
  });
});
