import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultSettings } from "../decide/settings-table.js";
import { UserError } from "../lib/errors.js";
import { describeSettings } from "./describe.js";
import { allReaders } from "./run-settings.js";
import { configSchema } from "./schema.js";
import { readSourced } from "./setting-sources.js";

const inSchema = new Ajv2020({ allErrors: false, strict: true, strictTypes: false, strictTuples: false }).compile(
  configSchema(),
);

function isRead(given: unknown): boolean {
  try {
    readSourced(given, { root: "", keys: [] }, () => ({ from: "project", where: "" }));
    return true;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

/** What both say of it, or that they disagree. */
const verdict = (given: unknown): boolean | "they disagree" =>
  inSchema(given) === isRead(given) ? isRead(given) : "they disagree";

const samples: readonly unknown[] = [
  ...[
    true,
    false,
    null,
    "",
    "x",
    "standard",
    "cub",
    "gold",
    "progress",
    "claim",
    "wait",
    "facts",
    "review",
    "refuse",
    "docker",
    "park",
    "off",
    "Infinity",
    "edit",
    [],
    [""],
    ["x"],
    [1],
    {},
  ],
  ...[0, 1, -1, 0.5, 2.5, 100, 100.5, 101, 102, 2 ** 53 - 1, 2 ** 53, 1e300, -0.001],
  ...[{ x: 1 }, { x: "y" }, { x: { minScore: 3 } }, { x: { minScore: "3" } }, { x: { byTaskKind: {} } }, { x: null }],
  ...[
    { noProgress: 1 },
    { noProgress: 1.5 },
    { tests: true },
    { tests: 5 },
    { block: 100, keywords: 0 },
    { block: 101 },
  ],
  ...[{ extends: "cub" }, { extends: "x" }, { rules: ["stagnation"] }, { rules: ["x"] }, { settings: { minScore: 1 } }],
  ...[{ settings: { policy: "cub" } }, { settings: { byTaskKind: { a: {} } } }, { name: "" }, { name: "n", rules: [] }],
  ...[{ unit: "x" }, { unit: ["x", ""] }, { unit: [""] }, { unit: [] }, { unit: { command: "x", timeout: 0 } }],
  ...[{ unit: { command: "x", when: "end", env: { A: "b" }, parallel: false } }, { unit: { required: true } }],
  ...[{ docs: { agent: "x", model: "y" } }, { docs: { agent: "" } }, { docs: { prompt: "x" } }],
  ...[[{ name: "plan", agent: "x", model: "y" }], [{ name: "plan", agent: "" }]],
  ...[{ min_confidence: 3 }, { min_confidence: 300 }, { minConfidence: 3 }, { evidence_checks: { clean_git: true } }],
];

describe("the schema", () => {
  it("has every setting and every part of one, with its help", () => {
    const { properties, $defs } = configSchema() as unknown as Record<string, Record<string, never>>;
    expect(Object.keys(properties ?? {})).toEqual(expect.arrayContaining(Object.keys(allReaders)));
    expect(Object.keys(allReaders)).toEqual(expect.arrayContaining(Object.keys(defaultSettings)));
    const text = JSON.stringify({ properties, $defs });
    for (const { help } of describeSettings()) expect(text).toContain(JSON.stringify(help));
  });

  it.each([...Object.keys(allReaders), "exit_decision", "exit_gate"])(
    "accepts and refuses what is accepted and refused when %s is read",
    (name) => {
      const verdicts = samples.map((value) => ({ value, says: verdict({ [name]: value }) }));
      expect(verdicts.filter(({ says }) => says === "they disagree")).toEqual([]);
      expect(new Set(verdicts.map(({ says }) => says))).toEqual(new Set([true, false]));
    },
  );

  it("agrees on any mixture too", () => {
    const names = fc.constantFrom(...Object.keys(allReaders), "exit_gate", "nonsense");
    const value = fc.oneof(fc.constantFrom(...samples), fc.jsonValue());
    fc.assert(
      fc.property(fc.dictionary(names, value, { maxKeys: 3 }), (given) => {
        expect(verdict(given)).not.toBe("they disagree");
      }),
      { numRuns: 3000 },
    );
  });

  it("takes every default", () => {
    expect(verdict({ ...defaultSettings })).toBe(true);
  });

  it("is looser in one thing, which no schema can say: whether an expression is one", () => {
    expect([inSchema({ patterns: ["/(/"] }), isRead({ patterns: ["/(/"] })]).toEqual([true, false]);
  });
});
