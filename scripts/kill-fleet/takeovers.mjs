// How soon an idle worker takes over what a killed one had. In the trial all slots are at work, and a task that was lost waits
// for one of them, too.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

const [tasksEach, lockMs] = [3, 6_000];

export async function measureTakeovers(rounds, { client, makeWork, submit, script, folder, workers, readTasks }) {
  await Promise.all(workers.map((worker) => worker.stop()));
  const took = [];
  for (let round = 0; round < rounds; round++) {
    const gate = join(folder, "takeover-gate");
    // All are at work at once: none waits for another.
    const words = { first: 600 + round, repositories: 1, tasks: tasksEach, twoTurns: 0, script, waiting: 0 };
    const [repository] = makeWork(words);
    for (const id of repository.ids) for (const step of script[id]) step.waitFor = gate;
    writeFileSync(join(folder, "script.json"), JSON.stringify(script));
    const [lost, idle] = workers;
    // Of what it gave back before, such as on a full disk, no event says so.
    const since = lost.events.length;
    lost.start({ slots: String(tasksEach), lockMs });
    const id = submit([repository]);
    await until(() => lost.holds(since).size === tasksEach);
    idle.start({ slots: String(tasksEach), lockMs });
    const begun = idle.events.length;
    await until(async () => (await client.keys("*:worker:*")).some((key) => key.endsWith(`:${idle.name}`)));
    const at = Date.now();
    await lost.kill();
    const taken = () => idle.events.slice(begun).filter(({ type, isTakeover }) => type === "task-taken" && isTakeover);
    await until(() => taken().length === tasksEach, 4 * lockMs).catch(() => undefined);
    took.push(...taken().map(({ heard }) => heard - at));
    writeFileSync(gate, "");
    await until(async () => (await readTasks(client, id)).every(({ status }) => status === "done"));
    await idle.stop();
    if (existsSync(gate)) rmSync(gate);
  }
  for (const worker of workers) worker.start();
  return { took, lockMs, tasks: rounds * tasksEach };
}

async function until(holds, withinMs = 300_000) {
  for (const end = Date.now() + withinMs; !(await holds()); await setTimeout(50))
    if (Date.now() > end) throw new Error("it took too long");
}
