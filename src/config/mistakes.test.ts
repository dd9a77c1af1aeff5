import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { folder, mistakeIn } from "../../test/config-place.js";
import { UserError } from "../lib/errors.js";
import { loadConfig } from "./load.js";

const yaml = (text: string) => mistakeIn({ files: { ".ralph/config.yaml": text } });
const json = (text: string) => mistakeIn({ files: { ".ralph/config.json": text } });
const at = (line: number) => `.ralph/config.yaml, line ${line} |`;

describe("a mistake in YAML is one message with file, line, key, what was given and what is allowed", () => {
  it.each([
    { text: "minScore: high", says: ['minScore is "high"', at(1), "give a number from 0 to 100"] },
    { text: "a: 1", says: ['there is no setting "a"', at(1), "see all with: untildone config"] },
    { text: "promise: X\nminScore: 101", says: ["minScore is 101", at(2), "from 0 to 100"] },
    { text: "promise: X\nminScore: -1", says: ["minScore is -1", at(2), "from 0 to 100"] },
    { text: "\nmin_score: 5", says: ['there is no setting "min_score"', at(2), "did you mean minScore?"] },
    { text: "minScore:", says: ["minScore is null", at(1), "a number from 0 to 100"] },
    { text: "gateEnabled: yes", says: ['gateEnabled is "yes"', at(1), "true or false"] },
    { text: "promise: 12", says: ["promise is 12", at(1), "give a text"] },
    { text: "confirmations: 0", says: ["confirmations is 0", at(1), "a whole number of 1 or more"] },
    { text: "maxIterations: 1.5", says: ["maxIterations is 1.5", "a whole number of 0 or more"] },
    { text: "maxSeconds: .inf", says: ["maxSeconds is Infinity", "a number of 0 or more, or null"] },
    { text: "exitCodes: golden", says: ['exitCodes is "golden"', "one of standard, gold (did you mean gold?)"] },
    {
      text: "breaker:\n  sameError: 2\n  noProgres: 3",
      says: ['"noProgres" in breaker', at(3), "did you mean noProgress?"],
    },
    { text: "breaker: 3", says: ["breaker is 3", at(1), "an object with noProgress, sameError"] },
    { text: "patterns:\n  - done\n  - /(/", says: ['patterns[1] is "/(/"', at(3), "a valid expression"] },
    { text: "patterns: done", says: ['patterns is "done"', "a list of phrases"] },
    { text: "exit_gate:\n  enabled: true\n  treshold: 2", says: ['"treshold" in exit_gate', at(3), "known: enabled"] },
    {
      text: "exit_gate:\n  evidence_checks:\n    cleangit: true",
      says: ['"cleangit" in exit_gate.evidence_checks', at(3), "did you mean clean_git?"],
    },
    {
      text: "byTaskKind:\n  docs:\n    minScor: 2",
      says: ['"minScor" in byTaskKind.docs', at(3), "did you mean minScore?"],
    },
    { text: "byTaskKind:\n  docs:\n    policy: cub", says: ['"policy" in byTaskKind.docs', at(3)] },
    { text: "policy: cubb", says: ['policy is "cubb"', at(1), "did you mean cub?"] },
    { text: "policy:\n  extends: goldd", says: ['policy.extends is "goldd"', at(2), "did you mean gold?"] },
    {
      text: "policy:\n  rules:\n    - no-work-left\n    - stagnaton",
      says: ["policy.rules[1]", at(4), "did you mean stagnation?"],
    },
    { text: "policy:\n  settings:\n    minScore: x", says: ['policy.settings.minScore is "x"', at(3)] },
    { text: "checks:\n  unit:\n    required: true", says: ["checks.unit has no command", at(2), "a command"] },
    { text: "checks:\n  unit: []", says: ["checks.unit is []", at(2), "a list of words"] },
    { text: "checks:\n  unit: ''", says: ['checks.unit is ""', at(2)] },
    {
      text: "checks:\n  unit:\n    command: x\n    timeout: 0",
      says: ["checks.unit.timeout is 0", at(4), "a number of seconds above 0"],
    },
    { text: "checks:\n  unit:\n    command: x\n    when: allways", says: ["checks.unit.when", "did you mean always?"] },
    { text: "checks:\n  unit:\n    command: x\n    env: {A: 1}", says: ["checks.unit.env.A is 1", at(4), "a text"] },
    { text: "tasks: ''", says: ['tasks is ""', at(1), "a text that is not empty, or null"] },
    {
      text: "promise: X\nstateFolder: kept",
      says: ['stateFolder is "kept" in a file of the state folder', at(2), "--state"],
    },
    {
      text: "- minScore: 3",
      says: ["the configuration is a list of 1", ".ralph/config.yaml |", "an object of settings"],
    },
    { text: "just words", says: ['the configuration is "just words"'] },
    { text: "promise: X\nminScore: [1", says: ["this is not YAML", at(2)] },
    { text: "minScore: 1\npromise: X\nminScore: 2", says: ["the key minScore is a duplicate", at(3)] },
    { text: "minScore: 1\n\tpromise: X", says: ["this is not YAML", at(2)] },
    { text: "promise: X\nminScore: !number 3", says: ["this is not YAML: Unresolved tag", at(2)] },
    { text: "promise: !!js/function 'f'", says: ["Unresolved tag", at(1)] },
    { text: "promise: !!binary aGk=", says: ["Unresolved tag", at(1)] },
    { text: "minScore: 1\n---\nminScore: 2", says: ["multiple documents", at(2)] },
    { text: "promise: *nobody", says: ["Unresolved alias", at(1)] },
    { text: "<<: {minScore: 3}", says: ['there is no setting "<<"', at(1)] },
    { text: "__proto__: {minScore: 3}", says: ['there is no setting "__proto__"', at(1)] },
    { text: "constructor: 1", says: ['there is no setting "constructor"', at(1)] },
    { text: `promise: X\npatterns: ${"[".repeat(50_000)}`, says: ["nested deeper than 100 levels", at(2)] },
    { text: "- ".repeat(50_000), says: ["nested deeper than 100 levels", at(1)] },
  ])("$text", ({ text, says }) => {
    const told = yaml(text);
    for (const part of says) expect(told).toContain(part);
    expect(told.split(" | ")).toHaveLength(3);
  });

  it("ends an alias bomb early", () => {
    const levels = "abcdefghi"
      .split("")
      .map((name, at, all) => `${name}: &${name} [${`*${all[at - 1] ?? ""},`.repeat(9)}]`);
    expect(yaml(["a: &a [1,1,1,1,1,1,1,1,1]", ...levels.slice(1)].join("\n"))).toContain("Excessive alias count");
  });
});

