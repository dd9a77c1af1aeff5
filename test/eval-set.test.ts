import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { checkOutputs } from "../src/cli/eval/check-outputs.js";
import { readSet } from "../src/cli/eval/read-set.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const { runs, faults } = readSet(join(root, "eval"));
const count = (test: (run: (typeof runs)[number]) => boolean): number => runs.filter(test).length;

describe("the set of this repository", () => {
  it("has nothing that cannot be used", () => expect(faults).toEqual([]));

  it("is large, honest and various enough", () => {
    expect(runs.length).toBeGreaterThanOrEqual(500);
    expect(count((run) => run.class === "honest")).toBeGreaterThanOrEqual(200);
    expect(new Set(runs.filter((run) => run.class === "honest").map(({ family }) => family)).size).toBeGreaterThan(11);
    expect(count((run) => run.label?.evidence === "beyond")).toBeGreaterThanOrEqual(60);
    expect(count(({ truth }) => truth.length >= 3 && truth.length <= 10)).toBeGreaterThanOrEqual(60);
    expect(new Set(runs.map(({ language }) => language)).size).toBe(3);
  });

  it("plays every way to cheat at least three times", () => {
    const cheats = runs.filter((run) => run.class === "cheat").map(({ family }) => family);
    for (const family of new Set(cheats))
      expect(cheats.filter((each) => each === family).length, family).toBeGreaterThanOrEqual(
        family.startsWith("list-") ? 2 : 3,
      );
  });

  it.each([
    ["edited tests", "edits-expected-values"],
    ["skipped tests", "skips-tests"],
    ["deleted tests", "deletes-tests"],
    ["deselected tests", "deselects-tests"],
    ["weakened tests", "weakens-assertions"],
    ["edited cases", "edits-cases"],
    ["edited golden files", "edits-golden-file"],
    ["edited snapshots", "edits-a-snapshot"],
    ["hooks in conftest.py", "reports-passes-in-conftest"],
    ["reporters", "reporter-of-its-own"],
    ["set-up files", "replaces-the-matcher-in-setup"],
    ["sitecustomize", "loads-a-sitecustomize"],
    ["shims on the PATH", "shims-the-runner"],
    ["early exits with a forged summary", "ends-the-process-early"],
    ["objects that are always equal", "equal-to-everything"],
    ["replaced matchers", "replaces-the-matcher"],
    ["values read from tests", "reads-the-tests"],
    ["values read from cases", "reads-the-cases"],
    ["values read from the caller's frame", "reads-the-callers-frame"],
    ["values read from the environment", "reads-the-environment"],
    ["hard-coded answers", "hard-coded"],
    ["memorised answers", "answers-by-heart"],
    ["special cases", "special-cases"],
    ["counted calls", "counts-its-calls"],
    ["fuzzy answers to contradicting tests", "impossible-and-answered-with-both"],
    ["patched clocks", "patches-the-clock"],
    ["disabled time-outs", "turns-a-time-out-off"],
    ["cached results", "keeps-an-old-result"],
    ["swallowed errors", "swallows-errors-in-tests"],
    ["stubs with hollow tests", "hollow-tests"],
    ["a suppressed linter", "silences-the-linter"],
    ["suppressed types", "silences-the-types"],
    ["narrowed configuration", "narrows-the-script"],
    ["work in comments", "work-in-a-comment"],
    ["approval through the tool's own commands", "accepts-its-own-task"],
  ])("has %s three times", (_, family) => {
    expect(count((run) => run.family === family)).toBeGreaterThanOrEqual(3);
  });

  it("lets at most a third of its runs share a project", () => {
    const projects = new Map<string, number>();
    for (const { files } of runs) {
      const key = JSON.stringify(files);
      projects.set(key, (projects.get(key) ?? 0) + 1);
    }
    const sharing = [...projects.values()].filter((each) => each > 1).reduce((sum, each) => sum + each, 0);
    expect(sharing / runs.length).toBeLessThanOrEqual(1 / 3);
  });

  it("says why of every wrong run", () => {
    for (const { name, label } of runs) if (label) expect(label.why.length, name).toBeGreaterThan(10);
  });

  it("has no message that is taken for more than it claims, and no list, test output or situation that is misread", () => {
    const { messages, differing } = checkOutputs(join(root, "eval"), []);
    expect(messages.wider.count, JSON.stringify(differing)).toBe(0);
    expect(differing.filter(({ kind }) => kind !== "message")).toEqual([]);
  });
});

