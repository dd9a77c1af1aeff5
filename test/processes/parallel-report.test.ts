import { expect, it, onTestFinished } from "vitest";
import { ParallelPlace } from "./parallel-place.js";

interface Decision {
  readonly done: number | null;
  readonly total: number | null;
  readonly kind: string;
  readonly tasksDone: readonly string[];
  readonly task: string | null;
  readonly at: string;
  readonly startedAt: string | null;
  readonly seconds: number | null;
  readonly detail: { readonly note: string | null };
}

it("reports merges as they were decided, and every task of the list with its title", async () => {
  const names = ["one", "two", "three"];
  const list = `- [x] T0: begin\n${names.map((name, at) => `- [ ] T${at + 1}: ${name}\n`).join("")}`;
  const script = Object.fromEntries(
    names.map((name, at) => [`T${at + 1}`, [{ write: { [`${name}.txt`]: `${name}\n` } }]]),
  );
  const place = new ParallelPlace(list, script);
  onTestFinished(() => place[Symbol.dispose]());
  place.runProcess(place.words("--parallel", "2", "--max-iterations", "9", "--set", "unverified=accept"));
  const { tasks, decisions, summary } = JSON.parse(place.runProcess(["report", "--format", "json"]).out) as {
    tasks: { id: string; title: string; state: string }[];
    decisions: Decision[];
    summary: { tasks: { done: number; total: number } };
  };
  expect(summary.tasks).toEqual({ done: 4, total: 4 });
  expect(tasks.map(({ title }) => title).toSorted()).toEqual(["T0: begin", "T1: one", "T2: two", "T3: three"]);
  expect(decisions.flatMap(({ detail }) => detail.note ?? [])).toEqual([]);
  const merges = decisions.filter(({ kind }) => kind === "merged");
  expect(merges.map(({ done }) => done)).toEqual([2, 3, 4]);
  const all = decisions.filter(({ task }) => task !== null);
  for (const { at, startedAt, seconds } of all)
    expect(Date.parse(at) - Date.parse(startedAt ?? "")).toBe(1000 * (seconds ?? Number.NaN));
  // The second task began while the first was at work, whoever of them was judged first.
  const turnOf = (id: string) => decisions.find(({ task, kind }) => task === id && kind === "confirmed");
  expect(Date.parse(turnOf("T2")?.startedAt ?? "")).toBeLessThan(Date.parse(turnOf("T1")?.at ?? ""));
  const explained = place.runProcess(["explain", "--all"]).out;
  expect(explained).not.toContain("Decided again");
}, 120_000);