describe("a mistake in JSON", () => {
  it.each([
    { text: '{\n "minScore": "x"\n}', says: ['minScore is "x"', ".ralph/config.json, line 2 |"] },
    { text: '{"breaker": {\n\n"noProgress": -1}}', says: ["breaker.noProgress is -1", "line 3 |"] },
    { text: '{\n "minScore": 1,\n}', says: ['this is not JSON: expected no "," before "}"', "line 3 |"] },
    { text: '{\n "minScore" 1}', says: ['expected ":" after the key "minScore", found "1"', "line 2 |"] },
    { text: '{\n "minScore": 1\n "promise": "X"}', says: ['expected "," or "}", found', "line 3 |"] },
    { text: '{"minScore": 1,\n "minScore": 2}', says: ['the key "minScore" is a duplicate', "line 2 |"] },
    { text: "{'minScore': 1}", says: ["a key in double quotes", "line 1 |"] },
    { text: '{"promise": "X', says: ["unterminated string", "line 1 |"] },
    { text: '{"minScore": 01}', says: ["01 is not a JSON value", "line 1 |"] },
    { text: '{"minScore": NaN}', says: ["NaN is not a JSON value"] },
    { text: '{"minScore": 1} x', says: ['expected the end of the text, found "x"'] },
    { text: '{\n// no\n"minScore": 1}', says: ["a key in double quotes", "line 2 |"] },
    { text: "[]", says: ["the configuration is []"] },
    { text: "[".repeat(100_000), says: ["nested deeper than 100 levels", "line 1 |"] },
    { text: '{"__proto__": {"minScore": 1}}', says: ['there is no setting "__proto__"'] },
  ])("$text", ({ text, says }) => {
    for (const part of says) expect(json(text)).toContain(part);
  });
});

