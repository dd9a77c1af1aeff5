import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { doneClaim } from "../ask.js";
import type { Workplace } from "../e2e/cli.js";

/** A journal of many decisions of one run, made from one that the judge itself made. Returns the id of the run. */
export async function writeLongJournal(place: Workplace, count: number): Promise<string> {
  place.write("response.md", doneClaim);
  await place.run(["check", "response.md"]);
  const [made = ""] = place.read(".ralph/decisions.jsonl").trim().split("\n");
  const record = JSON.parse(made);
  const lines = Array.from({ length: count }, (_, at) => `${JSON.stringify(vary(record, at + 1, count))}\n`);
  writeFileSync(join(place.path, ".ralph/decisions.jsonl"), lines.join(""));
  return record.run;
}

const start = Date.parse("2026-01-31T22:00:00Z");

// biome-ignore lint/suspicious/noExplicitAny: a record as JSON.
function vary(record: any, n: number, count: number): unknown {
  const { decision, after } = record;
  const verdict = n === count ? { decision: "EXIT", outcome: "stuck", exitCode: 1 } : going;
  return {
    ...record,
    n,
    iteration: n,
    at: new Date(start + n * 60_000).toISOString(),
    observation: { ...record.observation, history: Array.from({ length: 10 }, () => after.past) },
    decision: { ...decision, ...verdict, reason: `the reason of decision ${n}`, taskDone: null },
    after: {
      ...after,
      seconds: 30 + ((n * 37) % 60),
      usd: 0.01 + (n % 7) / 100,
      past: { ...after.past, claimed: n % 50 === 0, passed: false },
    },
  };
}

const going = { decision: "CONTINUE", outcome: null, exitCode: null };
