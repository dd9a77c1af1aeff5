import { expect, it } from "vitest";
import { samples } from "../../../test/test-output/all-samples.js";
import { type Sample, textOf } from "../../../test/test-output/sample.js";
import { TestOutputScan } from "./scan.js";

const encoder = new TextEncoder();

function statusOf(bytes: Uint8Array, exitCode: number | null): string {
  const scan = new TestOutputScan();
  scan.write(bytes);
  return scan.end({ exitCode }).status;
}

/**
 * Where an earlier part is a whole output by itself, the text up to its end is just that output, and may pass: from its last
 * line on, but no longer once a line of the next part is there.
 */
function mayPass({ parts }: Sample, cut: number): boolean {
  let before = 0;
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1];
    if (next === undefined) return false;
    const end = before + length(part);
    const lastLine = length(part.trimEnd().slice(0, part.trimEnd().lastIndexOf("\n") + 1));
    const firstLine = length(/^\s*[^\n]*\n/.exec(next)?.[0] ?? next);
    if (cut > before + lastLine && cut < end + firstLine) return true;
    before = end;
  }
  return false;
}

const length = (text: string): number => encoder.encode(text).length;

const notPassing = Object.entries(samples).flatMap(([name, table]) =>
  table.filter(({ wants }) => wants.status !== "pass").map((sample) => ({ name, sample })),
);

it.each(notPassing)("no cut of $name: $sample.title passes", ({ sample }) => {
  const bytes = encoder.encode(textOf(sample));
  const passing: string[] = [];
  for (const exitCode of new Set([null, sample.exitCode])) {
    if (statusOf(bytes, exitCode) === "pass") continue; // It fails by its status alone.
    for (let cut = 0; cut < bytes.length; cut++)
      if (statusOf(bytes.subarray(0, cut), exitCode) === "pass" && !mayPass(sample, cut))
        passing.push(
          `${exitCode}: …${JSON.stringify(new TextDecoder().decode(bytes.subarray(Math.max(0, cut - 60), cut)))}`,
        );
  }
  expect(passing.slice(0, 3)).toEqual([]);
});