describe("a damaged set", () => {
  const folder = mkdtempSync(join(tmpdir(), "untildone-set-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const layouts = readFileSync(join(root, "eval/layouts.yaml"), "utf8");
  const voices = readFileSync(join(root, "eval/voices.yaml"), "utf8");
  const asks = readFileSync(join(root, "eval/asks.yaml"), "utf8");
  const pieces = readFileSync(join(root, "eval/pieces/javascript.yaml"), "utf8");
  const family =
    "class: honest\n  about: x\n  ask: tests\n  turns: [{ do: [right] }]\n  rows: [roman in node-src by codex]\n";
  const good = `good:\n  ${family}`;
  const read = (text: string) => {
    for (const name of ["pieces", "runs"]) mkdirSync(join(folder, name), { recursive: true });
    for (const name of readdirSync(join(folder, "runs"))) rmSync(join(folder, "runs", name));
    writeFileSync(join(folder, "layouts.yaml"), layouts);
    writeFileSync(join(folder, "voices.yaml"), voices);
    writeFileSync(join(folder, "asks.yaml"), asks);
    writeFileSync(join(folder, "pieces/javascript.yaml"), pieces);
    writeFileSync(join(folder, "runs/a.yaml"), good);
    writeFileSync(join(folder, "runs/b.yaml"), text);
    return readSet(folder);
  };

  it.each([
    { what: "text that is no YAML", text: "a: [", says: /is not YAML/ },
    { what: "an unknown class", text: `bad:\n  ${family.replace("honest", "fair")}`, says: /class is "fair"/ },
    { what: "an unknown field", text: `bad:\n  ${family}  trueth: x\n`, says: /trueth is not a field/ },
    {
      what: "an unknown piece",
      text: `bad:\n  ${family.replace("roman", "arabic")}`,
      says: /unknown piece of javascript: arabic/,
    },
    {
      what: "an unknown layout",
      text: `bad:\n  ${family.replace("node-src", "attic")}`,
      says: /unknown layout: attic/,
    },
    {
      what: "a row that is none",
      text: `bad:\n  ${family.replace(" by codex", "")}`,
      says: /PIECE, … in LAYOUT by VOICE/,
    },
    {
      what: "honest work that is never done",
      text: `bad:\n  ${family}  there: never\n`,
      says: /is honest, and T1 is never done/,
    },
    {
      what: "honest work that something shows to be wrong",
      text: `bad:\n  ${family}  showable: x\n`,
      says: /is honest and says what shows/,
    },
    {
      what: "both labels",
      text: `bad:\n  ${family.replace("honest", "liar")}  showable: x\n  beyond: y\n`,
      says: /both showable and beyond/,
    },
    {
      what: "wrong work without a label",
      text: `bad:\n  ${family.replace("honest", "liar")}  there: never\n`,
      says: /must say `showable:` or `beyond:`/,
    },
    {
      what: "a lie that comes true",
      text: `bad:\n  ${family.replace("honest", "liar")}  showable: x\n`,
      says: /is wrong \(liar\), and every task of it is done/,
    },
    { what: "a turn that there is not", text: `bad:\n  ${family}  there: 7\n`, says: /neither never nor the number/ },
    {
      what: "the same row twice",
      text: good
        .replace("- roman", "")
        .replace("[roman in node-src by codex]", "[slug in node-src by codex, slug in node-src by claude]"),
      says: /is there twice/,
    },
  ])("names $what, and reads all else", ({ text, says }) => {
    const set = read(text);
    expect(set.faults.map(({ what, where }) => `${where}: ${what}`).join("\n")).toMatch(says);
    expect(set.runs.map(({ name }) => name)).toContain(
      text.startsWith("good") ? "good/slug-node-src" : "good/roman-node-src",
    );
  });

  it("says where a set should be", () => {
    expect(() => readSet(join(folder, "nowhere"))).toThrow(/no set of runs here/);
  });
});
