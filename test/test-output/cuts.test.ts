import { expect, it } from "vitest";
import { TestOutputScan } from "../../src/test-output/scan.js";
import { samples } from "./all-samples.js";
import { type Sample, textOf } from "./sample.js";

const encoder = new TextEncoder();

function statusOf(bytes: Uint8Array, exitCode: number | null): string {
  const scan = new TestOutputScan();
  scan.write(bytes);
  return scan.end({ exitCode }).status;
}

/**
 * Where an earlier part is a whole output by itself, the text up to its end is just that output, and may pass; but no
 * longer once a line of the next part is there.
 */
function mayPass({ parts }: Sample, cut: number): boolean {
  let end = 0;
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1];
    end += encoder.encode(part).length;
    if (next === undefined) return false;
    const firstLine = /^\s*[^\n]*\n/.exec(next)?.[0] ?? next;
    if (cut >= end - 2 && cut < end + encoder.encode(firstLine).length) return true;
  }
  return false;
}

const notPassing = Object.entries(samples).flatMap(([name, table]) =>
  table.filter(({ wants }) => wants.status !== "pass").map((sample) => ({ name, sample })),
);

it.each(notPassing)("no cut of $name: $sample.title passes", ({ sample }) => {
  const bytes = encoder.encode(textOf(sample));
  const passing: string[] = [];
  for (let cut = 0; cut < bytes.length; cut++)
    for (const exitCode of new Set([null, sample.exitCode]))
      if (statusOf(bytes.subarray(0, cut), exitCode) === "pass" && !mayPass(sample, cut))
        passing.push(`${exitCode}: …${JSON.stringify(textOf(sample).slice(Math.max(0, cut - 60), cut))}`);
  expect(passing.slice(0, 3)).toEqual([]);
});
