import { describe, expect, it } from "vitest";
import { ask } from "../../test/ask.js";
import { configOf, mistakeIn } from "../../test/config-place.js";
import { resolvePolicy } from "../decide/policies/policies.js";
import { strictSettings } from "../decide/strict-settings.js";
import { readSettings } from "./settings.js";

const preset = "unverified: refuse, changedTests: refuse, signs: refuse, acceptListEdits: false";

/** Each old spelling, what it is read as, and what the warning says to write. */
const spellings = [
  { old: "requireChecks: true", as: { unverified: "refuse" }, write: "unverified: refuse" },
  { old: "requireChecks: false", as: {}, write: "unverified: review" },
  { old: "unchangedTasks: accept", as: { unchanged: "accept" }, write: "unchanged: accept" },
  { old: "unchangedTasks: review", as: { unchanged: "review" }, write: "unchanged: review" },
  { old: "changedTests: report", as: { changedTests: "accept" }, write: "changedTests: accept" },
  { old: 'allowRemovedTests: ["test/old/**"]', as: { removedTests: ["test/old/**"] }, write: "removedTests" },
  { old: "questionLimit: 3", as: { waitingLimit: 3 }, write: "waitingLimit" },
  { old: "blockedLimit: 1", as: { waitingLimit: 1 }, write: "waitingLimit" },
  { old: "denialLimit: 0", as: { waitingLimit: 0 }, write: "waitingLimit" },
  { old: "proof: facts", as: { grantedBy: "facts" }, write: "grantedBy: facts" },
  { old: "proof: indicators", as: { grantedBy: "indicators" }, write: "grantedBy: indicators" },
  { old: "strict: true", as: strictSettings, write: preset },
  { old: "strict: false", as: {}, write: "--strict" },
] as const;

const cut = (old: string): readonly [name: string, value: string] => [
  old.slice(0, old.indexOf(":")),
  old.slice(old.indexOf(": ") + 2),
];

