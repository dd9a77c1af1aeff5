import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { openPrivateFolder } from "../../src/run/records/private-folder.js";
import { saveTrust } from "../../src/run/records/trust-file.js";
import { jsonLines, Workplace } from "./cli.js";

/** What turned out right or wrong, and what that changes. */

const complete = { STATUS: "COMPLETE" };
const step = (name: string) => ({
  ...{ write: { [`src/${name}.js`]: `export const ${name} = 1;\n` }, say: "Done.", status: complete },
});
const files = {
  "package.json": JSON.stringify({ type: "module", scripts: { test: "node --test" } }),
  ".gitignore": ".ralph/\n",
  "TODO.md": "- [ ] T1: write red\n- [ ] T2: write blue\n",
  "test/base.test.js": 'import { test } from "node:test";\ntest("base", () => undefined);\n',
};

async function playRun(words: readonly string[] = [], steps: readonly object[] = [step("red"), step("blue")]) {
  const place = new Workplace();
  for (const [name, text] of Object.entries(files)) place.write(name, text);
  place.write(".ralph/script.json", JSON.stringify({ steps }));
  place.commitAll();
  const run = await place.run(["run", "--agent", "scripted", "--script", ".ralph/script.json", "--json", ...words]);
  return { place, run };
}

describe("grade", () => {
  it("records how tasks turned out: the last word counts, and the one before is shown", async () => {
    const { place, run } = await playRun();
    using _ = place;
    expect(run.code).toBe(0);
    const graded = await place.run(["grade", "T1", "wrong", "rounds down"]);
    expect(graded).toMatchObject({ code: 0, err: "" });
    expect(graded.out).toMatch(/^T1 of run \S+ is graded wrong\n1 outcome graded/);
    expect((await place.run(["grade", "T1", "right"])).out).toContain("against what was said before");
    const listed = (await place.run(["grade"])).out;
    expect(listed).toMatch(/^right {2}T1 +done +run \S+ {2}graded by .+ \(before: wrong, graded by .+\)\n$/);
    expect((await place.run(["history"])).out).toMatch(/wrong .*graded T1 wrong \(.+\): rounds down/);
    const [line] = jsonLines((await place.run(["grade", "--json"])).out);
    expect(line).toMatchObject({ task: "T1", is: "right", decided: "done", contradicts: { is: "wrong" } });
  });

  it("grades a whole run: its tasks are right with it", async () => {
    const { place } = await playRun();
    using _ = place;
    const id = /of run (\S+) is/.exec((await place.run(["grade", "T2", "wrong"])).out)?.[1] ?? "";
    expect((await place.run(["grade", id, "right"])).code).toBe(0);
    expect((await place.run(["grade"])).out.match(/^right/gm)).toHaveLength(2);
  });

  it("takes accept for right, and undo for wrong until unpark", async () => {
    const { place } = await playRun();
    using _ = place;
    await place.run(["accept", "--all"]);
    expect((await place.run(["grade"])).out.match(/^right .*accepted by/gm)).toHaveLength(2);
    expect((await place.run(["undo", "T2", "--no-checks"])).code).toBe(0);
    expect((await place.run(["grade"])).out).toMatch(/^wrong {2}T2 .*undone \(before: right, accepted by/m);
    expect((await place.run(["unpark", "undone-T2"])).code).toBe(0);
    expect((await place.run(["grade"])).out.match(/^right/gm)).toHaveLength(2);
  });

  it("--scan finds a checkpoint that was reverted, once", async () => {
    const { place } = await playRun(["--checkpoint", "commit"]);
    using _ = place;
    const git = (...words: readonly string[]): string => {
      const own = ["-c", "user.name=t", "-c", "user.email=t@example.invalid"];
      return spawnSync("git", [...own, ...words], { cwd: place.path, encoding: "utf8" }).stdout;
    };
    const commit = git("log", "--format=%H", "--grep", "task T2").split("\n")[0] ?? "";
    git("revert", "--no-edit", commit);
    const first = await place.run(["grade", "--scan"]);
    expect(first).toMatchObject({ code: 0, err: "" });
    expect(first.out).toMatch(
      /^T2 of run \S+ is graded wrong: [0-9a-f]{12} reverts it\n1 revert of this project's runs found\n$/,
    );
    expect((await place.run(["grade", "--scan"])).out).toBe(
      "1 revert of this project's runs found, 1 of them before\n",
    );
    expect((await place.run(["grade"])).out).toMatch(/^wrong {2}T2 .*reverted by/);
  });

  it("refuses what it does not know with what to type", async () => {
    const { place } = await playRun();
    using _ = place;
    for (const [words, message] of [
      [["grade", "T9", "right"], /no run claimed a task T9[\s\S]*tasks of the last run: T1, T2/],
      [["grade", "T1"], /say how T1 turned out[\s\S]*untildone grade T1 right/],
      [["grade", "T1", "good"], /a grade is right or wrong, not "good"/],
      [["grade", "T1", "right", "--run", "nope"], /there is no run nope/],
    ] as const) {
      const { code, err } = await place.run(words);
      expect(code).toBe(2);
      expect(err).toMatch(message);
    }
  });

  it("says that there is nothing yet", async () => {
    const place = new Workplace();
    using _ = place;
    expect((await place.run(["grade"])).err).toContain("nothing is graded yet");
    expect(await place.run(["grade", "T1", "right"])).toMatchObject({ code: 2 });
    expect((await place.run(["calibrate"])).err).toContain("nothing is graded yet");
  });

  it("--export writes a file that eval reads", async () => {
    const { place } = await playRun();
    using _ = place;
    await place.run(["grade", "T1", "right"]);
    await place.run(["grade", "T2", "wrong"]);
    place.write("set/runs/none.yaml", "{}\n");
    place.write("set/outputs/graded.yaml", (await place.run(["grade", "--export"])).out);
    const measured = await place.run(["eval", "set", "--texts"]);
    expect(measured.out).toMatch(/graded decisions: done though wrong 1\/1 .*refused though right 0\/1/);
  });
});

describe("calibrate", () => {
  it("shows what was learned, proposes nothing from two outcomes, and changes nothing", async () => {
    const { place } = await playRun();
    using _ = place;
    await place.run(["grade", "T1", "right"]);
    await place.run(["grade", "T2", "wrong"]);
    const { code, out } = await place.run(["calibrate", "--html", "trust.html"]);
    expect(code).toBe(0);
    expect(out).toContain("2 outcomes graded: 1 right, 1 wrong.");
    expect(out).toContain("done, not proven");
    expect(out).toContain("none: 2 outcomes are graded, and 30 are needed");
    expect(out).toMatch(/tests: ran at 2 claims, never refused a claim/);
    expect(out).toMatch(/scripted: 0 of 2 tasks verified, 1 wrong; nothing verified/);
    expect(place.read("trust.html")).toContain("<svg");
    const elsewhere = await place.run(["calibrate", "--html", "nowhere/trust.html"]);
    expect(elsewhere.code).toBe(2);
    expect(elsewhere.err).toMatch(/^cannot write: [\s\S]*nowhere\/trust\.html/m);
    const [facts] = jsonLines((await place.run(["calibrate", "--json"])).out);
    expect(facts).toMatchObject({ outcomes: 2, proposals: { is: "too-little" } });
  });
});

describe("fitted numbers that were applied", () => {
  const share = { n: 20, counts: 20, right: 4, likely: 0.23, low: 0.06, high: 0.44 };
  const table = {
    ...({ version: 1, at: "2026-01-01T00:00:00Z", outcomes: 20 } as const),
    groups: [{ of: {}, sources: [{ name: "done, not proven", share }], confidence: [] }],
  };
  const folderOf = (place: Workplace) =>
    openPrivateFolder(place.path, { env: { XDG_STATE_HOME: place.stateHome }, home: place.path });

  const runTrusting = [
    ...["run", "--agent", "scripted", "--script", ".ralph/script.json", "--json"],
    ...["--set", "minTrust=60"],
  ];

  async function playTrusted(words: readonly string[]) {
    const place = new Workplace();
    for (const [name, text] of Object.entries(files)) place.write(name, text);
    place.write(".ralph/script.json", JSON.stringify({ steps: [step("red"), step("blue"), step("blue")] }));
    place.commitAll();
    saveTrust(folderOf(place), table);
    const run = await place.run(["run", "--agent", "scripted", "--script", ".ralph/script.json", "--json", ...words]);
    return { place, run };
  }

  it("refuse a claim whose like were rarely right where minTrust says so, and are explained", async () => {
    const { place, run } = await playTrusted(["--set", "minTrust=60", "--max-iterations", "2"]);
    using _ = place;
    expect(run.code).not.toBe(0);
    expect(run.out).toContain("of 20 claims like this one (all claims: done, not proven) about 23 % were right");
    expect((await place.run(["explain", "--all"])).out).toContain("before: of 20 claims like this one");
    const replayed = await place.run(["replay", "--set", "minTrust=60", "--set", "maxIterations=2"]);
    expect(replayed.out).toContain("0 of 1 runs would have ended differently");
  });

  it("decide nothing without minTrust, and nothing under other policies", async () => {
    for (const words of [[], ["--policy", "cub", "--set", "minTrust=60"]]) {
      const { place, run } = await playTrusted(words);
      using _ = place;
      expect(run.out).not.toContain("less than 60 %");
    }
  });

  it("that are damaged or of a newer version are told and not used", async () => {
    for (const [text, why] of [
      ["{", "is damaged"],
      ['{"version":2}', "was written by a newer version"],
    ] as const) {
      const { place } = await playTrusted(["--max-iterations", "1"]);
      using _ = place;
      writeFileSync(join(folderOf(place).path, "trust.json"), text);
      const { out } = await place.run(runTrusting);
      expect(out).toContain(why);
      expect(out).not.toContain("claims like this one");
    }
  });

  it("are removed with --forget", async () => {
    const { place } = await playTrusted(["--max-iterations", "1"]);
    using _ = place;
    expect((await place.run(["calibrate", "--forget"])).out).toContain("removed");
    const { out } = await place.run(runTrusting);
    expect(out).not.toContain("claims like this one");
  });
});

describe("docs/learning.md", () => {
  it("shows what grade and calibrate print", async () => {
    const { place } = await playRun();
    using _ = place;
    const page = readFileSync(fileURLToPath(new URL("../../docs/learning.md", import.meta.url)), "utf8");
    const [, block = ""] = /```console\n([\s\S]*?)```/.exec(page) ?? [];
    const examples = block.split(/^\$ /m).filter((part) => part !== "");
    expect(examples.length).toBe(4);
    for (const example of examples) {
      const [command = "", ...shown] = example.trimEnd().split("\n");
      const { out } = place.bash(command);
      const pattern = shown.map((line) => line.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("…", ".*"));
      expect(out).toMatch(new RegExp(`^${pattern.join("\n").replace(/\n\.\*$/, "\n[\\s\\S]*")}`));
    }
  });
});
