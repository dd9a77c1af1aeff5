import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { jsonLines, type Workplace } from "../e2e/cli.js";
import {
  filesWith,
  fingerprint,
  git,
  hiddenProject,
  requirement,
  restorersOf,
  right,
  runWords,
  secret,
  startRun,
  step,
  until,
  wrong,
} from "../hidden/hidden-project.js";

/** Whole runs of the built CLI with a check whose files the agent must not see. */

const last = (out: string) =>
  jsonLines(out).findLast(({ type }) => type === "decision-made")?.["record"] as never as {
    readonly decision: { readonly outcome: string; readonly taskDone: string | null; readonly reason: string };
  };
const decisions = (out: string) =>
  jsonLines(out)
    .filter(({ type }) => type === "decision-made")
    .map(({ record }) => (record as { decision: { taskDone: string | null; feedback: string[] } }).decision);
const seen = "ls -a . acceptance > ../SEEN 2>&1; git status --porcelain > ../STATUS 2>&1; true".replaceAll(
  "../",
  ".ralph/",
);

describe.each([
  ["with git", true],
  ["without git", false],
])("a run with a hidden check, %s", (_, isGit) => {
  it("puts its files away, refuses what they refuse, tells the requirement alone, and puts them back", async () => {
    using place = hiddenProject({
      steps: [step(wrong, { shell: seen }), step(wrong, { echoPrompt: true }), step(right)],
      isGit,
    });
    const before = fingerprint(join(place.path, "acceptance"));
    const { code, out } = await place.runBeside(runWords);
    expect(code).toBe(0);
    expect(decisions(out).map(({ taskDone }) => taskDone)).toEqual([null, null, "T1"]);
    expect(decisions(out)[0]?.feedback.join("\n")).toContain(requirement);
    expect(place.read(".ralph/SEEN")).not.toContain("slug.test.js");
    if (isGit) expect(place.read(".ralph/STATUS")).not.toContain("acceptance");
    expect(fingerprint(join(place.path, "acceptance"))).toEqual(before);
    if (isGit) expect(git(place, "status", "--porcelain")).not.toContain("acceptance");
    if (isGit) expect(git(place, "ls-files", "-v")).not.toMatch(/^S /m);
    expect(out).not.toContain(secret);
    expect(filesWith(join(place.path, ".ralph"), secret)).toEqual([]);
    expect(filesWith(place.stateHome, secret, (name) => name.includes("hidden-logs"))).toEqual([]);
    expect(place.runProcess(["report", "--md"]).out).not.toContain(secret);
  });

  it("refuses a turn that writes there, moves the file out, and keeps the work", async () => {
    const squat = { write: { "src/slug.js": right, "acceptance/slug.test.js": "// mine\n", "acceptance/new.js": "" } };
    using place = hiddenProject({ steps: [step(right, squat), step(right)], isGit });
    const before = fingerprint(join(place.path, "acceptance"));
    const { code, out } = await place.runBeside(runWords);
    expect(code).toBe(0);
    const [first] = decisions(out);
    expect(first?.taskDone).toBeNull();
    expect(first?.feedback.join("\n")).toContain("acceptance/new.js, acceptance/slug.test.js were written");
    expect(fingerprint(join(place.path, "acceptance"))).toEqual(before);
    expect(filesWith(place.stateHome, "// mine")).toHaveLength(1);
  });
});

