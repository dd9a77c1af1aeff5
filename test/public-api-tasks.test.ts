import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import * as api from "../src/run.js";
import { Workplace } from "./e2e/cli.js";

const page = readFileSync(fileURLToPath(new URL("../docs/tasks-elsewhere.md", import.meta.url)), "utf8");

const agent = `nonce=$(sed -n "s/^NONCE: //p"); test -e half.txt && grep -q whole part.txt 2> /dev/null || echo half > half.txt
test -e go-on && echo whole > part.txt
test -e go-on && printf -- "---TASK_STATUS---\\nSTATUS: COMPLETE\\nWORK: part.txt\\nNOTE: none\\nNONCE: $nonce\\n---END_TASK_STATUS---\\n" || echo "half of it"
touch go-on
`;

const git = (cwd: string, ...words: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], { cwd, encoding: "utf8" }).trim();

/** A clone with a checkout of what was submitted and one of what all tasks are merged into. */
function makePlaces(place: Workplace, name: string, base: string) {
  const cwd = join(place.path, name);
  git(place.path, "clone", "-q", join(place.path, "origin"), cwd);
  git(cwd, "config", "user.name", "t");
  git(cwd, "config", "user.email", "t@t");
  const [start, root] = [`${cwd}-start`, `${cwd}-common`];
  git(cwd, "worktree", "add", "-q", "--detach", start, base);
  git(cwd, "worktree", "add", "-q", "-b", "common", root, base);
  return { cwd, start, trunk: { root, branch: "common" } };
}

function makeOrigin(place: Workplace): string {
  place.write("origin/TODO.md", "- [ ] T1: write the part\n");
  place.write("origin/check.sh", "! test -e part.txt || grep -q whole part.txt\n");
  place.write("origin/.gitignore", "half.txt\ngo-on\n");
  place.write("agent.sh", agent);
  const origin = join(place.path, "origin");
  for (const words of [
    ["init", "-q", "-b", "main"],
    ["add", "-A"],
    ["commit", "-qm", "Begin"],
  ])
    git(origin, ...words);
  return git(origin, "rev-parse", "HEAD");
}

it("works on one task in a clone, goes on with it in another, and judges how it ended", async () => {
  using place = new Workplace();
  const base = makeOrigin(place);
  const make = (cwd: string) =>
    api.makeOptions({
      ...{ cwd, agent: { command: `sh ${join(place.path, "agent.sh")}` }, tasks: "TODO.md" },
      ...{ checks: { c: "sh check.sh" }, detectChecks: false, settings: { unverified: "accept" } },
    });

  const first = makePlaces(place, "first", base);
  const stop = new api.StopRequest();
  const turns: string[] = [];
  const host = { stop, emit: () => undefined, beforeTurn: async () => void turns.push("turn") };
  const begun = await api.openTaskRun(
    await make(first.cwd),
    { ...host, emit: ({ type }) => void (type === "decision-made" && stop.raise(1)) },
    { ...first, task: "T1", base, left: null },
  );
  const left = await begun.work();
  expect([left.decision.outcome, api.isTaskDone(left, "T1")]).toEqual(["interrupted", false]);
  const state = await begun.readState();
  await begun.close();

  const second = makePlaces(place, "second", base);
  git(second.cwd, "fetch", "-q", first.cwd, state.commit);
  place.write("second/go-on", "");
  const goesOn = { ...host, stop: new api.StopRequest() };
  const task = await api.openTaskRun(await make(second.cwd), goesOn, { ...second, task: "T1", base, left: state });
  const done = await task.work();
  expect([done.iteration, api.isTaskDone(done, "T1"), turns.length]).toEqual([2, true, 2]);
  expect(await task.deliver(done)).toMatchObject({ is: "merged" });
  const { commit } = await task.mark(done);
  await task.close();
  expect(git(second.trunk.root, "show", `${commit}:TODO.md`)).toContain("[x]");

  const third = makePlaces(place, "third", base);
  git(third.cwd, "fetch", "-q", second.trunk.root, commit);
  const counted = api.addDone({}, done.after);
  const { record, open } = await api.judgeEnd(
    await make(third.cwd),
    { stop: new AbortController().signal, isStopped: false },
    { run: "all", start: third.start, tip: commit, setAside: [], iterations: 2, done: counted },
  );
  expect([open, record.decision.outcome]).toEqual([[], "completed"]);
});

it("writes the journal of all tasks as a file, once", () => {
  using place = new Workplace();
  const end = (task: string) =>
    api.recordTaskEnd({
      ...{ run: "night", tasks: [{ id: task, title: "one" }], last: null, now: 0 },
      about: { unit: task, is: "set-aside", commit: null },
      verdict: { reason: "it was cancelled" },
    });
  const write = () => {
    const copy = new api.JournalCopy(place.path);
    const lines = ["T1", "T2"].map((task, at) => copy.take(end(task), { n: at + 1, seconds: 1 }));
    copy.append(lines.filter((line) => line !== null));
    return lines.length - lines.filter((line) => line === null).length;
  };
  expect([write(), write()]).toEqual([2, 0]);
  const records = place.read("decisions.jsonl").trim().split("\n").map(api.readDecision);
  expect(records.map((record) => [record?.n, record?.about?.unit])).toEqual([
    [1, "T1"],
    [2, "T2"],
  ]);
});

it("says what is missing where no agent is named", async () => {
  using place = new Workplace();
  const input = { cwd: place.path } as Parameters<typeof api.makeOptions>[0];
  await expect(api.makeOptions(input)).rejects.toThrow("no agent is named");
});

it("is described: every function and class of untildone/run has its place in the documentation", () => {
  const names = Object.keys(api).filter((name) => name !== "run");
  expect(names.filter((name) => !page.includes(`\`${name}`))).toEqual([]);
});
