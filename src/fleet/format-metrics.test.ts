import { expect, it } from "vitest";
import { formatMetrics } from "./format-metrics.js";
import { readMetrics } from "./read-metrics.js";

it("writes the text format of Prometheus, with names of others as text", () => {
  const samples = [{ labels: { worker: 'a"b\\c\nd' }, value: 2 }];
  const text = formatMetrics([{ name: "up", type: "gauge", help: "A \\ and\na line.", samples }]);
  expect(text).toBe('# HELP up A \\\\ and\\na line.\n# TYPE up gauge\nup{worker="a\\"b\\\\c\\nd"} 2\n');
});

it("reads what a fleet does", async () => {
  const progress = new Map([
    ["0/a", { status: "waiting", at: "2026-01-31T22:00:00.000Z" }],
    ["0/b", { status: "waiting", at: "2026-01-31T22:00:30.000Z" }],
    ["0/c", { status: "done", at: "" }],
  ]);
  const standing = { used: { iterations: 4, usd: 1.5, tokens: 10 }, takeovers: 2, endOf: () => null };
  const fleet = {
    queue: { getJobCounts: async () => ({ prioritized: 2 }), isPaused: async () => true },
    board: {
      list: async () => ["one", "gone"],
      standing: async (id: string) => (id === "one" ? standing : null),
      progress: async () => progress,
      notices: { workers: async () => new Map([["w", { slots: 3, active: "no" }]]) },
    },
  };
  const text = formatMetrics(await readMetrics(fleet as never, Date.parse("2026-01-31T22:01:00.000Z")));
  for (const line of [
    'untildone_fleet_jobs{state="prioritized"} 2',
    'untildone_fleet_jobs{state="active"} 0',
    "untildone_fleet_draining 1",
    "untildone_fleet_oldest_waiting_seconds 60",
    'untildone_fleet_tasks{submission="one",status="waiting"} 2',
    'untildone_fleet_tasks{submission="one",status="failed"} 0',
    'untildone_fleet_repositories{submission="one",state="working"} 1',
    'untildone_fleet_cost_usd_total{submission="one"} 1.5',
    'untildone_fleet_takeovers_total{submission="one"} 2',
    'untildone_fleet_slots{worker="w"} 3',
    'untildone_fleet_slots_active{worker="w"} 0',
  ])
    expect(text.split("\n")).toContain(line);
  expect(text).not.toContain("gone");
});
