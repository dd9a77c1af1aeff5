import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ProjectWatch, readWatchedState } from "../../src/agents/sandbox/project-watch.js";
import type { Mount, SandboxPlan } from "../../src/agents/sandbox/sandbox.js";
import { realPath } from "../../src/lib/files/folder.js";
import { ownUser } from "../../src/lib/process/own-user.js";

let root = "";
beforeEach(() => {
  root = realPath(mkdtempSync(join(tmpdir(), "untildone-watch-")));
  spawnSync("git", ["init", "-q", root]);
  mkdirSync(join(root, ".git/info"), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

const watch = (more: readonly Mount[] = []): ProjectWatch => {
  const mounts = [
    { path: root, as: "write" },
    { path: `${root}/.git`, as: "write" },
    { path: `${root}/.git/config`, as: "read" },
    ...more,
  ] as const;
  const plan: SandboxPlan = {
    ...{ kind: "bwrap", name: "n", image: null, network: "on", cwd: root, mounts, user: ownUser() },
    limits: { memory: null, processes: null, cpus: null },
    env: { passed: [], dropped: [] },
  };
  return new ProjectWatch(readWatchedState({ plan, common: `${root}/.git` }));
};
const at = (name: string): string => join(root, name);
const put = (name: string, text = "x"): void => {
  mkdirSync(join(at(name), ".."), { recursive: true });
  writeFileSync(at(name), text);
};

const putMode = (name: string, mode: number): void => {
  put(name);
  chmodSync(at(name), mode);
};

describe("what a turn left is taken back", () => {
  it.each<[string, () => void, string, RegExp]>([
    ["a set-user-id program", () => putMode("a", 0o4755), "a", /set-user-id/],
    ["a set-group-id program", () => putMode("a", 0o2755), "a", /set-group-id/],
    ["a git folder that everybody may write", () => chmodSync(at(".git"), 0o777), ".git", /closed/],
    [
      "settings of git that everybody may write",
      () => putMode(".git/description", 0o666),
      ".git/description",
      /opened for everybody/,
    ],
    ["a folder of other settings", () => put(".git/commondir", "../x\n"), ".git/commondir", /removed/],
    ["settings of a worktree", () => put(".git/config.worktree"), ".git/config.worktree", /removed/],
    ["a hook", () => put(".git/hooks/pre-commit"), ".git/hooks/pre-commit", /removed/],
    [
      "a link that git would write through",
      () => symlinkSync("/etc/x", at(".git/COMMIT_EDITMSG")),
      ".git/COMMIT_EDITMSG",
      /link out/,
    ],
    ["attributes", () => put(".git/info/attributes"), ".git/info/attributes", /removed/],
    ["objects of another place", () => put(".git/objects/info/alternates"), ".git/objects/info/alternates", /removed/],
  ])("%s", (_, act, file, told) => {
    const watched = watch();
    act();
    expect(watched.restore()).toEqual([{ file: at(file), what: expect.stringMatching(told) }]);
    expect((lstatSync(at(file), { throwIfNoEntry: false })?.mode ?? 0) & 0o6000).toBe(0);
    expect(watched.restore()).toEqual([]);
  });

  it.each<[string, () => void]>([
    ["an ordinary file", () => put("a")],
    ["a link in the project", () => symlinkSync("/etc", at("a"))],
    ["a link within git's folder", () => symlinkSync("refs/heads/main", at(".git/LINK"))],
    ["a folder that hands on its group", () => mkdirSync(at("d"), { mode: 0o2755 })],
    ["settings that cannot be changed inside", () => put(".git/config", "[user]\n\tname = person\n")],
    ["a repository as git makes it", () => void spawnSync("git", ["init", "-q", at("sub")])],
    ["a file of the project that everybody may write", () => putMode("a", 0o666)],
    ["a commit", () => put(".git/HEAD", "ref: refs/heads/x\n")],
  ])("but not %s", (_, act) => {
    const watched = watch();
    act();
    expect(watched.restore()).toEqual([]);
  });

  it("such as settings that others include", () => {
    put(".git/config", "[include]\n\tpath = ../shared.gitconfig\n");
    put("shared.gitconfig", "[alias]\n");
    const watched = watch();
    put("shared.gitconfig", "[core]\n\tfsmonitor = ./x\n");
    expect(watched.restore()).toEqual([{ file: at("shared.gitconfig"), what: expect.stringMatching(/put back/) }]);
    expect(readFileSync(at("shared.gitconfig"), "utf8")).toBe("[alias]\n");
  });

  it("and so is what cannot be changed, if the folder around it was moved away", () => {
    put(".git/worktrees/w/commondir", "../..\n");
    const watched = watch([{ path: `${root}/.git/worktrees/w/commondir`, as: "read" }]);
    renameSync(at(".git/worktrees"), at(".git/moved"));
    put(".git/worktrees/w/commondir", "../../../evil\n");
    expect(watched.restore()).toMatchObject([{ file: at(".git/worktrees/w/commondir") }]);
    expect(readFileSync(at(".git/worktrees/w/commondir"), "utf8")).toBe("../..\n");
  });

  it.runIf(process.getuid?.() === 0)("and so is a group", () => {
    put("a");
    const watched = watch();
    put("b");
    for (const name of ["a", "b"]) chownSync(at(name), 0, 4242);
    expect(watched.restore()).toEqual(
      ["a", "b"].map((name) => ({ file: at(name), what: "was given to group 4242: taken back" })),
    );
    expect(lstatSync(at("a")).gid).toBe(lstatSync(root).gid);
    expect(watched.restore()).toEqual([]);
  });

  it("leaves bits that were there", () => {
    put("a");
    chmodSync(at("a"), 0o4755);
    expect(watch().restore()).toEqual([]);
    expect(lstatSync(at("a")).mode & 0o4000).toBe(0o4000);
  });

  it("writes nothing through a link", () => {
    put("sub/.git/HEAD");
    put("sub/.git/config", "[core]\n");
    const watched = watch();
    const outside = mkdtempSync(join(tmpdir(), "untildone-outside-"));
    rmSync(at("sub/.git"), { recursive: true });
    symlinkSync(outside, at("sub/.git"));
    watched.restore();
    expect(existsSync(join(outside, "config"))).toBe(false);
    rmSync(outside, { recursive: true });
  });
});

describe("a repository that a turn made", () => {
  const init = (name: string): void => void spawnSync("git", ["init", "-q", at(name)]);

  it.each<[string, () => void]>([
    ["a command in its settings", () => put("sub/.git/config", "[core]\n\tfsmonitor = ./x\n")],
    ["a setting on the line of its section", () => put("sub/.git/config", "[core] fsmonitor = ./x\n")],
    ["an included file", () => put("sub/.git/config", "[include]\n\tpath = ../x\n")],
    ["a hook", () => put("sub/.git/hooks/post-checkout")],
    ["settings of another folder", () => put("sub/.git/commondir", "../x\n")],
  ])("is set aside with %s", (_, act) => {
    const watched = watch();
    init("sub");
    act();
    expect(watched.restore().map(({ file }) => file)).toEqual([at("sub/.git")]);
    expect(existsSync(at("sub/.git"))).toBe(false);
    expect(existsSync(at("sub/.git.set-aside"))).toBe(true);
  });

  it.each<[string, string, () => void]>([
    [
      "whose folder has a line break in its name",
      "sub/.git",
      () => {
        put("a\nb/HEAD", "ref: refs/heads/main\n");
        put("sub/.git", "gitdir: ../a\nb");
      },
    ],
    [
      "whose settings are in another folder",
      "sub/HEAD",
      () => {
        put("sub/HEAD", "ref: refs/heads/main\n");
        put("sub/commondir", "../x\n");
      },
    ],
    [
      "of a submodule that nobody has yet",
      ".git/modules/sub/HEAD",
      () => {
        spawnSync("git", ["init", "-q", "--bare", at(".git/modules/sub")]);
        put(".git/modules/sub/hooks/post-checkout");
      },
    ],
  ])("is set aside if it is one %s", (_, entry, act) => {
    const watched = watch();
    act();
    expect(watched.restore().map(({ file }) => file)).toEqual([at(entry)]);
    expect(existsSync(at(entry))).toBe(false);
    expect(watched.restore()).toEqual([]);
  });

  it.skipIf(ownUser()?.uid === 0)("is found in a folder that nobody may enter", () => {
    const watched = watch();
    init("closed/sub");
    put("closed/sub/.git/config", "[core]\n\tfsmonitor = ./x\n");
    chmodSync(at("closed/sub"), 0o300);
    chmodSync(at("closed"), 0o600);
    const files = watched.restore().map(({ file }) => file);
    expect(files).toEqual([at("closed"), at("closed/sub"), at("closed/sub/.git")]);
    expect(watched.restore()).toEqual([]);
  });

  it("is no repository any more if a folder only looks like one", () => {
    const watched = watch();
    spawnSync("git", ["init", "-q", "--bare", at("sub")]);
    expect(watched.restore()).toEqual([]);
    put("sub/config", "[core]\n\tfsmonitor = ./x\n");
    const again = watch();
    expect(again.restore()).toEqual([]);
    spawnSync("git", ["init", "-q", "--bare", at("other")]);
    put("other/config", "[core]\n\tbare = false\n\tworktree = ..\n\tfsmonitor = ./x\n");
    expect(again.restore().map(({ file }) => file)).toEqual([at("other/HEAD")]);
    expect(existsSync(at("other/HEAD"))).toBe(false);
  });

  it("is put back where it was there before", () => {
    init("sub");
    const watched = watch();
    const before = readFileSync(at("sub/.git/config"), "utf8");
    put("sub/.git/config", "[core]\n\tfsmonitor = ./x\n");
    expect(watched.restore()).toMatchObject([{ file: at("sub/.git/config") }]);
    expect(readFileSync(at("sub/.git/config"), "utf8")).toBe(before);
  });
});

describe("settings of agents in the home folder", () => {
  const file = (): string => at(".claude/settings.json");
  const watchSettings = (): ProjectWatch => {
    const mounts = [{ path: root, as: "write" }] as const;
    return new ProjectWatch(
      readWatchedState({
        plan: { cwd: root, mounts, user: ownUser() },
        common: null,
        settings: [file(), "/elsewhere"],
      }),
    );
  };

  it("are put back, and what they were changed to is kept", () => {
    put(".claude/settings.json", "{}");
    const watched = watchSettings();
    put(".claude/settings.json", '{"hooks": 1}');
    expect(watched.restore()).toEqual([{ file: file(), what: expect.stringMatching(/put back; .*\.set-aside$/) }]);
    expect(readFileSync(file(), "utf8")).toBe("{}");
    expect(readFileSync(`${file()}.set-aside`, "utf8")).toBe('{"hooks": 1}');
    expect(watched.restore()).toEqual([]);
  });

  it("are removed if there were none", () => {
    const watched = watchSettings();
    put(".claude/settings.json");
    expect(watched.restore()).toEqual([{ file: file(), what: expect.stringMatching(/which rules what agents start/) }]);
    expect(existsSync(file())).toBe(false);
  });
});
