import { mkdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { configOf, folder, type Given } from "../../test/config-place.js";
import { composePolicy } from "../decide/policies/policies.js";
import { describeSettings, effectiveSettings } from "./describe.js";
import { type Config, loadConfig } from "./load.js";

type Source = readonly [name: string, given: Given, from: string];

/** From the weakest to the strongest, each with the number of its place. */
const sources: readonly Source[] = [
  ["the user's JSON", { home: { ".config/untildone/config.json": '{"stagnationLoops": 1}' } }, "user"],
  ["the user's YAML", { home: { ".config/untildone/config.yaml": "stagnationLoops: 2" } }, "user"],
  ["seed 000's file", { files: { ".bb3/config.yaml": "exit_decision: {stagnation_loops: 3}" } }, "project"],
  ["package.json", { files: { "package.json": '{"untildone": {"stagnationLoops": 4}}' } }, "project"],
  ["config.json", { files: { ".ralph/config.json": '{"stagnationLoops": 5}' } }, "project"],
  ["config.yml", { files: { ".ralph/config.yml": "stagnationLoops: 6" } }, "project"],
  ["config.yaml", { files: { ".ralph/config.yaml": "stagnationLoops: 7" } }, "project"],
  ["the environment", { env: { UNTILDONE_STAGNATION_LOOPS: "8" } }, "environment"],
  ["a flag", { flags: { set: ["stagnationLoops=9"] } }, "flag"],
];

const together = (chosen: readonly Source[]): Given =>
  chosen.reduce<Given>(
    (all, [, given]) => ({
      files: { ...all.files, ...given.files },
      home: { ...all.home, ...given.home },
      env: { ...all.env, ...given.env },
      flags: { ...all.flags, ...given.flags },
    }),
    {},
  );

describe("the order of sources", () => {
  it("lets the strongest of any of them count, and says where it was", () => {
    fc.assert(
      fc.property(fc.subarray([...sources], { minLength: 1 }), (chosen) => {
        const [strongest] = chosen.slice(-1);
        const config = configOf(together(chosen));
        expect(config.settings.stagnationLoops).toBe(strongest ? sources.indexOf(strongest) + 1 : 0);
        expect(config.origins["stagnationLoops"]?.from).toBe(strongest?.[2]);
      }),
      { numRuns: 120 },
    );
  });

  it("names policy and default where nobody set anything", () => {
    const { settings, origins } = configOf({ flags: { policy: "cub" } });
    expect(settings).toEqual({});
    expect(origins["minScore"]).toEqual({ from: "policy", where: "policy cub" });
    expect(origins["breaker.gateRefused"]).toEqual({ from: "policy", where: "policy cub" });
    expect(origins["breaker.noProgress"]).toEqual({ from: "default", where: "built in" });
  });

  it("merges the keys of a group from several sources, each with its line", () => {
    const { settings, origins } = configOf({
      files: { ".ralph/config.yaml": "# limits\nbreaker:\n  noProgress: 5\n  sameError: 6\n" },
      env: { UNTILDONE_BREAKER_SAME_ERROR: "9" },
      flags: { set: ["breaker.gateRefused=2"] },
    });
    expect(settings.breaker).toEqual({ noProgress: 5, sameError: 9, gateRefused: 2 });
    expect(origins["breaker.noProgress"]).toEqual({ from: "project", where: ".ralph/config.yaml, line 3" });
    expect(origins["breaker.sameError"]).toEqual({ from: "environment", where: "UNTILDONE_BREAKER_SAME_ERROR" });
    expect(origins["breaker.gateRefused"]).toEqual({ from: "flag", where: "--set" });
  });

  it.each([
    { name: "XDG_CONFIG_HOME, where it is absolute", xdg: (home: string) => `${home}/x`, score: 3 },
    { name: "not where it is relative", xdg: () => "x", score: 4 },
  ])("finds the user's file below $name", ({ xdg, score }) => {
    const home = { "x/untildone/config.yaml": "minScore: 3", ".config/untildone/config.yaml": "minScore: 4" };
    const here = configOfHome(home, xdg);
    expect(here.settings.minScore).toBe(score);
  });
});

function configOfHome(files: Record<string, string>, xdg: (home: string) => string): Config {
  const home = folder(files);
  mkdirSync(join(home, "project"));
  return loadConfig({ cwd: join(home, "project"), home, env: { XDG_CONFIG_HOME: xdg(home) }, flags: {} });
}

describe("several project files", () => {
  it("warns when two set the same key to different values", () => {
    const { warnings, settings } = configOf({
      files: {
        ".ralph/config.json": '{\n "minScore": 60,\n "promise": "X"}',
        ".ralph/config.yaml": "promise: X\nminScore: 50",
      },
    });
    expect(settings.minScore).toBe(50);
    expect(warnings).toEqual([
      "minScore is 60 in .ralph/config.json, line 2 and 50 in .ralph/config.yaml, line 2: the latter counts",
    ]);
  });

  it("does not warn of a stronger source: that is what it is for", () => {
    expect(
      configOf(together(sources.filter(([name]) => name === "config.yaml" || name === "a flag"))).warnings,
    ).toEqual([]);
  });
});

describe("the seeds' shapes", () => {
  it("reads exit_decision out of .bb3/config.yaml, and nothing else of that tool's file", () => {
    const { settings, origins, warnings } = configOf({
      files: { ".bb3/config.yaml": "theme: dark\nexit_decision:\n  min_confidence: 80\n  stagnation_loops: 2\n" },
    });
    expect(settings).toEqual({ minConfidence: 80, stagnationLoops: 2 });
    expect(origins["minConfidence"]).toEqual({ from: "project", where: ".bb3/config.yaml, line 3" });
    expect(warnings).toEqual([]);
  });

  it.each(["exit_decison:\n  min_confidence: 80\n", "min_confidence: 80\n"])(
    "warns where %j in it was probably meant for us",
    (text) => {
      const { settings, warnings } = configOf({ files: { ".bb3/config.yaml": text } });
      expect(settings).toEqual({});
      expect(warnings).toEqual([expect.stringContaining("did you mean exit_decision by")]);
    },
  );

  it.each([".ralph/config.json", "package.json"])("reads exit_gate in %s", (file) => {
    const gate = { exit_gate: { indicator_threshold: 3, evidence_checks: { clean_git: true } } };
    const text = JSON.stringify(file === "package.json" ? { untildone: gate } : gate, null, 1);
    const { settings, origins } = configOf({ files: { [file]: text } });
    expect(settings).toEqual({ indicatorThreshold: 3, evidenceChecks: { cleanGit: true } });
    const line = text.split("\n").findIndex((held) => held.includes("clean_git")) + 1;
    expect(origins["evidenceChecks.cleanGit"]?.where).toBe(`${file}, line ${line}`);
  });

  it.each([
    { env: { CUB_EXIT_THRESHOLD: "4" }, threshold: 4, warned: 0 },
    { env: { CUB_EXIT_THRESHOLD: "" }, threshold: undefined, warned: 0 },
    { env: { CUB_EXIT_THRESHOLD: "4", UNTILDONE_INDICATOR_THRESHOLD: "5" }, threshold: 5, warned: 1 },
  ])("reads $env", ({ env, threshold, warned }) => {
    const { settings, warnings } = configOf({ env });
    expect(settings.indicatorThreshold).toBe(threshold);
    expect(warnings).toHaveLength(warned);
  });

  it.each([
    { policy: "phase5", env: {}, tasks: ".planning/ROADMAP.md", from: "policy" },
    { policy: "phase5", env: { ROADMAP_FILE: "MAP.md" }, tasks: "MAP.md", from: "environment" },
    { policy: "phase5", env: { ROADMAP_FILE: "MAP.md", UNTILDONE_TASKS: "T.md" }, tasks: "T.md", from: "environment" },
    { policy: "phase5", env: { ROADMAP_FILE: "" }, tasks: ".planning/ROADMAP.md", from: "policy" },
    { policy: "cub", env: { ROADMAP_FILE: "MAP.md" }, tasks: null, from: "default" },
  ])("$policy with $env takes its tasks from $tasks", ({ policy, env, tasks, from }) => {
    const config = configOf({ env, flags: { policy } });
    expect(config.tasks).toBe(tasks);
    expect(config.origins["tasks"]?.from).toBe(from);
  });
});

describe("settings of the run", () => {
  it("reads a composed policy out of a file", () => {
    const { policy, origins } = configOf({
      files: {
        ".ralph/config.yaml":
          "policy:\n  name: mine\n  extends: cub\n  rules: [no-work-left, stagnation]\n  settings:\n    stagnationLoops: 5\n",
      },
    });
    expect(policy).toEqual({
      name: "mine",
      extends: "cub",
      rules: ["no-work-left", "stagnation"],
      settings: { stagnationLoops: 5 },
    });
    const rules = typeof policy === "string" ? [] : composePolicy(policy).steps.map(({ rule }) => rule.name);
    expect(rules).toEqual(["interrupted", "breaker-open", "no-work-left", "stagnation"]);
    expect(origins["stagnationLoops"]).toEqual({ from: "policy", where: "the policy in .ralph/config.yaml, line 1" });
    expect(origins["minScore"]).toEqual({ from: "policy", where: "policy cub" });
  });

  it("reads checks in each of their forms, by name, and takes one back by null", () => {
    const { checks, origins } = configOf({
      home: { ".config/untildone/config.yaml": "checks: {lint: npm run lint, types: npx tsc}" },
      files: {
        ".ralph/config.yaml":
          "checks:\n  unit: [npm, test]\n  lint: null\n  e2e:\n    command: npm run e2e\n    when: end\n    timeout: 0.5\n    required: false\n    env: {CI: '1'}\n    parallel: true\n",
      },
    });
    expect(checks).toEqual({
      types: { command: "npx tsc" },
      unit: { command: ["npm", "test"] },
      e2e: { command: "npm run e2e", when: "end", timeout: 0.5, required: false, env: { CI: "1" }, parallel: true },
    });
    expect(origins["checks.unit"]?.where).toBe(".ralph/config.yaml, line 2");
    expect(origins["checks.lint"]).toBeUndefined();
  });

  it.each([
    { how: "a flag", given: { flags: { state: "kept" } } },
    { how: "the environment", given: { env: { UNTILDONE_STATE: "kept" } } },
    { how: "the setting's own variable", given: { env: { UNTILDONE_STATE_FOLDER: "kept" } } },
    { how: "package.json", given: { files: { "package.json": '{"untildone": {"stateFolder": "kept"}}' } } },
    { how: "the user", given: { home: { ".config/untildone/config.json": '{"stateFolder": "kept"}' } } },
  ])("looks for files in the state folder that $how names", ({ given }) => {
    const files = {
      ...("files" in given ? given.files : {}),
      "kept/config.yaml": "minScore: 3",
      ".ralph/config.yaml": "minScore: 4",
    };
    const config = configOf({ ...given, files });
    expect(config).toMatchObject({ stateFolder: "kept", settings: { minScore: 3 } });
    expect(config.origins["minScore"]?.where).toBe("kept/config.yaml, line 1");
  });

  it("takes objects and lists out of the environment as JSON", () => {
    const { settings, checks, policy } = configOf({
      env: {
        UNTILDONE_PATTERNS: '["all green"]',
        UNTILDONE_BREAKER: '{"noProgress": 4}',
        UNTILDONE_CHECKS: '{"unit": "make test"}',
        UNTILDONE_POLICY: '{"extends": "gold"}',
        UNTILDONE_MAX_SECONDS: "null",
        UNTILDONE_PROMISE: "123",
        UNTILDONE_GATE_ENABLED: "false",
      },
    });
    expect(settings).toEqual({
      patterns: ["all green"],
      breaker: { noProgress: 4 },
      maxSeconds: null,
      promise: "123",
      gateEnabled: false,
    });
    expect(checks).toEqual({ unit: { command: "make test" } });
    expect(policy).toEqual({ extends: "gold" });
  });

  it.each(describeSettings().filter(({ name }) => name !== "checks"))(
    "takes $name from the environment as $variable",
    ({ name, variable, default: value }) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      const config = configOf({ env: { [variable]: text } });
      expect(config.origins[name]).toEqual({ from: "environment", where: variable });
      expect(effectiveSettings(config).find((setting) => setting.name === name)?.value).toEqual(value);
    },
  );

  it("lets the flag of a setting count over --set", () => {
    const flags = { policy: "gold", exitThreshold: "3", set: ["policy=cub", "indicatorThreshold=1"] };
    expect(configOf({ flags })).toMatchObject({ policy: "gold", settings: { indicatorThreshold: 3 } });
  });
});

