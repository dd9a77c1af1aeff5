import { describe, expect, it } from "vitest";
import { partsOfChange } from "../../src/evidence/deep/changed-parts.js";
import { countedLines } from "../../src/evidence/deep/code-parts.js";
import { Workplace } from "../e2e/cli.js";

/** A sample; all 20 with UNTILDONE_PROJECTS=20. */
const count = Number(process.env["UNTILDONE_PROJECTS"] ?? 3);

/** What no test can notice, each on lines of its own. */
const planted: readonly (readonly string[])[] = [
  ["  const cache = new Map();"],
  ['  if (value === "never so") return "special";'],
  ["  globalThis.seen = (globalThis.seen ?? 0) + 1;"],
  ["  try {", "    JSON.parse(String(value));", "  } catch {", "    globalThis.bad = true;", "  }"],
  ['  const label = "value " + value;', "  void label;"],
];

/** A program whose every other line is checked, with two planted pieces. Returns which lines are planted. */
function makeProgram(seed: number): { text: string; check: string; lines: readonly number[] } {
  const [one = [], two = []] = [planted[seed % planted.length], planted[(seed + 2) % planted.length]];
  const add = seed + 3;
  const body = [
    "// Adds and doubles.",
    "export function first(value) {",
    ...one,
    `  let sum = value + ${add};`,
    "  if (sum > 100) {",
    "    sum = 100;",
    "  }",
    "  return sum;",
    "}",
    "",
    "export const second = (value) => {",
    ...two,
    "  return value * 2;",
    "};",
  ];
  const marked = new Set([...one, ...two]);
  const lines = body.flatMap((line, at) => (marked.has(line) ? [at + 1] : []));
  const check = `import assert from "node:assert";\nimport { first, second } from "./src/sums.js";\nassert.equal(first(1), ${add + 1});\nassert.equal(first(1000), 100);\nassert.equal(second(4), 8);\nconsole.log("3 passed, 0 failed");\n`;
  return { text: `${body.join("\n")}\n`, check, lines };
}

describe("a deep proof", () => {
  it(`names the planted lines of ${count} projects, and hardly any other`, async () => {
    let [named, all, wrong, rest] = [0, 0, 0, 0];
    for (let seed = 0; seed < count; seed++) {
      using place = new Workplace();
      const { text, check, lines } = makeProgram(seed);
      place.write("package.json", '{"type":"module"}\n');
      place.write("TODO.md", "- [ ] T1: Write src/sums.js\n");
      place.write("check.js", check);
      place.commitAll();
      const step = { write: { "src/sums.js": text }, say: "Done.", status: { STATUS: "COMPLETE" } };
      place.write(".ralph/s.json", JSON.stringify({ steps: [step] }));
      const ran = await place.run([
        "run",
        "--agent",
        "scripted",
        "--script",
        ".ralph/s.json",
        "--check",
        "tests=node check.js",
      ]);
      expect(ran.code, ran.out).toBe(0);
      const { code, out, err } = await place.run(["prove", "--deep", "T1", "--json", "--min", "100"]);
      expect(code, err).toBe(1);
      const found = JSON.parse(out);
      const told = new Set(found.unproved.map(({ line }: { line: number }) => line));
      // What stands on a line with nothing but brackets is not counted.
      const counted = lines.filter((line) => countedLines(text, "sums.js")?.has(line - 1));
      all += counted.length;
      named += counted.filter((line) => told.has(line)).length;
      wrong += [...told].filter((line) => !lines.includes(Number(line))).length;
      rest += found.proved.length;
      expect(found.untried).toEqual([]);
      expect(place.read("src/sums.js")).toBe(text);
    }
    console.info(`${count} projects: ${named} of ${all} planted lines named, ${wrong} of ${rest + wrong} others`);
    expect(named / all).toBeGreaterThanOrEqual(0.95);
    expect(wrong / (rest + wrong)).toBeLessThanOrEqual(0.05);
  }, 900_000);

  it("goes on where its time ran out", async () => {
    using place = new Workplace();
    const { text, check } = makeProgram(0);
    place.write("package.json", '{"type":"module"}\n');
    place.write("TODO.md", "- [ ] T1: Write src/sums.js\n");
    place.write("check.js", check);
    place.commitAll();
    const step = { write: { "src/sums.js": text }, say: "Done.", status: { STATUS: "COMPLETE" } };
    place.write(".ralph/s.json", JSON.stringify({ steps: [step] }));
    await place.run(["run", "--agent", "scripted", "--script", ".ralph/s.json", "--check", "tests=node check.js"]);
    const first = await place.run(["prove", "--deep", "--seconds", "0.01", "--min", "80"]);
    expect(first).toMatchObject({ code: 2, out: expect.stringContaining("more were not tried") });
    const second = await place.run(["prove", "--deep", "--min", "50"]);
    expect(second).toMatchObject({
      code: 0,
      out: expect.stringContaining("src/sums.js:3  no check notices: const cache = new Map();"),
    });
    const known = await place.run(["prove", "--deep", "--json"]);
    expect(known.err).toBe("");
    expect((await place.run(["prove", "--deep", "--min", "many"])).code).toBe(2);
  });
});

describe("the lines that count", () => {
  it.each([
    ["a.js", "import a from 'a';\n// note\n\nconst b = 1;\nfunction c() {\n  return b;\n}\n", [4, 5, 6]],
    ["a.ts", "export interface A {\n  b: string;\n}\ntype C = A;\nexport const d = 1;\n", [5]],
    [
      "a.py",
      "from a import b\n\ndef c():\n    # note\n    if b:\n        return 1\n    else:\n        return 2\n",
      [3, 5, 6, 8],
    ],
    ["a.md", "# Words\n", null],
  ] as const)("of %s", (path, text, lines) => {
    const counted = countedLines(text, path);
    expect(counted === null ? null : [...counted].map((line) => line + 1).sort((a, b) => a - b)).toEqual(lines);
  });

  it("are those of the change alone", () => {
    const before = "const a = 1;\nconst b = 2;\nexport { a, b };\n";
    const after = "const a = 1;\nconst b = 3;\nconst c = 4;\nexport { a, b };\n";
    const parts = partsOfChange({ path: "a.js", before, after });
    expect(parts.map(({ lines }) => lines)).toEqual([[2, 3]]);
    expect(parts[0]?.without).toBe(before);
    expect(parts[0]?.parts().map(({ lines }) => lines)).toEqual([[2], [3]]);
  });
});
