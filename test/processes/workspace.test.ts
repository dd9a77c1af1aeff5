import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changesBetween, realChanges } from "../../src/evidence/workspace/changes.js";
import { withoutCosmetics } from "../../src/evidence/workspace/cosmetic.js";
import { matchesGlob } from "../../src/evidence/workspace/glob.js";
import { IgnoreRules } from "../../src/evidence/workspace/ignore-rules.js";
import { lookAtWorkspace, workspaceSnapshot } from "../../src/evidence/workspace/state.js";
import { Place } from "../evidence/place.js";

/** What changed while `act` ran: "kind path", with * for cosmetic, and the commits. */
async function seen(
  place: Place,
  act: () => void,
  cwd = place.path,
): Promise<{ files: string[]; commits: number | null }> {
  const before = JSON.parse(JSON.stringify(await lookAtWorkspace(cwd)));
  act();
  const now = await lookAtWorkspace(cwd);
  const changes = await changesBetween(before, now);
  expect(changes.problems).toEqual([]);
  expect(now.snapshot === before.snapshot).toBe(changes.files.length === 0);
  const tell = changes.files.map(({ kind, path, from, cosmetic }) =>
    [`${kind}${cosmetic ? "*" : ""}`, ...(from ? [from] : []), path].join(" "),
  );
  return { files: tell, commits: changes.commits };
}

/** One step after the other, as a single act. */
const doing = (..._steps: readonly unknown[]): void => undefined;

const start = { "a.js": "const a = 1;\n", "src/b.py": "if x:\n    y()\n", ".gitignore": "out/\n*.log\n" };
const repository = (): Place => new Place().writeAll(start).repository();

interface Case {
  readonly name: string;
  readonly act: (place: Place) => void;
  readonly files: readonly string[];
  readonly commits?: number;
}

const everywhere: readonly Case[] = [
  { name: "nothing", act: () => undefined, files: [] },
  { name: "a file written again as it was", act: (p) => p.write("a.js", start["a.js"]), files: [] },
  { name: "a new file", act: (p) => p.write("new file.txt", "x"), files: ["added new file.txt"] },
  { name: "an edit", act: (p) => p.write("a.js", "const a = 2;\n"), files: ["modified a.js"] },
  { name: "a deleted file", act: (p) => p.remove("src/b.py"), files: ["deleted src/b.py"] },
  {
    name: "a renamed file",
    act: (p) => renameSync(join(p.path, "a.js"), join(p.path, "src/c.js")),
    files: ["renamed a.js src/c.js"],
  },
  { name: "a mode", act: (p) => chmodSync(join(p.path, "a.js"), 0o755), files: ["mode a.js"] },
  { name: "a link", act: (p) => symlinkSync("a.js", join(p.path, "link")), files: ["added link"] },
  { name: "blanks", act: (p) => p.write("a.js", "\nconst  a=1 ;\n\n"), files: ["modified* a.js"] },
  { name: "indentation in Python", act: (p) => p.write("src/b.py", "if x:\n  y()\n"), files: ["modified src/b.py"] },
  {
    name: "line ends in Python",
    act: (p) => p.write("src/b.py", "if x:\r\n    y()\r\n"),
    files: ["modified* src/b.py"],
  },
  {
    name: "what git ignores and our own folder",
    act: (p) => p.writeAll({ "out/a": "1", "x.log": "1", ".ralph/state.json": "1", "src/y.log": "2" }),
    files: [],
  },
  {
    name: "a folder named like a file that was",
    act: (p) => doing(p.remove("a.js"), p.write("a.js/in", "1")),
    files: ["deleted a.js", "added a.js/in"],
  },
  {
    name: "names that mean something to JavaScript",
    act: (p) => p.write("__proto__", "1"),
    files: ["added __proto__"],
  },
  { name: "a pipe nobody writes to", act: (p) => void execFileSync("mkfifo", [join(p.path, "pipe")]), files: [] },
];

