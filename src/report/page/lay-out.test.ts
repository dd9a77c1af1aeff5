import { expect, it } from "vitest";
import { layOut } from "./lay-out.js";
import type { DecisionRow } from "./report-data.js";

const second = (at: number): string => new Date(Date.UTC(2026, 0, 31, 22, 0, at)).toISOString();

interface Drawn {
  readonly task: string;
  readonly end: number;
  readonly start?: number;
  readonly seconds?: number | null;
  readonly kind?: DecisionRow["kind"];
}

const toRow = ({ task, end, start, seconds = null, kind = "confirmed" }: Drawn, at: number): DecisionRow =>
  ({
    ...{ n: at + 1, iteration: 1, task, unit: task, kind, seconds, blames: null },
    ...{ hadTurn: kind !== "merged", at: second(end), startedAt: start === undefined ? null : second(start) },
  }) as DecisionRow;

/** Where each block begins and ends, in percent. */
const draw = (...rows: readonly Drawn[]) => {
  const { lanes, seconds } = layOut(rows.map(toRow), { tasks: [], maxLanes: 40 });
  const blocks = lanes.map((lane) => lane.blocks.map(({ left, width }) => [left, left + width].map(Math.round)));
  return { blocks, seconds };
};

it("draws tasks that began together at the same place, with their checks, however little their agents worked", () => {
  const drawn = draw(
    { task: "T1", start: 0, end: 20, seconds: 2 },
    { task: "T2", start: 0, end: 40, seconds: 2 },
    { task: "T1", start: 20, end: 30, kind: "merged" },
    { task: "T2", start: 40, end: 50, kind: "merged" },
  );
  expect(drawn).toEqual({
    blocks: [
      [
        [0, 40],
        [40, 60],
      ],
      [
        [0, 80],
        [80, 100],
      ],
    ],
    seconds: 50,
  });
});

it("draws a turn of a journal without starts as long as it took", () => {
  expect(draw({ task: "T1", end: 20, seconds: 20 }, { task: "T2", end: 30, seconds: 10 })).toEqual({
    blocks: [[[0, 67]], [[67, 100]]],
    seconds: 30,
  });
});

it("draws no start after its end, when the clock was put back", () => {
  expect(draw({ task: "T1", start: 30, end: 20 }, { task: "T2", start: 20, end: 40 }).blocks).toEqual([
    [[0, 0]],
    [[0, 100]],
  ]);
});