describe("files that say little", () => {
  const bom = "\ufeff";
  it.each([
    { name: "no file", files: {}, settings: {} },
    { name: "an empty YAML file", files: { ".ralph/config.yaml": "" }, settings: {} },
    { name: "comments only", files: { ".ralph/config.yaml": "# minScore: 3\n\n" }, settings: {} },
    { name: "an empty JSON file", files: { ".ralph/config.json": "\n" }, settings: {} },
    { name: "an empty object", files: { ".ralph/config.json": "{}" }, settings: {} },
    {
      name: "a byte-order mark and CRLF",
      files: { ".ralph/config.yaml": `${bom}minScore: 3\r\npromise: X\r\n` },
      settings: { minScore: 3, promise: "X" },
    },
    {
      name: "a byte-order mark in JSON",
      files: { ".ralph/config.json": `${bom}{"minScore":\r\n 3}` },
      settings: { minScore: 3 },
    },
    {
      name: "UTF-16",
      files: { ".ralph/config.yaml": Buffer.from(`${bom}minScore: 3\n`, "utf16le") },
      settings: { minScore: 3 },
    },
    {
      name: "the key editors look for",
      files: { ".ralph/config.json": '{"$schema": "x.json", "minScore": 3}' },
      settings: { minScore: 3 },
    },
    {
      name: "aliases",
      files: { ".ralph/config.yaml": "minScore: &n 3\nweakClaimScore: *n\n" },
      settings: { minScore: 3, weakClaimScore: 3 },
    },
    { name: "a file where the state folder should be", files: { ".ralph": "x" }, settings: {} },
    {
      name: "a package of our name",
      files: { "package.json": '{"name": "x", "devDependencies": {"untildone": "1"}}' },
      settings: {},
    },
    {
      name: "a broken package.json that only depends on us",
      files: { "package.json": '{"devDependencies": {"untildone": "1"},' },
      settings: {},
    },
  ])("$name", ({ files, settings }) => expect(configOf({ files }).settings).toEqual(settings));
});