describe("a mistake elsewhere", () => {
  const packaged = (text: string) => ({ files: { "package.json": text } });
  it.each([
    {
      given: packaged('{"untildone":\n {"minScore": 500}}'),
      says: ["untildone.minScore is 500", "package.json, line 2"],
    },
    { given: packaged('{"untildone": 3}'), says: ["untildone is 3", "package.json, line 1", "an object of settings"] },
    { given: packaged('{"untildone": {"minScore": 5}'), says: ["this is not JSON", "package.json, line 1"] },
    {
      given: { files: { ".bb3/config.yaml": "exit_decision:\n  max_erors: 2" } },
      says: ['"max_erors" in exit_decision', ".bb3/config.yaml, line 2", "did you mean max_errors?"],
    },
    {
      given: { home: { ".config/untildone/config.yml": "minScore: x" } },
      says: ["~/.config/untildone/config.yml, line 1"],
    },
    {
      given: { env: { UNTILDONE_MIN_SCORE: "3abc" } },
      says: ['UNTILDONE_MIN_SCORE is "3abc"', "a number from 0 to 100"],
    },
    { given: { env: { UNTILDONE_MIN_SCORE: "" } }, says: ["UNTILDONE_MIN_SCORE is empty", "or unset it"] },
    { given: { env: { UNTILDONE_MIN_SCORE: " 3" } }, says: ['UNTILDONE_MIN_SCORE is " 3"'] },
    { given: { env: { UNTILDONE_MIN_SCORE: "1e1" } }, says: ['UNTILDONE_MIN_SCORE is "1e1"'] },
    {
      given: { env: { UNTILDONE_MAX_ITERATIONS: "010" } },
      says: ['UNTILDONE_MAX_ITERATIONS is "010"', "a whole number"],
    },
    { given: { env: { UNTILDONE_MAX_ITERATIONS: "0x10" } }, says: ['UNTILDONE_MAX_ITERATIONS is "0x10"'] },
    { given: { env: { UNTILDONE_MAX_ITERATIONS: "2.5" } }, says: ["UNTILDONE_MAX_ITERATIONS is 2.5"] },
    { given: { env: { UNTILDONE_GATE_ENABLED: "1" } }, says: ["UNTILDONE_GATE_ENABLED is 1", "true or false"] },
    { given: { env: { UNTILDONE_PATTERNS: "done" } }, says: ['UNTILDONE_PATTERNS is "done"', "a list of phrases"] },
    { given: { env: { UNTILDONE_BREAKER: '{"noProgress": "x"}' } }, says: ['UNTILDONE_BREAKER.noProgress is "x"'] },
    {
      given: { env: { UNTILDONE_BREAKER_NO_PROGRES: "s3cret" } },
      says: ["the variable UNTILDONE_BREAKER_NO_PROGRES", "did you mean UNTILDONE_BREAKER_NO_PROGRESS?"],
    },
    {
      given: { env: { CUB_EXIT_THRESHOLD: "two" } },
      says: ['CUB_EXIT_THRESHOLD is "two"', "a whole number of 0 or more"],
    },
    { given: { flags: { exitThreshold: "2x" } }, says: ['--exit-threshold is "2x"', "a whole number of 0 or more"] },
    { given: { flags: { exitThreshold: "" } }, says: ['--exit-threshold is ""'] },
    { given: { flags: { exitThreshold: "-1" } }, says: ["--exit-threshold is -1"] },
    { given: { flags: { state: "" } }, says: ['--state is ""', "a text that is not empty"] },
    { given: { flags: { policy: "standrad" } }, says: ['--policy is "standrad"', "did you mean standard?"] },
    { given: { flags: { set: ["minScore"] } }, says: ['--set takes NAME=VALUE, not "minScore"'] },
    {
      given: { flags: { set: ["removedTests=a.test.js"] } },
      says: ['--set removedTests is "a.test.js"', `give a list of texts, such as --set 'removedTests=["a.test.js"]'`],
    },
    { given: { flags: { set: ["checks.unit.required=true"] } }, says: ["--set checks.unit has no command"] },
    { given: { flags: { set: ["polcy=cub"] } }, says: ['there is no setting "polcy"', "did you mean policy?"] },
  ])("$says.0", ({ given, says }) => {
    const told = mistakeIn(given);
    for (const part of says) expect(told).toContain(part);
    expect(told).not.toContain("s3cret");
  });

  it("leaves names alone that are no settings of ours", () => {
    expect(mistakeIn({ env: { UNTILDONE_RECORDINGS: "x", UNTIL: "y", MIN_SCORE: "z" } })).toBe("no mistake");
  });
});

