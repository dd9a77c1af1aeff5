import fc from "fast-check";
import { expect, it } from "vitest";
import { samples } from "../../../test/test-output/all-samples.js";
import { textOf } from "../../../test/test-output/sample.js";
import { readTestOutput } from "./read-test-output.js";
import { TestOutputScan } from "./scan.js";

const texts = Object.values(samples).flatMap((table) => table.map(textOf));
const encoder = new TextEncoder();

it("reads the same in whatever pieces an output comes", () => {
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.integer({ min: 1, max: 700 }), (text, size) => {
      const scan = new TestOutputScan();
      const bytes = encoder.encode(text);
      // One buffer for all pieces, as a reader of files has.
      const buffer = new Uint8Array(size);
      for (let from = 0; from < bytes.length; from += size) {
        const piece = bytes.subarray(from, from + size);
        buffer.set(piece);
        scan.write(buffer.subarray(0, piece.length));
      }
      expect(scan.end()).toEqual(readTestOutput(text));
    }),
    { numRuns: 600 },
  );
});

it("never turns a failure into a pass by a better status, nor anything into a pass by a worse one", () => {
  for (const text of texts) {
    if (readTestOutput(text).status === "fail") expect(readTestOutput(text, { exitCode: 0 }).status, text).toBe("fail");
    expect(readTestOutput(text, { exitCode: 1 }).status, text).not.toBe("pass");
  }
});

it("takes any text, of any characters, without a pass", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
      expect(readTestOutput(text).status).not.toBe("pass");
    }),
  );
});

it("is worth no more with noise of other tools around it", () => {
  const noise = "src/a.ts(3,5): error TS2322: no\n\nwarning: unused variable\n  at run (a.js:1:2)\n";
  for (const text of texts) {
    // An empty line is how some runners end.
    const [bare, noisy] = [readTestOutput(`${text}\n\n`), readTestOutput(`${noise}${text}\n${noise}`)];
    if (bare.status !== "pass") expect(noisy.status, text).not.toBe("pass");
  }
});
