import { cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { claim, honestTestsOff, project, scripts, status, words } from "../e2e/cheated-project.js";
import { jsonLines, Workplace } from "../e2e/cli.js";

/** What a run was started with belongs to the run: nothing an agent edits later changes how its work is measured. */

const runOf = async (place: Workplace): Promise<string> =>
  String(jsonLines((await place.run(["state", "--json"])).out)[0]?.["run"]);

/** A run that was stopped by its limit, and the file that says what it was started with. */
async function stopped(steps: readonly object[] = [{ say: "I am working on it." }, claim]) {
  const place = project(steps);
  await place.run([...words, "--max-iterations", "1"]);
  const run = await runOf(place);
  return { place, run, file: place.recordOf(run) };
}

describe("what a run was started with", () => {
  it.concurrent("is on the disk before the first turn, for the user alone", async () => {
    using place = project([{ shell: 'cp -r "$XDG_STATE_HOME" saved', say: "I looked." }]);
    await place.runBeside([...words, "--max-iterations", "1"]);
    const run = await runOf(place);
    const [head = "", body = ""] = readFileSync(
      place.recordOf(run).replace(place.stateHome, join(place.path, "saved")),
      "utf8",
    ).split("\n");
    expect(JSON.parse(head)).toMatchObject({ run, tasks: "TODO.md" });
    expect(JSON.parse(body)).toMatchObject({ flags: { agent: "scripted" }, baseline: { checks: [{ name: "tests" }] } });
    const mode = (path: string) => statSync(path).mode & 0o777;
    expect([
      mode(place.recordOf(run)),
      mode(dirname(place.recordOf(run))),
      mode(join(place.stateHome, "untildone")),
    ]).toEqual([0o600, 0o700, 0o700]);
    expect(readdirSync(join(place.path, ".ralph/logs", run))).not.toContain("baseline.json");
  });

  it.concurrent("is put back where an agent changes it", async () => {
    const shell = 'for file in "$XDG_STATE_HOME"/untildone/*/*.json; do echo "{}" > "$file"; done';
    const { place } = await stopped([{ shell, say: "I am working on it." }, claim]);
    using _ = place;
    expect(await place.run(["run", "--resume"])).toMatchObject({ code: 0 });
  });

  it.concurrent.each([
    { what: "missing", harm: (file: string) => rmSync(file), says: "what it was started with is missing" },
    { what: "empty", harm: (file: string) => truncateSync(file), says: "damaged" },
    { what: "cut off", harm: (file: string) => truncateSync(file, statSync(file).size - 40), says: "damaged" },
    { what: "flipped", harm: flip, says: "damaged" },
    { what: "of another run", harm: copyOther, says: "damaged" },
  ])("cannot be resumed from if it is $what", async ({ harm, says }) => {
    const { place, run, file } = await stopped();
    using _ = place;
    harm(file);
    const { code, err } = await place.run(["run", "--resume"]);
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining(`run ${run} cannot be resumed: `) });
    expect(err).toContain(says);
    expect(err).toMatch(/fix .*untildone reset, then untildone run/);
    await place.run(["reset"]);
    expect((await place.run([...words, "--max-iterations", "1"])).out).toContain("iteration 1");
  });

  function flip(file: string): void {
    writeFileSync(file, readFileSync(file, "utf8").replace('"required":true', '"required":null'));
  }

  function copyOther(file: string): void {
    writeFileSync(file, readFileSync(file, "utf8").replace(/"run":"[^"]+"/, '"run":"20260101-000000-abcdef"'));
  }

  it.concurrent("is not that of a project that was moved", async () => {
    const { place, run } = await stopped();
    using _ = place;
    using moved = new Workplace();
    const home = { XDG_STATE_HOME: place.stateHome };
    cpSync(place.path, moved.path, { recursive: true });
    const { err } = await moved.run(["run", "--resume"], "", home);
    expect(err).toContain(`run ${run} cannot be resumed: it belongs to another project, ${place.path}`);
  });

  it.concurrent("is kept for the last 20 runs, and nothing else is removed", async () => {
    using place = project([claim]);
    await place.run([...words, "--max-iterations", "1"]);
    const file = place.recordOf(await runOf(place));
    const folder = dirname(file);
    const old = Array.from({ length: 25 }, (_, at) => `20200101-0000${10 + at}-abcdef`);
    for (const run of old)
      writeFileSync(join(folder, `${run}.json`), readFileSync(file, "utf8").replace(/"run":"[^"]+"/, `"run":"${run}"`));
    for (const name of ["20190101-000000-abcdef.json", "mine.json"]) writeFileSync(join(folder, name), "{}");
    await place.run([...words, "--max-iterations", "1"]);
    const names = readdirSync(folder);
    expect(names).toEqual(expect.arrayContaining(["20190101-000000-abcdef.json", "mine.json"]));
    expect(names.filter((name) => /^20[2-9][\w-]+\.json$/.test(name))).toHaveLength(20);
    expect(names.filter((name) => name.startsWith("20200101")).sort()).toEqual(
      old.slice(-18).map((run) => `${run}.json`),
    );
  });

  it.concurrent("refuses a run where it cannot be written, and names the way out", async () => {
    using place = project([claim]);
    const file = place.write("a-file", "");
    const refused = { code: 2, err: expect.stringContaining("XDG_STATE_HOME=/path/to/folder untildone") };
    expect(await place.run(words, "", { XDG_STATE_HOME: file })).toMatchObject(refused);
    expect(await place.run(words, "", { XDG_STATE_HOME: "/proc/none" })).toMatchObject(refused);
    expect(await place.run(words, "", { XDG_STATE_HOME: "", HOME: "" })).toMatchObject(refused);
    expect(await place.run(["run", "--resume"], "", { XDG_STATE_HOME: "", HOME: "" })).toMatchObject({ code: 2 });
    expect((await place.run(["tasks"], "", { XDG_STATE_HOME: "", HOME: "" })).code).toBe(0);
    expect((await place.run(["reset"], "", { XDG_STATE_HOME: "", HOME: "" })).code).toBe(0);
  });

  it.concurrent("in the project is nobody's work, and said", async () => {
    using place = project([{ say: "Done.", status }]);
    const { out } = await place.run([...words, "--max-iterations", "1"], "", { XDG_STATE_HOME: "relative" });
    expect(out).toContain(".local/state/untildone");
    expect(out).toContain("is in the project, where the agent works");
    expect(out).toMatch(/changes +fails/);
  });
});

describe("--resume with flags", () => {
  it.concurrent("uses a check that is named now, beside those of the start", async () => {
    const { place } = await stopped();
    using _ = place;
    place.write("package.json", scripts({}));
    const { out } = await place.run(["run", "--resume", "--check", "types=test -d .", "--max-iterations", "2"]);
    expect(out).toMatch(/checks: .*tests: npm run test .*types: test -d \./);
  });

  it.concurrent("leaves out checks that were found, or one by name, on a person's word", async () => {
    const { place } = await stopped();
    using _ = place;
    const none = await place.run(["run", "--resume", "--no-detect", "--max-iterations", "2"]);
    expect(none.out).toMatch(/checks: changes, task file, criteria, test edits, old tests$/m);
    const off = await place.run(["run", "--resume", "--dry-run", "--set", "checks.honest-tests=false"]);
    expect(off.out).not.toMatch(/honest-tests|test edits/);
  });

  it.concurrent("says which settings were changed meanwhile and are not used", async () => {
    const { place } = await stopped([{ say: "I am working on it." }]);
    using _ = place;
    place.write(".ralph/config.json", JSON.stringify({ minScore: 1, ...honestTestsOff }));
    const { out } = await place.run(["run", "--resume", "--max-iterations", "2"]);
    expect(out).toContain("changed since the run was started, and not used: ");
    expect(out).toContain("checks.honest-tests");
    expect(out).toMatch(/checks: .*test edits/);
    place.write(".ralph/config.json", "{");
    const again = await place.run(["run", "--resume", "--max-iterations", "3"]);
    expect(again.out).toContain("the configuration cannot be read now");
  });
});