describe("in a repository", () => {
  it.each([
    ...everywhere,
    {
      name: "a commit",
      act: (p: Place) => doing(p.write("a.js", "const a = 2;\n"), p.commit("two")),
      files: ["modified a.js"],
      commits: 1,
    },
    {
      name: "an amended commit",
      act: (p: Place) => doing(p.write("a.js", "const a = 3;\n"), p.git("commit", "-qa", "--amend", "-m", "other")),
      files: ["modified a.js"],
      commits: 1,
    },
    { name: "an empty commit", act: (p: Place) => p.commit("nothing"), files: [], commits: 0 },
    {
      name: "a commit of blanks only",
      act: (p: Place) => doing(p.write("a.js", "const a =  1;\n"), p.commit("blanks")),
      files: ["modified* a.js"],
      commits: 0,
    },
    {
      name: "a commit that was taken back",
      act: (p: Place) => doing(p.write("a.js", "2"), p.commit("two"), p.git("reset", "-q", "--hard", "HEAD~1")),
      files: [],
    },
    {
      name: "what is in the index only",
      act: (p: Place) => doing(p.write("a.js", "const a = 5;\n"), p.git("add", "-A")),
      files: ["modified a.js"],
    },
    {
      name: "another branch",
      act: (p: Place) => doing(p.git("checkout", "-q", "-b", "other"), p.write("n.txt", "1"), p.commit("n")),
      files: ["added n.txt"],
      commits: 1,
    },
    {
      name: "our own folder, committed",
      act: (p: Place) => doing(p.write(".ralph/journal", "1"), p.commit("journal")),
      files: [],
      commits: 0,
    },
    {
      name: "a repository within, and a commit in it",
      act: (p: Place) => {
        p.write("inner/x", "1");
        for (const words of [
          ["init", "-q"],
          ["add", "-A"],
          ["commit", "-qm", "inner"],
        ])
          p.git("-C", "inner", ...words);
      },
      files: ["added inner"],
    },
  ] satisfies Case[])("sees $name", async ({ act, files, commits = 0 }: Case) => {
    const place = repository();
    expect(await seen(place, () => act(place))).toEqual({ files, commits });
  });

  it("sees the work committed that lay there uncommitted as a commit, not as a change", async () => {
    const place = repository();
    place.write("a.js", "const a = 9;\n");
    place.write("n.txt", "new");
    expect(await seen(place, () => void place.commit("work"))).toEqual({ files: [], commits: 1 });
  });

  it("sees what changes in files that had changed before", async () => {
    const place = repository();
    place.writeAll({ "a.js": "let a = 9;\n", "n.js": "let n = 1;\n", "m.js": "let m = 1;\n" });
    const act = (): void =>
      void place.writeAll({ "a.js": "let a  = 9;\n", "n.js": "let n = 2;\n", "m.js": "let m = 1;\n" });
    expect(await seen(place, act)).toEqual({ files: ["modified* a.js", "modified n.js"], commits: 0 });
  });

  it("sees a submodule move, and work inside it", async () => {
    const inner = new Place().writeAll({ "x.txt": "1" }).repository();
    const place = repository();
    place.git("submodule", "add", "-q", inner.path, "sub");
    place.commit("with a submodule");
    expect(await seen(place, () => undefined)).toEqual({ files: [], commits: 0 });
    expect((await seen(place, () => place.write("sub/x.txt", "2"))).files).toEqual(["submodule sub"]);
    const commit = (): void => void place.git("-C", "sub", "commit", "-qam", "two");
    expect((await seen(place, commit)).files).toEqual(["submodule sub"]);
    expect(await seen(place, () => void place.commit("move"))).toEqual({ files: [], commits: 1 });
  });

  it("does not look for a submodule's repository above it", async () => {
    const inner = new Place().writeAll({ "x.txt": "1" }).repository();
    const outer = repository();
    outer.git("submodule", "add", "-q", inner.path, "sub");
    outer.commit("with a submodule");
    const place = new Place();
    place.git("clone", "-q", outer.path, "clone");
    const clone = join(place.path, "clone");
    expect(await seen(place, () => place.write("clone/a.js", "9"), clone)).toEqual({
      files: ["modified a.js"],
      commits: 0,
    });
  });

  it("works in a worktree, in a folder of the repository, and before the first commit", async () => {
    const place = repository();
    place.git("worktree", "add", "-q", join(place.path, "out/tree"));
    const tree = join(place.path, "out/tree");
    expect(await seen(place, () => place.write("out/tree/a.js", "5"), tree)).toEqual({
      files: ["modified a.js"],
      commits: 0,
    });
    expect((await seen(place, () => place.write("a.js", "6"), join(place.path, "src"))).files).toEqual([
      "modified a.js",
    ]);
    const fresh = new Place().writeAll(start);
    fresh.git("init", "-q");
    const edit = (): void => doing(fresh.write("a.js", "const a = 3;\n"), fresh.write("c", "1"));
    expect(await seen(fresh, edit)).toEqual({ files: ["modified a.js", "added c"], commits: 0 });
    expect(await seen(fresh, () => void fresh.commit("first"))).toEqual({ files: [], commits: 1 });
  });

  it("looks into a folder that the repository around it ignores", async () => {
    const place = repository();
    place.write("out/work/x.txt", "1");
    const inside = join(place.path, "out/work");
    expect((await seen(place, () => place.write("out/work/x.txt", "2"), inside)).files).toEqual(["modified x.txt"]);
  });

  it("starts no filter and no monitor that the repository's configuration names", async () => {
    const place = repository();
    place.write("trap", `#!/bin/sh\ntouch ${place.path}/out-sprung\ncat\n`, 0o755);
    place.write(".gitattributes", "*.js filter=trap diff=trap\n");
    place.commit("trap");
    for (const key of ["filter.trap.clean", "filter.trap.smudge", "core.fsmonitor", "diff.trap.textconv"])
      place.git("config", key, join(place.path, "trap"));
    place.git("config", "filter.trap.required", "true");
    expect((await seen(place, () => place.write("a.js", "7"))).files).toEqual(["modified a.js"]);
    expect(existsSync(join(place.path, "out-sprung"))).toBe(false);
  });

  it("does not pass off a repository that git refuses to read as a folder without one", async () => {
    const place = repository();
    const before = await lookAtWorkspace(place.path);
    place.write(".git/config", "[core\n");
    const now = await lookAtWorkspace(place.path);
    expect(now.snapshot).toBeNull();
    expect(now.notes.join()).toContain("bad config");
    expect((await changesBetween(before, now)).problems.join()).toContain("bad config");
  });

  it("says so where the start cannot be found again", async () => {
    const place = repository();
    const before = await lookAtWorkspace(place.path);
    place.remove(".git");
    const { problems, commits } = await changesBetween(before, await lookAtWorkspace(place.path));
    expect(problems.join()).toContain("the repository of the start is gone");
    expect(commits).toBeNull();
  });

  it("names a content the same, committed or not, and comes back to a name with it", async () => {
    const place = repository();
    const first = await workspaceSnapshot(place.path);
    place.write("a.js", "other");
    const other = await workspaceSnapshot(place.path);
    place.commit("other");
    expect(await workspaceSnapshot(place.path)).toBe(other);
    expect(other).not.toBe(first);
    place.write("a.js", start["a.js"]);
    expect(await workspaceSnapshot(place.path)).toBe(first);
    expect(await workspaceSnapshot(place.path, { ignore: [".ralph", "a.js"] })).not.toBe(first);
  });
});