describe("an old spelling is read with a warning that names the new one", () => {
  it.each(spellings)("in a file: $old", ({ old, as, write }) => {
    const { settings, warnings } = configOf({ files: { ".ralph/config.yaml": `promise: X\n${old}` } });
    expect(settings).toEqual({ promise: "X", ...as });
    expect(warnings).toEqual([expect.stringContaining("(.ralph/config.yaml, line 2) is an old spelling: ")]);
    expect(warnings[0]).toContain(write);
  });

  it.each(spellings)("with --set: $old", ({ old, as, write }) => {
    const { settings, warnings } = configOf({ flags: { set: [cut(old).join("=")] } });
    expect(settings).toEqual(as);
    expect(warnings).toEqual([expect.stringMatching(/\(--set\) is an old spelling/)]);
    expect(warnings[0]).toContain(write);
  });

  it.each(spellings)("in the environment: $old", ({ old, as, write }) => {
    const [name, value] = cut(old);
    const variable = `UNTILDONE_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
    const { settings, warnings } = configOf({ env: { [variable]: value } });
    expect(settings).toEqual(as);
    expect(warnings).toEqual([expect.stringContaining(`(${variable}) is an old spelling`)]);
    expect(warnings[0]).toContain(write);
  });

  it("in the settings of a policy and of a kind of task, and in a policy's rules", () => {
    const text = [
      ...["policy:", "  rules:", "    - no-work-left", "    - verified-task"],
      ...["  settings:", "    requireChecks: true"],
      ...["byTaskKind:", "  docs:", "    unchangedTasks: accept"],
    ].join("\n");
    const { resolved, settings, warnings } = configOf({ files: { ".ralph/config.yaml": text } });
    expect(resolved.rules.map(({ name }) => name)).toContain("accepted-task");
    expect(resolved.settings.unverified).toBe("refuse");
    expect(settings.byTaskKind).toEqual({ docs: { unchanged: "accept" } });
    expect(warnings).toEqual([
      "verified-task (.ralph/config.yaml, line 4) is an old spelling: write accepted-task",
      "requireChecks: true (.ralph/config.yaml, line 6) is an old spelling: write unverified: refuse",
      "unchangedTasks: accept (.ralph/config.yaml, line 9) is an old spelling: write unchanged: accept",
    ]);
  });

  it("in a situation, by its path", () => {
    const { warnings, rule } = ask({
      output: "EXIT_SIGNAL: true",
      settings: { unchangedTasks: "accept" },
      policy: { rules: ["verified-completion", "no-work-left"], settings: { proof: "facts" } },
    });
    expect(rule).toBe("otherwise");
    expect(warnings.filter((text) => text.includes("old spelling"))).toEqual([
      "verified-completion (policy.rules[0]) is an old spelling: write accepted-completion",
      "proof: facts (policy.settings.proof) is an old spelling: write grantedBy: facts",
      "unchangedTasks: accept (settings.unchangedTasks) is an old spelling: write unchanged: accept",
    ]);
  });

  it("and the current ones without", () => {
    const text = "unverified: refuse\nunchanged: refuse\nchangedTests: accept\nremovedTests: [a]\ngrantedBy: facts";
    expect(configOf({ files: { ".ralph/config.yaml": text } }).warnings).toEqual([]);
  });
});

describe("strict", () => {
  it("as a flag sets exactly its preset, and says where it came from", () => {
    const { settings, warnings, origins } = configOf({ flags: { strict: true } });
    expect(settings).toEqual(strictSettings);
    expect(warnings).toEqual([]);
    expect(origins["signs"]).toEqual({ from: "flag", where: "--strict" });
  });

  it("wins over what stands beside it, and says so", () => {
    const file = configOf({ files: { ".ralph/config.yaml": "strict: true\nchangedTests: review" } });
    expect(file.settings.changedTests).toBe("refuse");
    expect(file.warnings.join("\n")).toContain("changedTests is");
    const flag = configOf({ flags: { strict: true, set: ["changedTests=review"] } });
    expect(flag.settings.changedTests).toBe("refuse");
    expect(flag.warnings).toEqual(['changedTests is "review" in --set and "refuse" in --strict: the latter counts']);
  });

  it("gives way to a stronger source", () => {
    const { settings } = configOf({
      files: { ".ralph/config.yaml": "strict: true" },
      flags: { set: ["changedTests=accept"] },
    });
    expect(settings).toEqual({ ...strictSettings, changedTests: "accept" });
  });
});

describe("a wrong value is named with what is allowed, and the nearest", () => {
  it.each([
    { text: "unverified: acept", says: ['unverified is "acept"', "review, accept, refuse (did you mean accept?)"] },
    { text: "unverified: true", says: ["unverified is true", "one of review, accept, refuse"] },
    { text: "unchanged: refused", says: ['unchanged is "refused"', "did you mean refuse?"] },
    { text: "knownFailures: revew", says: ['knownFailures is "revew"', "did you mean review?"] },
    { text: "knownFailures: 3", says: ["knownFailures is 3", "review, accept, refuse, or a list of test names"] },
    { text: "changedTests: reports", says: ['changedTests is "reports"', "one of review, accept, refuse"] },
    { text: "signs: ignore", says: ['signs is "ignore"', "one of review, accept, refuse"] },
    { text: "signs: 3", says: ["signs is 3", "review, accept, refuse, or a list of exceptions"] },
    { text: "grantedBy: fact", says: ['grantedBy is "fact"', "did you mean facts?"] },
    { text: "removedTests: test", says: ['removedTests is "test"', "a list of texts"] },
    { text: "retries: -1", says: ["retries is -1", "a whole number of 0 or more"] },
    { text: "retries: 1.5", says: ["retries is 1.5", "a whole number of 0 or more"] },
    { text: "requireChecks: maybe", says: ['requireChecks is "maybe"', "true or false"] },
    { text: "unchangedTasks: acept", says: ['unchangedTasks is "acept"', "did you mean accept?"] },
    { text: "proof: fact", says: ['proof is "fact"', "did you mean facts?"] },
    { text: "strict: 1", says: ["strict is 1", "true or false"] },
    { text: "unverifed: refuse", says: ['there is no setting "unverifed"', "did you mean unverified?"] },
    { text: "policy:\n  rules: [acepted-task]", says: ["policy.rules[0]", "did you mean accepted-task?"] },
  ])("$text", ({ text, says }) => {
    const mistake = mistakeIn({ files: { ".ralph/config.yaml": text } });
    for (const part of says) expect(mistake).toContain(part);
  });
});

describe("what an older version recorded", () => {
  it("resolves to the same policy as its current spelling", () => {
    const recorded = {
      strict: true,
      changedTests: "report",
      proof: "facts",
      byTaskKind: { docs: { requireChecks: true } },
    };
    const spec = { rules: ["verified-task", "verified-completion"], settings: { unchangedTasks: "accept" as const } };
    const { rules, settings } = resolvePolicy(spec as never, recorded as never);
    expect(rules.map(({ name }) => name)).toEqual(expect.arrayContaining(["accepted-task", "accepted-completion"]));
    expect(settings).toMatchObject({ ...strictSettings, grantedBy: "facts", unchanged: "accept" });
    expect(settings.byTaskKind).toEqual({ docs: { unverified: "refuse" } });
    for (const name of ["strict", "proof", "unchangedTasks"]) expect(settings).not.toHaveProperty(name);
  });

  it("is read by the library, too", () => {
    expect(readSettings({ requireChecks: true, allowRemovedTests: ["a"] }, "here")).toEqual({
      unverified: "refuse",
      removedTests: ["a"],
    });
  });
});
