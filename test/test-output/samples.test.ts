import { describe, expect, it } from "vitest";
import { readTestOutput } from "../../src/evidence/test-output/read-test-output.js";
import { samples } from "./all-samples.js";
import { textOf } from "./sample.js";

describe.each(Object.entries(samples))("%s", (_, table) => {
  it.each(table)("$title", (sample) => {
    const { failures, ...wants } = sample.wants;
    const run = readTestOutput(textOf(sample), { exitCode: sample.exitCode });
    expect(run).toMatchObject(wants);
    if (failures) expect(run.failures).toMatchObject(failures);
    expect(run.why).not.toBe("");
  });
});

it("has samples of every ending", () => {
  const endings = Object.values(samples).flatMap((table) => table.map(({ wants }) => wants.status));
  for (const status of ["pass", "fail", "unknown"]) expect(endings).toContain(status);
});
