import { expect, it } from "vitest";
import { formatEstimate } from "../../report/format-estimate.js";
import type { DecisionRecord } from "../../store/record.js";
import { estimateFrom } from "./estimate.js";

const turn = (taskDone: string | null, seconds: number, usd: number | null, tokens: number | null): DecisionRecord =>
  ({
    decision: { taskDone, tasksDone: taskDone === null ? [] : [{ id: taskDone, verified: true }] },
    after: { seconds, usd, tokens },
  }) as unknown as DecisionRecord;

it("counts turns that led to nothing with the tasks that were done", () => {
  const turns = [turn("T1", 60, 0.5, 1000), turn(null, 60, 0.5, 3000), turn("T2", 120, 1, 2000)];
  const estimate = estimateFrom(turns, 4);
  expect(estimate).toEqual({ tasks: 4, from: 2, turns: 6, seconds: 480, tokens: 12_000, usd: 4 });
  expect(formatEstimate(estimate)).toBe(
    "4 tasks: about 6 turns, 8m 00s, $4.00, 12,000 tokens (by 2 tasks done here before)",
  );
});

it("says of cost and tokens that they are unknown where the agent does not tell them", () => {
  const estimate = estimateFrom([turn("T1", 10, null, null)], 1);
  expect(estimate).toMatchObject({ usd: null, tokens: null });
  expect(formatEstimate(estimate)).toBe("1 task: about 1 turn, 10s, unknown cost (by 1 task done here before)");
});

it("knows nothing where no task was done", () => {
  expect(estimateFrom([turn(null, 60, 0.5, 1000)], 2)).toMatchObject({ turns: null, usd: null, from: 0 });
});
