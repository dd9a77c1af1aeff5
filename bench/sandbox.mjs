// What a sandbox adds to a turn: entering, sweeping and looking at what was left, for a turn that does nothing.
// bwrap beside the bare command; docker and podman beside the engine's own exec, with an image that is here.
// node bench/sandbox.mjs [--turns 20] [--files 500] [--image NAME]
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const { values } = parseArgs({
  options: {
    turns: { type: "string", default: "20" },
    files: { type: "string", default: "500" },
    image: { type: "string" },
  },
});
/** What a turn may take more, in milliseconds: said, not asserted, since a busy machine takes longer. One more exec of podman alone passes any. */
const budgets = { bwrap: 30, docker: 150, podman: Infinity };
const place = realpathSync(mkdtempSync(join(tmpdir(), "untildone-bench-")));
const project = join(place, "project");
mkdirSync(join(project, "src"), { recursive: true });
for (let at = 0; at < Number(values.files); at++) writeFileSync(join(project, `src/${at}.txt`), "x");

const entry = [
  'export { openSandbox } from "./src/agents/sandbox/open-sandbox.ts";',
  'export { ProjectWatch, readWatchedState } from "./src/agents/sandbox/project-watch.ts";',
  'export { ask } from "./src/agents/sandbox/ask.ts";',
].join("\n");
const outfile = join(place, "bundle.cjs");
await build({
  ...{ stdin: { contents: entry, resolveDir: process.cwd(), loader: "ts" }, outfile },
  ...{ bundle: true, platform: "node", format: "cjs", define: { "import.meta.url": "__filename" }, logLevel: "error" },
});
const { openSandbox, ProjectWatch, readWatchedState, ask } = createRequire(import.meta.url)(outfile);

/** The median, and the fastest: what else a busy machine does only adds to a turn. */
async function measure(act) {
  const times = [];
  for (let at = 0; at < Number(values.turns); at++) {
    const begun = performance.now();
    await act();
    times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  return { median: times[Math.floor(times.length / 2)], fastest: times[0] };
}

async function bench(kind) {
  const plan = {
    ...{ kind, name: `untildone-bench-${process.pid}`, image: values.image ?? null, network: "on", cwd: project },
    mounts: [{ path: project, as: "write" }],
    limits: { memory: null, processes: null, cpus: null },
    env: { passed: [], dropped: [] },
    user: { uid: process.getuid(), gid: process.getgid() },
  };
  const sandbox = await openSandbox(plan, []);
  const watch = new ProjectWatch(readWatchedState({ plan, common: null }));
  const { words, env } = sandbox.wrap({ words: ["true"], stdin: null, env: {} }, {});
  const own = kind === "bwrap" ? ["true"] : [kind, "exec", plan.name, "true"];
  const bare = await measure(() => ask(own, plan));
  const turn = await measure(async () => {
    await ask(words, plan, env);
    await sandbox.sweep();
    watch.restore();
  });
  await sandbox.close();
  const ms = (pick) => `${turn[pick].toFixed(1)} ms a turn, ${bare[pick].toFixed(1)} ms bare`;
  const over = turn.fastest - bare.fastest;
  const budget = budgets[kind];
  const judged = budget === Infinity ? "" : ` (budget ${budget}${over > budget ? ", EXCEEDED" : ""})`;
  // What else a busy machine does may double it, and no more.
  if (over > 2 * budget) process.exitCode = 1;
  console.log(`${kind}: median ${ms("median")}; fastest ${ms("fastest")}: ${over.toFixed(1)} ms more${judged}`);
}

const works = (kind) =>
  kind === "bwrap"
    ? spawnSync("bwrap", ["--ro-bind", "/", "/", "true"]).status === 0
    : values.image !== undefined && spawnSync(kind, ["image", "inspect", values.image]).status === 0;

for (const kind of Object.keys(budgets)) {
  if (works(kind)) await bench(kind);
  else
    console.log(
      `${kind}: not measured (${kind === "bwrap" ? "it does not work here" : "--image names none that it has"})`,
    );
}
rmSync(place, { recursive: true });
