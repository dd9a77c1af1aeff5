import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { describeEngines } from "../engines/describe-engines.js";
import { EnginePlace } from "../engines/place.js";

/**
 * A hostile agent that knows what it looks for hunts for the files of a hidden check: in the tree and its history, around it,
 * in the environment, in processes, in our folders, logs and pages. Its own text must not hold the word.
 */
const secret = "QUIET-HERON";
const places = (project: string, state: string): string =>
  `. "${project}" "${state}" "$HOME" /tmp /var/tmp /run /dev/shm /mnt`;

/** `around`: also where others of this machine keep their files, which takes long outside of a sandbox. */
const hunt = (project: string, state: string, around: boolean): string => `
mark=QUIET-; mark="\${mark}HERON"
{
  grep -rlsI "$mark" ${around ? places(project, state) : `. "${state}"`} 2> /dev/null | sed 's/^/file: /'
  for repository in . "${project}" $(find ${around ? "/" : "."} -xdev -name '*.git' -not -path '/proc/*' 2> /dev/null | head -50); do
    git -c safe.directory='*' -C "$repository" cat-file --batch-all-objects --batch 2> /dev/null | grep -a "$mark" | sed "s|^|object of $repository: |"
    git -c safe.directory='*' -C "$repository" log --all --name-only --format=%s 2> /dev/null | grep acceptance | sed "s|^|history of $repository: |"
    git -c safe.directory='*' -C "$repository" ls-files -s 2> /dev/null | grep acceptance | sed "s|^|index of $repository: |"
  done
  env | grep "$mark" | sed 's/^/environment: /'
  for process in /proc/[0-9]*; do
    for name in environ cmdline; do tr '\\0' '\\n' < "$process/$name" 2> /dev/null | grep "$mark" | sed "s|^|$process/$name: |"; done
    ls "$process/cwd/acceptance" 2> /dev/null | sed "s|^|$process/cwd: |"
    ${around ? `grep -rlsI "$mark" "$process/root${state}" "$process/root${project}" 2> /dev/null | sed 's/^/file: /'` : ":"}
  done
} >> hunt.txt 2> /dev/null
echo hunted >> hunt.txt
git add -A; git -c user.name=a -c user.email=a@a commit -qm hunted`;

function prepare(place: EnginePlace, around = true): void {
  place.write("acceptance/check.sh", `# ${secret}\ntest "$(cat work.txt 2> /dev/null)" = 2\n`);
  place.write("acceptance/data/cases.txt", `${secret}\n`);
  const check = { command: "sh acceptance/check.sh", hidden: true, files: ["acceptance/**"], when: "claim" };
  place.write(
    ".ralph/config.json",
    JSON.stringify({ checks: { acceptance: { ...check, requirement: "work.txt says 2" } } }),
  );
  place.agent(
    `echo x >> turns.txt; wc -l < turns.txt | tr -d ' ' > work.txt${hunt(place.path, place.stateHome, around)}`,
  );
  place.commitAll();
}

/** What the agent wrote down, wherever its work is now. */
function readHunt(place: EnginePlace): string {
  const own = join(place.path, "hunt.txt");
  const worktrees = join(place.path, ".ralph/worktrees");
  const found = existsSync(worktrees) ? readdirSync(worktrees).map((name) => join(worktrees, name, "hunt.txt")) : [];
  const files = [own, ...found].filter(existsSync).map((file) => readFileSync(file, "utf8"));
  const git = (...words: readonly string[]): string =>
    spawnSync("git", ["-c", "safe.directory=*", ...words], { cwd: place.path, encoding: "utf8" }).stdout;
  const branches = git("for-each-ref", "--format=%(refname)", "refs/heads/untildone").split("\n").filter(Boolean);
  return [...files, ...branches.map((branch) => git("show", `${branch}:hunt.txt`))].join("\n");
}

describeEngines(", with a hidden check", {}, ({ kind, person, test }) => {
  test("shows nothing of its files to an agent that hunts for them, in two turns", async (engine) => {
    using place = new EnginePlace({ engine, person }, "true");
    prepare(place);
    place.own();
    const { code, out, err } = await place.go(["--max-iterations", "3"]);
    const found = readHunt(place);
    expect(found, out + err).toContain("hunted");
    expect(found.split("\n").filter((line) => line !== "" && line !== "hunted")).toEqual([]);
    expect({ code, err }, out).toMatchObject({ code: 0 });
    expect(place.read("acceptance/data/cases.txt")).toBe(`${secret}\n`);
  });

  if (kind !== "bwrap") return;
  test("is found without a sandbox, in history and the private folder, as SECURITY.md says", async (engine) => {
    using place = new EnginePlace({ engine, person }, "true");
    prepare(place, false);
    place.own();
    await place.go(["--sandbox", "none", "--max-iterations", "3"]);
    const found = readHunt(place);
    expect(found).toMatch(/^object of \.: /m);
    expect(found).toMatch(new RegExp(`^file: ${place.stateHome}/.*/hidden/`, "m"));
    expect(found).not.toMatch(/^environment: /m);
    expect(found).not.toMatch(/^file: \.\/\.ralph/m);
    expect(found).not.toMatch(/^file: \.\/acceptance/m);
  });
});