describe("what an agent does to git at the paths of hidden checks", () => {
  const played = async (shell: string, words: readonly string[] = []) => {
    const place = hiddenProject({ steps: [step(right, { shell }), step(right)] });
    const ran = await place.runBeside([...runWords, ...words]);
    return { place, ...ran };
  };
  const commit = "git -c user.name=a -c user.email=a@example.invalid commit -q";
  it.each([
    ["commits everything", `git add -A && ${commit} -am work`, false],
    [
      "commits a deletion on purpose",
      `git update-index --force-remove acceptance/slug.test.js && ${commit} -m gone`,
      true,
    ],
    [
      "commits another content",
      `git update-index --no-skip-worktree acceptance/slug.test.js; mkdir -p acceptance; echo mine > acceptance/slug.test.js; git add -f acceptance; ${commit} -m other`,
      true,
    ],
  ])("%s", async (_, shell, isRefused) => {
    const { place, code, out } = await played(shell);
    using _place = place;
    expect(code).toBe(0);
    expect(decisions(out)[0]?.taskDone).toBe(isRefused ? null : "T1");
    expect(git(place, "diff", "--stat", "HEAD", "--", "acceptance")).toBe("");
    expect(git(place, "status", "--porcelain", "--", "acceptance")).toBe("");
    expect(git(place, "show", "HEAD:acceptance/slug.test.js")).toContain(secret);
  });

  it("leaves the deletion out of checkpoints and snapshots, and undo leaves the files alone", async () => {
    const { place, code } = await played("true", ["--checkpoint", "commit"]);
    using _place = place;
    expect(code).toBe(0);
    const start = git(place, "rev-list", "--max-parents=0", "HEAD").trim();
    expect(git(place, "diff", "--name-only", start, "HEAD")).not.toContain("acceptance");
    for (const ref of git(place, "for-each-ref", "--format=%(refname)", "refs/untildone").split("\n").filter(Boolean))
      expect(git(place, "diff", "--name-only", start, ref)).not.toContain("acceptance");
    const before = fingerprint(join(place.path, "acceptance"));
    expect((await place.runBeside(["diff", "T1"])).out).not.toContain("acceptance");
    await place.runBeside(["undo", "T1"]);
    expect(fingerprint(join(place.path, "acceptance"))).toEqual(before);
  });
});

describe.each([
  ["--worktree", ["--worktree"]],
  ["--parallel", ["--parallel", "2"]],
])("a run with %s", (_, words) => {
  it("hides there, too, and its branch leaves these paths as they were", async () => {
    using place = hiddenProject({
      steps: [step(right, { shell: "ls acceptance ../../../acceptance > src/SEEN 2>&1; true" })],
    });
    const before = fingerprint(join(place.path, "acceptance"));
    const { code, out } = await place.runBeside([...runWords, ...words]);
    expect(code, out.slice(-2000)).toBe(0);
    const branch =
      git(place, "for-each-ref", "--format=%(refname)", "refs/heads/untildone").trim().split("\n")[0] ?? "";
    expect(git(place, "show", `${branch}:src/SEEN`)).not.toContain("slug.test.js");
    expect(git(place, "diff", "--name-only", "HEAD", branch)).not.toContain("acceptance");
    expect(fingerprint(join(place.path, "acceptance"))).toEqual(before);
    git(place, "merge", "-q", branch);
    expect(git(place, "status", "--porcelain", "--", "acceptance")).toBe("");
  });
});

describe("a run that is stopped", () => {
  const hanging = () => hiddenProject({ steps: [{ say: "I think.", hang: true }] });
  const isAway = (place: Workplace): boolean => !existsSync(join(place.path, "acceptance/slug.test.js"));

  it.each(["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"] as const)("by %s puts the files back", async (signal) => {
    using place = hanging();
    const before = fingerprint(join(place.path, "acceptance"));
    const { child, out } = startRun(place);
    await until(() => out().includes('"agent-start"'));
    expect(isAway(place)).toBe(true);
    expect(git(place, "status", "--porcelain")).not.toContain("acceptance");
    child.kill(signal);
    if (signal === "SIGINT") setTimeout(() => child.kill(signal), 300);
    await until(() => !isAway(place) && Object.keys(fingerprint(join(place.path, "acceptance"))).length === 2);
    await until(() => !/^S /m.test(git(place, "ls-files", "-v")));
    expect(fingerprint(join(place.path, "acceptance"))).toEqual(before);
    expect(git(place, "status", "--porcelain")).not.toContain("acceptance");
  });

  it("with all that watches over it, leaves them to the next command, which says so", async () => {
    using place = hanging();
    const before = fingerprint(join(place.path, "acceptance"));
    const { child, out } = startRun(place);
    await until(() => out().includes('"agent-start"'));
    const restorers = restorersOf(child.pid ?? 0);
    expect(restorers.length).toBe(1);
    for (const pid of restorers) process.kill(pid, "SIGKILL");
    child.kill("SIGKILL");
    await until(() => child.signalCode !== null);
    expect(isAway(place)).toBe(true);
    const { err } = place.runProcess(["state"]);
    expect(err).toMatch(/2 hidden files of run \S+ put back in /);
    expect(fingerprint(join(place.path, "acceptance"))).toEqual(before);
    expect(place.runProcess(["state"]).err).not.toContain("put back");
  });

  it("is resumed with the same check, hidden again", async () => {
    using place = hanging();
    const { child, out } = startRun(place);
    await until(() => out().includes('"agent-start"'));
    child.kill("SIGKILL");
    await until(() => !isAway(place));
    place.write(
      ".ralph/script.json",
      JSON.stringify({ steps: [step(wrong), step(wrong, { shell: seen }), step(right)] }),
    );
    const { code, out: resumed } = await place.runBeside(["run", "--resume", "--json"]);
    expect(code, resumed.slice(-1500)).toBe(0);
    expect(last(resumed).decision.taskDone).toBe("T1");
    expect(isAway(place)).toBe(false);
  });

  it("keeps what somebody put in their place meanwhile, beside the files", async () => {
    using place = hanging();
    const before = fingerprint(join(place.path, "acceptance"));
    const { child, out } = startRun(place);
    await until(() => out().includes('"agent-start"'));
    for (const pid of restorersOf(child.pid ?? 0)) process.kill(pid, "SIGKILL");
    child.kill("SIGKILL");
    await until(() => child.signalCode !== null);
    writeFileSync(join(place.path, "acceptance"), "a file in the place of the folder\n");
    const { err } = place.runProcess(["hidden"]);
    expect(err).toContain("acceptance stood in the way and was moved to ");
    expect(fingerprint(join(place.path, "acceptance"))).toEqual(before);
    expect(filesWith(place.stateHome, "in the place of the folder")).toHaveLength(1);
  });
});

