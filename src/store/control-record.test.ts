import { expect, it } from "vitest";
import { emptyRunState } from "./current-run.js";
import { readRecord } from "./read-record.js";
import { applyRecord } from "./run-state.js";

const pause = {
  ...{ version: 1, n: 3, kind: "control", at: "2026-01-31T22:00:00Z", run: "R" },
  ...{ action: "pause", by: "dashboard" },
};

it.each([
  ["record", {}],
  ["record", { action: "stop-now", by: "signal" }],
  ["damaged", { action: "explode" }],
  ["damaged", { action: undefined }],
  ["damaged", { by: "agent" }],
  ["damaged", { by: ["key"] }],
])("is a %s with %o", (is, change) => {
  expect(readRecord(JSON.stringify({ ...pause, ...change })).is).toBe(is);
});

it("counts as a record and changes nothing else", () => {
  const read = readRecord(JSON.stringify(pause));
  if (read.is !== "record") throw new Error(read.is);
  expect(applyRecord(emptyRunState, read.record)).toEqual({ ...emptyRunState, records: 3 });
});
