import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { Workplace } from "./cli.js";

function project(files: Readonly<Record<string, string>> = {}): Workplace {
  const place = new Workplace();
  onTestFinished(() => place[Symbol.dispose]());
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(place.path, name)), { recursive: true });
    writeFileSync(join(place.path, name), content);
  }
  return place;
}

const yaml = { ".ralph/config.yaml": "minScore: 60\nbreaker:\n  noProgress: 5\n" };

describe("config", () => {
  it("prints every setting in columns, and marks what is not the default", async () => {
    const { code, out, err } = await project(yaml).run(["config"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const lines = out.trimEnd().split("\n");
    expect(lines.filter((line) => line.startsWith("* "))).toEqual([
      expect.stringMatching(/^\* minScore +60 +project: \.ralph\/config\.yaml, line 1$/),
      expect.stringMatching(/^\* breaker\.noProgress +5 +project: \.ralph\/config\.yaml, line 3$/),
    ]);
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}breaker\.sameError +5 +default$/));
    const columns = lines.filter((line) => line.endsWith("  default") && !line.includes("optionalSections"));
    expect(new Set(columns.map((line) => line.indexOf("  default"))).size).toBe(1);
    expect(out).not.toContain("\u001b");
  });

  it("prints JSON with the value and the origin of each", async () => {
    const { code, out } = await project(yaml).run(["config", "--json", "--policy", "cub"], "", {
      UNTILDONE_PROMISE: "FIN",
    });
    expect(code).toBe(0);
    const { settings, warnings } = JSON.parse(out);
    expect(warnings).toEqual([]);
    expect(settings).toMatchObject({
      policy: { value: "cub", origin: { from: "flag", where: "--policy" } },
      minScore: { value: 60, origin: { from: "project", where: ".ralph/config.yaml, line 1" } },
      promise: { value: "FIN", origin: { from: "environment", where: "UNTILDONE_PROMISE" } },
      "breaker.gateRefused": { value: 5, origin: { from: "policy", where: "policy cub" } },
      maxSeconds: { value: null, origin: { from: "default", where: "built in" } },
    });
  });

  it("prints one setting, or those below a name", async () => {
    const place = project(yaml);
    expect((await place.run(["config", "minScore"])).out).toMatch(
      /^\* minScore {2}60 {2}project: .*\n\nminScore: .*\n {2}takes a number from 0 to 100\n {2}variable UNTILDONE_MIN_SCORE\n$/,
    );
    const { settings } = JSON.parse((await place.run(["config", "breaker", "--json"])).out);
    expect(Object.keys(settings)).toEqual(
      ["noProgress", "sameError", "gateRefused", "coolDownSeconds"].map((key) => `breaker.${key}`),
    );
    expect((await place.run(["config", "checks"])).out).toContain("checks  none");
    expect(await place.run(["config", "brekaer"])).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining("did you mean breaker?"),
    });
  });

  it("takes its files from --dir and --state", async () => {
    const place = project({ "sub/kept/config.json": '{"minScore": 5}' });
    const { out } = await place.run(["config", "minScore", "--json", "--dir", "sub", "--state", "kept"]);
    expect(JSON.parse(out).settings.minScore).toEqual({
      value: 5,
      origin: { from: "project", where: "kept/config.json, line 1" },
    });
  });

  it("reads the user's file in the home", async () => {
    const { out } = await project({ ".config/untildone/config.yaml": "minScore: 5" }).run([
      "config",
      "minScore",
      "--json",
    ]);
    expect(JSON.parse(out).settings.minScore.origin).toEqual({
      from: "user",
      where: "~/.config/untildone/config.yaml, line 1",
    });
  });

  it("tells warnings apart from the answer", async () => {
    const { code, out, err } = await project({ ...yaml, ".ralph/config.json": '{"minScore": 61}' }).run([
      "config",
      "--json",
    ]);
    expect(code).toBe(0);
    expect(err).toMatch(/^warning: minScore is 61 in .*json, line 1 and 60 in .*yaml, line 1: the latter counts\n$/);
    expect(JSON.parse(out).warnings).toHaveLength(1);
  });

  it("shows no secret: neither of the environment nor of a check's", async () => {
    const place = project({
      ".ralph/config.yaml": "checks:\n  e2e:\n    command: npm run e2e\n    env: {TOKEN: sesame}\n",
    });
    for (const words of [["config"], ["config", "--json"], ["config", "checks"]]) {
      const { out, err } = await place.run(words, "", { API_KEY: "sesame", ROADMAP_FILE: "sesame" });
      expect(out).toContain("TOKEN");
      expect(out + err).not.toContain("sesame");
    }
  });

  it("prints a schema that names its draft", async () => {
    const { code, out } = await project({ ".ralph/config.yaml": "[" }).run(["config", "--schema"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      additionalProperties: false,
      properties: { policy: {}, minScore: {} },
    });
  });

  it.each([
    {
      name: "wrong type",
      files: { ".ralph/config.yaml": "# c\nminScore: high" },
      says: 'minScore is "high"\n  in   .ralph/config.yaml, line 2\n  fix  give a number from 0 to 100\n',
    },
    {
      name: "bad YAML",
      files: { ".ralph/config.yaml": "a: 1\nb: [1" },
      says: /^this is not YAML: .*\n {2}in {3}\.ralph\/config\.yaml, line 2\n {2}fix {2}fix the YAML.*\n$/,
    },
    {
      name: "bad JSON",
      files: { ".ralph/config.json": '{"minScore": 1,\n}' },
      says: /^this is not JSON: .*\n {2}in {3}\.ralph\/config\.json, line 2\n {2}fix .*\n$/,
    },
  ])("stops at a mistake with one message: $name", async ({ files, says }) => {
    const { code, out, err } = await project(files).run(["config"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    if (typeof says === "string") expect(err).toBe(says);
    else expect(err).toMatch(says);
  });
});

describe("the package that reads YAML", () => {
  /** The built program alone, as if nothing had been installed beside it. */
  const alone = (place: Workplace, words: readonly string[]) => {
    const dist = fileURLToPath(new URL("../../dist", import.meta.url));
    cpSync(dist, join(place.path, "program"), { recursive: true });
    const bin = join(place.path, "program/cli.cjs");
    return spawnSync(process.execPath, [bin, ...words], {
      cwd: place.path,
      encoding: "utf8",
      env: { HOME: place.path },
    });
  };

  it("is not loaded where there is no YAML", () => {
    const { status, stdout } = alone(project({ ".ralph/config.json": '{"minScore": 5}' }), ["config", "minScore"]);
    expect(stdout).toContain("* minScore  5");
    expect(status).toBe(0);
  });

  it("is asked for in words where there is", () => {
    const { status, stderr } = alone(project(yaml), ["config"]);
    expect(stderr).toContain("the package yaml, which reads YAML, is not installed");
    expect(status).toBe(2);
  });
});