describe("a hidden check that cannot be hidden is refused, and nothing is lost", () => {
  const refused = async (place: Workplace) => {
    const before = fingerprint(place.path);
    const { code, err } = await place.runBeside(runWords);
    expect(code).toBe(2);
    const after = fingerprint(place.path);
    for (const [name, print] of Object.entries(before)) expect([name, after[name]]).toEqual([name, print]);
    return err;
  };
  it.each([
    [{ files: ["**"] }, /"\*\*" would hide the whole project/],
    [{ files: ["."] }, /would hide the whole project/],
    [{ files: ["../elsewhere/**"] }, /leads out of the project/],
    [{ files: ["/etc/**"] }, /is no path from the project's folder/],
    [{ files: [] }, /the files to hide/],
    [{ files: undefined }, /the files to hide/],
    [{ files: ["nothing/**"] }, /no file matches nothing\/\*\*/],
    [{ files: ["{test,src,acceptance}/**", "*.*", ".gitignore"] }, /would hide (?:the whole project|TODO\.md|\.ralph)/],
    [{ files: ["*.md"] }, /TODO\.md, which the run itself needs/],
    [{ hidden: false }, /says something of a hidden check/],
  ])("%j", async (check, why) => {
    using place = hiddenProject({ steps: [step(right)], check });
    expect(await refused(place)).toMatch(why);
  });

  it("a link among them", async () => {
    using place = hiddenProject({ steps: [step(right)] });
    symlinkSync("../src/other.js", join(place.path, "acceptance/link.js"));
    expect(await refused(place)).toMatch(/acceptance\/link\.js is a link, which cannot be hidden/);
  });

  it("a folder that is a link", async () => {
    using place = hiddenProject({ steps: [step(right)], check: { files: ["checks/**"] } });
    symlinkSync("acceptance", join(place.path, "checks"));
    expect(await refused(place)).toMatch(/checks is a link, which cannot be hidden/);
  });

  it("a repository of its own", async () => {
    using place = hiddenProject({ steps: [step(right)] });
    mkdirSync(join(place.path, "acceptance/inner"));
    git({ path: join(place.path, "acceptance/inner") }, "init", "-q");
    expect(await refused(place)).toMatch(/acceptance\/inner is a repository of its own, which cannot be hidden/);
  });

  it("a private folder in the project", async () => {
    using place = hiddenProject({ steps: [step(right)] });
    const { code, err } = await place.runBeside(runWords, { XDG_STATE_HOME: join(place.path, ".state") });
    expect([code, err]).toEqual([2, expect.stringContaining("is in the project, where the agent works")]);
    expect(existsSync(join(place.path, "acceptance/slug.test.js"))).toBe(true);
    rmSync(join(place.path, ".state"), { recursive: true });
  });
});
