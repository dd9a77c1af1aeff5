// Plays one scenario through the built CLI, and looks at what the run left.
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Place } from "../attacks/place.mjs";
import { hasProgram } from "../attacks/programs.mjs";
import { judge } from "./judge.mjs";
import { findReallyDone } from "./truth.mjs";
import { listCalls } from "./turn.mjs";

const [agentFile, quickWaits] = ["agent.mjs", "quick-waits.cjs"].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
);
const mostMs = 600_000;

/** What came of it: { kind: "ok" | "wasteful" | "wrong" | "not run", calls, why }. */
export async function play(scenario, { cli, isKept }) {
  const missing = (scenario.needs ?? []).filter((name) => !hasProgram(name));
  if (missing.length > 0) return { kind: "not run", calls: 0, why: `needs ${missing.join(", ")}` };
  const { files, list, hasGit = true } = scenario;
  const place = new Place(cli, { files: { ...files, ...(list === null ? {} : { "TODO.md": list }) }, hasGit });
  try {
    const ends = await playRuns(place, scenario);
    const seen = {
      ends,
      calls: listCalls(folderOf(place)),
      reallyDone: findReallyDone(place, scenario.truth.really),
    };
    return { ...judge(scenario, seen), folder: isKept ? place.root : null };
  } catch (error) {
    return { kind: "wrong", calls: listCalls(folderOf(place)).length, why: error.message };
  } finally {
    place.close(isKept);
  }
}

const folderOf = (place) => join(place.root, "agent");

async function playRuns(place, scenario) {
  const { list, args = [], thenRuns = [] } = scenario;
  const command = ["--command", `${process.execPath} ${agentFile} ${scenario.name} ${folderOf(place)}`];
  const tasks = list === null ? [] : ["--tasks", "TODO.md"];
  const ends = [await start(place, scenario, [...command, ...tasks, ...args])];
  for (const { words, before } of thenRuns) {
    before?.(place);
    ends.push(await start(place, scenario, words));
  }
  return ends;
}

async function start(place, { person }, words) {
  const over = new AbortController();
  const acting = person ? playPerson(place, person, over.signal) : null;
  const end = await place.runNode(["--require", quickWaits, place.cli, "run", "--json", ...words], mostMs);
  over.abort();
  await acting;
  return end;
}

/** Does what a person does during a turn that waits for it. */
async function playPerson(place, person, over) {
  const folder = folderOf(place);
  while (!over.aborted) {
    const names = existsSync(folder) ? readdirSync(folder) : [];
    for (const name of names.filter((each) => each.startsWith("waits-"))) {
      const call = Number(name.slice("waits-".length));
      const acted = join(folder, `acted-${call}`);
      if (existsSync(acted)) continue;
      await person(place, call);
      writeFileSync(acted, "");
    }
    await setTimeout(20);
  }
}