describe("a file that cannot be read", () => {
  it("names a directory in its place", () => {
    const cwd = folder({});
    mkdirSync(join(cwd, ".ralph/config.yaml"), { recursive: true });
    expect(() => loadConfig({ cwd, env: {}, home: "", flags: {} })).toThrow("it is a directory, not a file");
  });

  it("names a link that leads to itself", () => {
    const cwd = folder({ ".ralph/x": "" });
    symlinkSync("config.yaml", join(cwd, ".ralph/config.yaml"));
    expect(() => loadConfig({ cwd, env: {}, home: "", flags: {} })).toThrow(
      "it is a symbolic link that leads in a circle",
    );
  });

  it.skipIf(process.getuid?.() === 0)("names one that may not be read", () => {
    const cwd = folder({ ".ralph/config.yaml": "minScore: 3" });
    chmodSync(join(cwd, ".ralph/config.yaml"), 0);
    expect(() => loadConfig({ cwd, env: {}, home: "", flags: {} })).toThrow("may not be read");
  });

  it.each([
    {
      what: "binary",
      content: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0, 0, 0, 1, 2, 3]),
      says: "binary, not text",
    },
    {
      what: "too large",
      content: `#${"x".repeat(1 << 20)}`,
      says: "the file is too large (2 MB, at most 1 MB are read)",
    },
  ])("names one that is $what", ({ content, says }) => {
    expect(mistakeIn({ files: { ".ralph/config.yaml": content } })).toContain(says);
  });
});

describe("whatever a file says", () => {
  const scraps = fc.constantFrom(
    "minScore",
    "breaker",
    ":",
    ": ",
    "\n",
    "  ",
    "- ",
    "[",
    "]",
    "{",
    "}",
    "&a ",
    "*a",
    "!x ",
    "'",
    '"',
    "|",
    "#",
    "3",
    "null",
    "__proto__",
    ",",
    "\t",
    "?",
    "%",
    "\u0000",
    "é",
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(scraps, { maxLength: 40 }).map((parts) => parts.join("")),
  );

  it.each(["config.yaml", "config.json"])("%s gives settings or words for a person", (name) => {
    const cwd = folder({});
    mkdirSync(join(cwd, ".ralph"));
    fc.assert(
      fc.property(text, (content) => {
        writeFileSync(join(cwd, ".ralph", name), content);
        try {
          loadConfig({ cwd, env: {}, home: "", flags: {} });
        } catch (error) {
          expect(error).toBeInstanceOf(UserError);
        }
        expect(Object.hasOwn(Object.prototype, "minScore")).toBe(false);
      }),
      { numRuns: 600 },
    );
  });
});
