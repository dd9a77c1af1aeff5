import { describe, expect, it } from "vitest";
import { unpackValue } from "../page/unpack-values.js";
import { clipLine, clipText } from "./clip-text.js";
import { forPerson } from "./for-person.js";
import { escapeMarkdown } from "./format-markdown.js";
import { ValuePacker } from "./pack-values.js";
import { parseLog } from "./read-diffs.js";

describe("clipText", () => {
  it.each([
    ["plain", 100, "plain"],
    ["\u001b[31mred\u001b[0m", 100, "red"],
    ["\u202eabc", 100, "\\u202eabc"],
    ["x".repeat(1001), 5000, `${"x".repeat(1000)} … (1 characters left out)`],
    ["x".repeat(1000), 5000, "x".repeat(1000)],
  ])("%#", (text, max, clipped) => {
    expect(clipText(text, max)).toBe(clipped);
  });

  it("leaves out the middle, and no half of a character", () => {
    const clipped = clipText("😀\n".repeat(500), 101);
    expect(clipped).toMatch(/characters left out/);
    expect(clipped).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
  });

  it("cuts a line of megabytes at once", () => {
    expect(clipLine("x".repeat(5_000_000)).length).toBeLessThan(1100);
  });
});

it.each([[{ a: 1, b: ["x", null, true], c: { d: "x" } }], [[]], [{}], ["text"], [[1, 1, "1", { a: [1] }, { a: [1] }]]])(
  "packs and unpacks %j",
  (value) => {
    const packer = new ValuePacker((text) => text);
    const root = packer.pack(value);
    const packed = JSON.parse(packer.write({ root }));
    expect(unpackValue(packed, packed.root)).toEqual(value);
  },
);

it("packs what is the same once", () => {
  const packer = new ValuePacker((text) => text);
  packer.pack({ why: "a long text that comes again" });
  const { size } = packer;
  packer.pack({ why: "a long text that comes again" });
  expect(packer.size).toBe(size);
});

it.each([
  ["a *b* _c_ `d` [e](f) <b> | &", "a \\*b\\* \\_c\\_ \\`d\\` \\[e\\]\\(f\\) &lt;b&gt; \\| &amp;"],
  ["@ada", "@<!-- -->ada"],
  ["#12", "\\#<!-- -->12"],
  ["http://x.invalid", "http:<!-- -->//x.invalid"],
  ["www.x.invalid", "www<!-- -->.x.invalid"],
  ["tests: 2 of 3", "tests: 2 of 3"],
])("escapes %j for Markdown", (text, escaped) => {
  expect(escapeMarkdown(text)).toBe(escaped);
});

it.each([
  [
    "refused: nothing was changed for this task: do it now, or, if its work already exists, name the file and the lines; more",
    "refused: nothing was changed for this task; more",
  ],
  [
    "nothing has changed since the run began: do the work now, or, if it already exists, name the file and the lines",
    "nothing has changed since the run began",
  ],
  ["2 tests fail", "2 tests fail"],
])("leaves the advice for the agent out of %j", (reason, told) => {
  expect(forPerson(reason)).toBe(told);
});

describe("the log of checkpoints", () => {
  const part = (iteration: number, patch: string): string =>
    `MARK ${"a".repeat(40)} untildone: iteration ${iteration}, task T1: continue\n\n1\t0\ta.txt\n-\t-\tb.png\n\n${patch}`;

  it("is read by iteration", () => {
    const diffs = parseLog(part(1, "diff --git a/a.txt b/a.txt\n+one\n") + part(2, ""), "MARK", false);
    expect([...diffs.keys()]).toEqual(["1", "2"]);
    expect(diffs.get("1")).toMatchObject({
      files: [
        { path: "a.txt", added: 1, removed: 0 },
        { path: "b.png", added: null, removed: null },
      ],
      patch: "diff --git a/a.txt b/a.txt\n+one",
      cut: 0,
    });
  });

  it("is read by task and iteration where each task has its own", () => {
    const diffs = parseLog(part(1, "") + part(1, "").replace("task T1", "task a: b"), "MARK", true);
    expect([...diffs.keys()]).toEqual(["1 T1", "1 a: b"]);
  });

  it("is cut where a diff is too long", () => {
    const diff = parseLog(part(1, `diff --git a/a.txt b/a.txt\n${"+x\n".repeat(50_000)}`), "MARK", false).get("1");
    expect(diff?.patch.length).toBeLessThanOrEqual(40_000);
    expect(diff?.cut).toBeGreaterThan(100_000);
  });
});