describe("without git", () => {
  it.each(everywhere)("sees $name", async ({ act, files }) => {
    const place = new Place().writeAll(start);
    expect(await seen(place, () => act(place))).toEqual({ files, commits: 0 });
  });

  it("goes on where git begins in the middle of a run", async () => {
    const place = new Place().writeAll(start);
    expect(await seen(place, () => void place.repository())).toEqual({ files: [], commits: 1 });
  });

  it("watches further folders, each once", async () => {
    const place = new Place().writeAll({ "one/a": "1", "two/b": "1" });
    const look = () => lookAtWorkspace(join(place.path, "one"), { roots: ["../two", "../two/", "."] });
    const before = await look();
    place.write("two/b", "2");
    const now = await look();
    expect(now.roots).toHaveLength(2);
    expect(realChanges(await changesBetween(before, now)).map(({ path }) => path)).toEqual(["b"]);
  });
});

describe("ignore rules", () => {
  it("agree with git", () => {
    const rules = [
      "*.log",
      "!keep.log",
      "/top",
      "build/",
      "a/**/z",
      "doc/*.txt",
      "\\#odd",
      "sp\\ ace",
      "x[0-9].c",
      "# no",
      "",
      "{b}",
    ];
    const inner = ["!again.log", "/here", "deep/"];
    const paths = [
      "a.log",
      "keep.log",
      "sub/keep.log",
      "sub/again.log",
      "top",
      "sub/top",
      "build/x",
      "sub/build/x",
      "a/z",
      "a/b/c/z",
      "doc/a.txt",
      "doc/x/a.txt",
      "#odd",
      "sp ace",
      "x1.c",
      "xa.c",
      "sub/here",
      "sub/x/here",
      "sub/deep/y",
      "deep/y",
      "{b}",
      "b",
      "plain",
    ];
    const place = new Place().writeAll({ ".gitignore": rules.join("\n"), "sub/.gitignore": inner.join("\n") });
    place.git("init", "-q");
    const own = new IgnoreRules();
    own.add("", rules.join("\n"));
    own.add("sub/", inner.join("\n"));
    const ignored = (path: string): boolean =>
      own.ignores(path) ||
      path.split("/").some((_, at, all) => at > 0 && own.ignores(`${all.slice(0, at).join("/")}/`));
    const asked = execFileSync("sh", ["-c", "git check-ignore --no-index --stdin || true"], {
      cwd: place.path,
      input: `${paths.join("\n")}\n`,
      encoding: "utf8",
    });
    expect(paths.filter(ignored)).toEqual(asked.trim().split("\n"));
  });
});

