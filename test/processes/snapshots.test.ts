import { createHash } from "node:crypto";
import { chmodSync, lstatSync, readdirSync, readFileSync, readlinkSync, symlinkSync, utimesSync } from "node:fs";
import { join, relative } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { baselineFromCommit } from "../../src/evidence/baseline-from-commit.js";
import { checkCleanGit } from "../../src/evidence/checks/clean-git.js";
import { changesBetween } from "../../src/evidence/workspace/changes.js";
import { lookAtWorkspace } from "../../src/evidence/workspace/state.js";
import { askGit } from "../../src/lib/git/ask-git.js";
import { Place } from "../evidence/place.js";

const ignoredAtStart = (path: string): boolean => /(?:^|\/)out\/|\.log$|^\.git\//.test(path);

/** All that counts, read byte by byte. */
function readAll(place: Place): Map<string, string> {
  const all = new Map<string, string>();
  for (const entry of readdirSync(place.path, { recursive: true, withFileTypes: true })) {
    const full = join(entry.parentPath, entry.name);
    const path = relative(place.path, full);
    if (entry.isDirectory() || ignoredAtStart(path)) continue;
    const content = entry.isSymbolicLink() ? `-> ${readlinkSync(full)}` : readFileSync(full, "latin1");
    all.set(path, `${lstatSync(full).mode & 0o100} ${content}`);
  }
  return all;
}

function differences(before: Map<string, string>, now: Map<string, string>): readonly string[] {
  const names = new Set([...before.keys(), ...now.keys()]);
  return [...names].filter((name) => before.get(name) !== now.get(name)).sort();
}

const names = [
  "a.js",
  "src/b.py",
  "src/deep/c.txt",
  "new.js",
  "test/d.test.js",
  "odd\nname",
  "é.txt",
  "x.log",
  "out/o",
];
const name = fc.constantFrom(...names);
const content = fc.constantFrom("one\n", "two\n", "six\n", "", "one\r\n", "a\0b");
type Act = (place: Place) => void;
const attempt =
  (act: Act): Act =>
  (place) => {
    try {
      act(place);
    } catch {
      // Not there, or not now: the next act goes on.
    }
  };
const git = (...words: string[]): Act => attempt((place) => void place.git(...words));

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(name, content).map(([path, text]) => attempt((place) => void place.write(path, text))),
  // The same time again: git that trusts it would not look.
  fc.tuple(name, content).map(([path, text]) =>
    attempt((place) => {
      const full = join(place.path, path);
      const { atime, mtime } = lstatSync(full);
      place.write(path, text);
      utimesSync(full, atime, mtime);
    }),
  ),
  name.map((path) => attempt((place) => place.remove(path))),
  name.map((path) => attempt((place) => chmodSync(join(place.path, path), 0o755))),
  name.map((path) =>
    attempt((place) => {
      place.remove(path);
      symlinkSync("a.js", join(place.path, path));
    }),
  ),
  name.map((path) => git("update-index", "--assume-unchanged", path)),
  name.map((path) => git("update-index", "--skip-worktree", path)),
  name.map((path) => git("rm", "-q", "--cached", path)),
  fc.constant(git("add", "-A")),
  fc.constant(attempt((place) => void place.commit("work"))),
  fc.constant(git("config", "core.trustctime", "false")),
  fc.constant(attempt((place) => void place.write(".git/info/attributes", "* text ident\n"))),
  fc.constant(attempt((place) => void place.write(".git/info/exclude", "*.test.js\n"))),
);

/** A setting of the start is the user's: files are not executable on such a disk. */
const later = fc.oneof(act, fc.constant(git("config", "core.fileMode", "false")));

it("a look sees what reading every byte sees, whatever git is told", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { maxLength: 2 }),
      fc.array(later, { minLength: 1, maxLength: 8 }),
      async (first, acts) => {
        const place = new Place().writeAll({ "a.js": "one\n", "src/b.py": "two\n", "test/d.test.js": "six\n" });
        place.write(".gitignore", "out/\n*.log\n");
        place.repository();
        for (const each of first) each(place);
        const start = await lookAtWorkspace(place.path);
        const atStart = readAll(place);
        for (const each of acts) each(place);
        const now = await lookAtWorkspace(place.path, { start });
        const changes = await changesBetween(start, now);
        const seen = changes.files.flatMap(({ path, from }) => (from === null ? [path] : [path, from])).sort();
        expect(seen.filter((path) => !ignoredAtStart(path))).toEqual(differences(atStart, readAll(place)));
        expect(now.snapshot === start.snapshot).toBe(changes.files.length === 0);
      },
    ),
    { numRuns: 60 },
  );
}, 240_000);

it("a file that is changed twice within a moment is read twice", async () => {
  const place = new Place().writeAll({ "a.js": "one\n" });
  const first = await lookAtWorkspace(place.path);
  place.write("a.js", "two\n");
  const second = await lookAtWorkspace(place.path, { start: first });
  place.write("a.js", "six\n");
  const third = await lookAtWorkspace(place.path, { start: first });
  expect(new Set([first.snapshot, second.snapshot, third.snapshot]).size).toBe(3);
});

it("a folder of folders a thousand deep takes no time", async () => {
  const place = new Place();
  place.write(`${"d/".repeat(1_000)}f`, "1");
  const begun = performance.now();
  const look = await lookAtWorkspace(place.path);
  expect(Object.keys(look.roots[0]?.files ?? {})).toHaveLength(1);
  expect(performance.now() - begun).toBeLessThan(5_000);
});

it("git that hangs is stopped, and said to be", async () => {
  const place = new Place().writeAll({ "a.js": "one\n" }).repository();
  const hang = ["-c", "alias.hang=!sleep 60", "hang"];
  const answer = await askGit(place.path, hang, { timeoutMs: 300 });
  expect(answer).toMatchObject({ ok: false, why: "git hang did not end within 0.3 s and was stopped" });
});

it("what git converts is committed, and is seen to change", async () => {
  const content = "a big picture\n";
  const oid = createHash("sha256").update(content).digest("hex");
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${content.length}\n`;
  const place = new Place().writeAll({ ".gitattributes": "*.png filter=lfs\n", "a.png": pointer, "b.txt": "x\ny\n" });
  place.repository();
  place.writeAll({ "a.png": content, "b.txt": "x\r\ny\r\n" });
  const start = await lookAtWorkspace(place.path);
  expect(checkCleanGit({ now: start }).state).toBe("holds");
  expect((await changesBetween((await baselineFromCommit(place.path))?.state ?? start, start)).files).toEqual([]);
  place.writeAll({ "a.png": "another\n", "b.txt": "x\r\nz\r\n" });
  const now = await lookAtWorkspace(place.path, { start });
  expect(checkCleanGit({ now }).detail).toBe("not committed: a.png, b.txt");
  expect((await changesBetween(start, now)).files.map(({ path }) => path)).toEqual(["a.png", "b.txt"]);
});
