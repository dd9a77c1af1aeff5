import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { doneClaim } from "../ask.js";
import { jsonLines, Workplace } from "./cli.js";

function workplace(): Workplace {
  const place = new Workplace();
  onTestFinished(() => place[Symbol.dispose]());
  return place;
}

describe("untildone", () => {
  it("prints its version and its help", async () => {
    const place = workplace();
    expect(place.runProcess(["--version"])).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
    const help = await place.run(["--help"]);
    expect(help.code).toBe(0);
    for (const name of ["demo", "analyze", "decide", "policies"]) expect(help.out).toContain(name);
  });

  it.each(["demo", "analyze", "decide", "policies"])("%s --help has an example and every option", async (name) => {
    const { code, out } = await workplace().run([name, "--help"]);
    expect(code).toBe(0);
    expect(out).toContain("Examples\n  ");
    expect(out).toContain("--dir FOLDER");
  });

  it("answers no command with what to begin with, as a mistake", async () => {
    const { code, out, err } = await workplace().run([]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("untildone demo");
    expect(err.split("\n").length).toBeLessThan(12);
  });

  it.each([
    { words: ["anlyze", "x"], says: ["unknown command", "did you mean analyze?"] },
    { words: ["help", "anlyze"], says: ["unknown command", "did you mean analyze?"] },
    { words: ["decide", "--polcy", "cub", "-"], says: ["unknown option", "did you mean --policy?"] },
    { words: ["policies", "standrad"], says: ["there is no policy", "did you mean standard?"] },
    { words: ["analyze", "--format", "claude-jsn", "x"], says: ["unknown format", "did you mean claude-json?"] },
    { words: ["analyze", "--set", "promis=X", "x"], says: ["there is no setting", "did you mean promise?"] },
    { words: ["decide", "--set", "minScore=1000", "-"], says: ["--set minScore is 1000", "from 0 to 100"] },
    { words: ["decide", "--set", "minScor=1", "-"], says: ["did you mean minScore?", "untildone config"] },
    { words: ["config", "minScor"], says: ["did you mean minScore?", "untildone config"] },
    { words: ["run", "--agent"], says: ["--agent needs a value: --agent NAME"] },
    { words: ["run", "--agent", "--json"], says: ["--agent needs a value: --agent NAME"] },
    { words: ["run", "--parallel", "-1"], says: ["--parallel is -1", "from 1 to 64"] },
    { words: ["run", "--json=yes"], says: ["--json takes no value"] },
    { words: ["report", "-x"], says: ["unknown option -x", "untildone report --help"] },
    { words: ["run", "--notify", "command="], says: ['--notify is "command="', "give --notify command=…"] },
    { words: ["run", "--notify", "ntfy=here"], says: ['--notify ntfy is "here"', "http://"] },
    { words: ["analyze"], says: ["no file was named", "- for standard input"] },
    { words: ["decide"], says: ["no situation was named"] },
  ])("$words.0 names the mistake and the nearest right word: $says.0", async ({ words, says }) => {
    const { code, out, err } = await workplace().run(words);
    expect(code).toBe(2);
    expect(out).toBe("");
    for (const part of says) expect(err).toContain(part);
    expect(err).not.toContain("    at ");
  });

  it("lists no setting but the nearest, as there are many", async () => {
    const { err } = await workplace().run(["decide", "--set", "minScor=1", "-"]);
    expect(err).not.toContain("maxIterations");
  });

  it("aligns the texts of all options", async () => {
    const { out } = await workplace().run(["run", "--help"]);
    const options = out.slice(out.indexOf("What to do\n"), out.indexOf("Examples\n")).split("\n").slice(1, -2);
    const starts = options.map(
      (line) => /^ {2}--\S+(?: \S+)?(?: {2,}|$)/.exec(line)?.[0] ?? /^ */.exec(line)?.[0] ?? "",
    );
    const columns = new Set(starts.filter((start) => start.endsWith(" ")).map(({ length }) => length));
    expect([...columns]).toHaveLength(1);
  });

  it("says so in a folder that was deleted meanwhile", () => {
    const place = workplace();
    const { code, err } = place.bash("mkdir gone && cd gone && rmdir ../gone && untildone state");
    expect(err).toContain("the current directory does not exist any more");
    expect(code).toBe(2);
  });
});

describe("analyze", () => {
  it("prints one JSON object a file, one a line, in order", async () => {
    const place = workplace();
    place.write("a.txt", doneClaim);
    place.write("b.txt", "EXIT_SIGNAL: false\n");
    const { code, out } = await place.run(["analyze", "a.txt", "b.txt"]);
    expect(code).toBe(0);
    expect(jsonLines(out)).toMatchObject([
      {
        file: "a.txt",
        format: "text",
        claim: "complete",
        explicit: true,
        tests: "unknown",
        remaining: null,
        limit: null,
        agentError: null,
      },
      { file: "b.txt", claim: "continue", taskClaim: "none", explicit: true },
    ]);
  });

  it("reads standard input as -", async () => {
    const { out } = await workplace().run(["analyze", "-"], doneClaim);
    expect(jsonLines(out)).toMatchObject([{ file: "-", claim: "complete" }]);
  });

  it("takes files from --dir", async () => {
    const place = workplace();
    mkdirSync(join(place.path, "sub"));
    place.write("sub/a.txt", doneClaim);
    expect((await place.run(["analyze", "--dir", "sub", "a.txt"])).code).toBe(0);
  });

  it("reads UTF-16, a byte-order mark and CRLF", async () => {
    const place = workplace();
    place.write("le.txt", Buffer.from(`\ufeff${doneClaim.replaceAll("\n", "\r\n")}`, "utf16le"));
    place.write("bom.txt", `\ufeff${doneClaim}`);
    const claims = jsonLines((await place.run(["analyze", "le.txt", "bom.txt"])).out).map(({ claim }) => claim);
    expect(claims).toEqual(["complete", "complete"]);
  });

  it("answers the other files when one cannot be read", async () => {
    const place = workplace();
    place.write("good.txt", doneClaim);
    place.write("picture.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0, 0, 0, 1, 2, 3]));
    mkdirSync(join(place.path, "folder"));
    const { code, out, err } = await place.run(["analyze", "missing.txt", "folder", "picture.png", "good.txt"]);
    expect(code).toBe(2);
    expect(jsonLines(out)).toMatchObject([{ file: "good.txt", claim: "complete" }]);
    expect(err).toContain("there is no such file\n  in   missing.txt");
    expect(err).toContain("it is a directory, not a file\n  in   folder");
    expect(err).toContain("the file is binary, not text\n  in   picture.png");
    expect(err).not.toContain("    at ");
  });

  it.skipIf(process.getuid?.() === 0)("names a file it may not read", async () => {
    const place = workplace();
    chmodSync(place.write("secret.txt", "x"), 0);
    expect(await place.run(["analyze", "secret.txt"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("may not be read"),
    });
  });

  it("ends quietly when its reader goes away", async () => {
    const place = workplace();
    const file = place.write("a.txt", `${doneClaim}${"I changed a file.\n".repeat(20_000)}`);
    const { code, err } = await place.runAndLeave(["analyze", ...Array.from({ length: 20 }, () => file)]);
    expect(err).toBe("");
    expect(code).toBe(0);
  });
});

describe("decide", () => {
  it("decides a file, with the contract's fields", async () => {
    const place = workplace();
    place.write(
      "situation.json",
      JSON.stringify({ output: doneClaim, tasks: { markdown: "- [x] a\n- [x] b" } }, null, 2),
    );
    const { code, out } = await place.run(["decide", "situation.json"]);
    expect(code).toBe(0);
    expect(jsonLines(out)).toMatchObject([
      {
        decision: "EXIT",
        outcome: "completed",
        policy: "standard",
        exitCode: 0,
        taskDone: null,
        claim: "complete",
        explicit: true,
        indicators: 3,
        completion: { done: 2, total: 2, percent: 100 },
        wait: null,
        breaker: { state: "closed" },
        warnings: [],
      },
    ]);
    expect(Object.keys(jsonLines(out)[0] ?? {})).toEqual([
      "decision",
      "outcome",
      "rule",
      "reason",
      "policy",
      "exitCode",
      "taskDone",
      "tasksDone",
      "setAside",
      "verified",
      "proof",
      "notProven",
      "forced",
      "score",
      "claim",
      "explicit",
      "indicators",
      "completion",
      "confidence",
      "errors",
      "warnings",
      "feedback",
      "wait",
      "breaker",
      "abstained",
    ]);
  });

  it("answers line n of JSON Lines on line n, and an unreadable one with an error", async () => {
    const lines = [
      '{"interrupted":true}',
      "{broken",
      '{"policy":"standart"}',
      '{"settings":{"minScor":1}}',
      '{"evidence":[{"name":"t","state":"maybe"}]}',
      '{"output":"x"}',
    ];
    const { code, out, err } = await workplace().run(["decide", "-"], `${lines.join("\n")}\n`);
    expect(code).toBe(2);
    const answers = jsonLines(out);
    expect(answers).toHaveLength(6);
    expect(answers[0]).toMatchObject({ outcome: "interrupted", exitCode: 3 });
    expect(answers[1]).toMatchObject({ error: { where: "standard input, line 2" } });
    expect(answers[2]).toMatchObject({ error: { what: 'there is no policy "standart"' } });
    expect(answers[3]).toMatchObject({
      error: { what: 'there is no setting "minScor"', where: "standard input, line 4, settings" },
    });
    expect(answers[4]).toMatchObject({ error: { where: "standard input, line 5, evidence[0].state" } });
    expect(answers[5]).toMatchObject({ decision: "CONTINUE" });
    expect(err).toContain("did you mean standard?");
    expect(err).toContain("did you mean minScore?");
  });

  it("reads the files a situation names; a missing list is a fact, a missing output a mistake", async () => {
    const place = workplace();
    place.write("out.txt", doneClaim);
    place.write("plan.md", "- [x] a\n");
    const asked = async (situation: unknown) => await place.run(["decide", "-"], JSON.stringify(situation));
    expect(jsonLines((await asked({ outputFile: "out.txt", tasks: { file: "plan.md" } })).out)).toMatchObject([
      { outcome: "completed" },
    ]);
    expect(jsonLines((await asked({ tasks: { file: "none.md" } })).out)).toMatchObject([
      { rule: "tracker-unusable", reason: expect.stringContaining("none.md") },
    ]);
    expect(await asked({ outputFile: "none.txt" })).toMatchObject({
      code: 2,
      err: expect.stringContaining("there is no such file"),
    });
  });

  it("lets flags win over the situation", async () => {
    const situation = JSON.stringify({ output: "I am not sure this is right, it might work." });
    const { out } = await workplace().run(["decide", "-", "--policy", "blackbox"], situation);
    expect(jsonLines(out)).toMatchObject([{ rule: "low-confidence", outcome: "needs-review" }]);
    const lax = await workplace().run(["decide", "-", "--policy", "blackbox", "--set", "minConfidence=10"], situation);
    expect(jsonLines(lax.out)).toMatchObject([{ decision: "CONTINUE" }]);
  });

  it("lets a field it does not know pass, with a warning that names the nearest", async () => {
    const { code, out } = await workplace().run(["decide", "-"], '{"evidnce":[],"output":"x"}');
    expect(code).toBe(0);
    expect(jsonLines(out)[0]?.["warnings"]).toEqual([
      "evidnce is not a field we know (did you mean evidence?): ignored",
    ]);
  });

  it.each(["[]", "null", "3", '"text"'])("refuses %s with one message", async (text) => {
    const { code, out, err } = await workplace().run(["decide", "-"], text);
    expect(code).toBe(2);
    expect(jsonLines(out)).toMatchObject([{ error: { where: expect.any(String) } }]);
    expect(err).toContain("JSON object");
  });

  it("composes a policy from rule names, and names one it does not know", async () => {
    const policy = { name: "mine", rules: ["no-work-left", "budget-spent"] };
    const place = workplace();
    const { out } = await place.run(["decide", "-"], JSON.stringify({ policy, output: doneClaim }));
    expect(jsonLines(out)).toMatchObject([{ policy: "mine", decision: "CONTINUE" }]);
    const rules = ["interrupted", "breaker-open", "no-work-left", "budget-spent"];
    expect(jsonLines(out)[0]?.["abstained"]).toMatchObject(rules.map((rule) => ({ rule })));
    const bad = await place.run(["decide", "-"], JSON.stringify({ policy: { rules: ["hollow-claim"] } }));
    expect(bad.err).toContain("did you mean hollow-claims?");
  });
});

describe("policies", () => {
  it("lists all six", async () => {
    const { out } = await workplace().run(["policies"]);
    expect(
      out
        .split("\n")
        .filter(Boolean)
        .map((line) => line.split(" ")[0]),
    ).toEqual(["standard", "blackbox", "doyaken", "cub", "phase5", "gold"]);
  });

  it.each(["standard", "blackbox", "doyaken", "cub", "phase5", "gold"])(
    "%s shows order, thresholds and origin",
    async (name) => {
      const place = workplace();
      const detail = JSON.parse((await place.run(["policies", name, "--json"])).out);
      expect(detail.rules[0]).toMatchObject({ order: 1, rule: "interrupted" });
      const text = (await place.run(["policies", name])).out;
      for (const { rule } of detail.rules) expect(text).toContain(rule);
      if (name !== "standard") expect(text).toContain(`from: ${name}, "`);
    },
  );

  it("shows the thresholds a policy changes", async () => {
    expect((await workplace().run(["policies", "cub"])).out).toContain("breaker.gateRefused 5");
    expect((await workplace().run(["policies", "blackbox"])).out).toContain("minCompletion 80");
  });
});

describe("goal", () => {
  it.each([
    { list: "- [ ] T1: one\n- [x] T2: two\n", says: "TODO.md has 1 task left" },
    { list: "- [x] T1: one\n", says: null },
    { list: null, says: null },
  ])("says whether a list counts too: $says", async ({ list, says }) => {
    const place = workplace();
    if (list !== null) place.write("TODO.md", list);
    const { code, out } = await place.run(["goal", "buy bread", "--check", "test -f bread"]);
    expect(code).toBe(0);
    if (says === null) expect(out).not.toContain(" left");
    else expect(out).toContain(says);
  });
});