describe("cosmetic edits", () => {
  it.each([
    { path: "a.ts", one: "f(a, b)", two: "f(a,\n  b)", same: true },
    { path: "a.ts", one: "if (x) {\n\ty();\n}", two: "if(x){ y(); }", same: true },
    { path: "a.ts", one: 'log("Total:5")', two: 'log("Total: 5")', same: false },
    { path: "a.ts", one: "x = 'a  b'", two: "x = 'a b'", same: false },
    { path: "a.ts", one: 'f( "a" , b )', two: 'f("a",b)', same: true },
    { path: "a.ts", one: "return a", two: "returna", same: false },
    { path: "a.ts", one: "// off\nrun()", two: "// off run()", same: false },
    { path: "a.ts", one: "x = `\n a , b\n`", two: "x = `\n a, b\n`", same: false },
    { path: "a.sh", one: "echo a  b", two: "echo a b", same: true },
    { path: "a.py", one: "def f():\n    a()\n    b()", two: "def f():\n    a()\nb()", same: false },
    { path: "a.py", one: "a()\n\n\nb()", two: "a()  \nb()\n", same: true },
    { path: "a.yaml", one: "a:\n  b: 1", two: "a:\nb: 1", same: false },
    { path: "Makefile", one: "a:\n\tb", two: "a:\n    b", same: false },
    { path: "a.ts", one: "\uFEFFa\r\nb", two: "a\nb", same: true },
    { path: "a.ts", one: "a - -b", two: "a--b", same: false },
    { path: "a.ts", one: "a + b *\n c", two: "a+b * c", same: true },
  ])("$path: $one / $two: $same", ({ path, one, two, same }) => {
    expect(withoutCosmetics(one, path) === withoutCosmetics(two, path)).toBe(same);
  });

  it("never hides a change of a character that is no blank", () => {
    const letters = fc.stringMatching(/^[a-z(){};"'`#/ \n]{0,60}$/);
    fc.assert(
      fc.property(letters, letters, fc.constantFrom("a.ts", "a.py"), (one, two, path) => {
        const bare = (text: string): string => text.replaceAll(/\s/g, "");
        fc.pre(bare(one) !== bare(two));
        expect(withoutCosmetics(one, path)).not.toBe(withoutCosmetics(two, path));
      }),
    );
  });
});

describe("path patterns", () => {
  it.each([
    { path: "a/b.ts", glob: "a/*.ts", matches: true },
    { path: "a/c/b.ts", glob: "a/*.ts", matches: false },
    { path: "a/c/b.ts", glob: "a/**/*.ts", matches: true },
    { path: "a/b.ts", glob: "a/**/*.ts", matches: true },
    { path: "a/b.ts", glob: "a", matches: true },
    { path: "a/b.ts", glob: "a/", matches: true },
    { path: "ab/b.ts", glob: "a", matches: false },
    { path: "x/a.{c}", glob: "*.{c,d}", matches: false },
    { path: "x/a.d", glob: "*.{c,d}", matches: true },
    { path: "a.b", glob: "a?b", matches: true },
    { path: "a/b", glob: "a?b", matches: false },
    { path: "x1", glob: "x[0-9]", matches: true },
    { path: "x1", glob: "x[!0-9]", matches: false },
    { path: "a+b(c).ts", glob: "a+b(c).ts", matches: true },
    { path: "a/c/b.ts", glob: "a/**.ts", matches: true },
    { path: "a/b.ts", glob: "a/**.ts", matches: true },
    { path: "a/xb.ts", glob: "a**b.ts", matches: true },
    { path: "a*", glob: "a\\*", matches: true },
    { path: "ab", glob: "a\\*", matches: false },
    { path: "a[b", glob: "a[b", matches: true },
    { path: "a/b", glob: "a[!x]b", matches: false },
    { path: "x.c", glob: "x.{a,{b,c}}", matches: true },
  ])("$glob and $path: $matches", ({ path, glob, matches }) => {
    expect(matchesGlob(path, glob)).toBe(matches);
  });
});

it("a folder that cannot be read is told, not thrown", async () => {
  const place = new Place();
  mkdirSync(join(place.path, "x"));
  expect((await lookAtWorkspace(join(place.path, "nowhere"))).roots[0]?.files).toEqual({});
});
