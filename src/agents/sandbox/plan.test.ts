import { describe, expect, it } from "vitest";
import { knownAgent } from "../start/start-agent.js";
import { choosePassed, ownPlaces } from "./agent-access.js";
import { orderMounts, ownFoldersBetween, type WantedMounts } from "./order-mounts.js";

const nothing: WantedMounts = { write: [], lists: [], read: [], protect: [], hide: [], scratch: [] };
const mounts = (wanted: Partial<WantedMounts>): string[] =>
  orderMounts({ ...nothing, ...wanted }).map(({ path, as }) => `${as} ${path}`);

describe("the order of mounts", () => {
  it.each<[string, Partial<WantedMounts>, string[]]>([
    ["an outer folder comes first", { write: ["/h/p/q"], scratch: ["/h"] }, ["scratch /h", "write /h/p/q"]],
    [
      "the state folder is hidden in the project",
      { write: ["/p"], hide: ["/p/.ralph"] },
      ["write /p", "empty /p/.ralph"],
    ],
    ["what nothing shows needs no hiding", { write: ["/p"], hide: ["/h/.local/state"] }, ["write /p"]],
    ["a folder whose name only begins alike is another", { write: ["/p"], hide: ["/p2"] }, ["write /p"]],
    [
      "a worktree in the state folder is shown",
      { write: ["/p/.ralph/worktrees/w"], hide: ["/p/.ralph"] },
      ["write /p/.ralph/worktrees/w"],
    ],
    [
      "a list in the state folder can be read",
      { write: ["/p"], hide: ["/p/.ralph"], read: ["/p/.ralph/fix_plan.md"] },
      ["write /p", "empty /p/.ralph", "read /p/.ralph/fix_plan.md"],
    ],
    [
      "a list in the state folder can be written",
      { write: ["/p"], hide: ["/p/.ralph"], lists: ["/p/.ralph/fix_plan.md"] },
      ["write /p", "empty /p/.ralph", "write /p/.ralph/fix_plan.md"],
    ],
    [
      "a list in a worktree in the state folder needs no mount",
      { write: ["/p/.ralph/w/a"], hide: ["/p/.ralph"], lists: ["/p/.ralph/w/a/TODO.md"] },
      ["write /p/.ralph/w/a"],
    ],
    [
      "nor is it read-only",
      { write: ["/p/.ralph/w/a"], hide: ["/p/.ralph"], read: ["/p/.ralph/w/a/TODO.md"] },
      ["write /p/.ralph/w/a"],
    ],
    [
      "a list in the state folder of a worktree can be written",
      { write: ["/p/.ralph/w/a"], hide: ["/p/.ralph", "/p/.ralph/w/a/.ralph"], lists: ["/p/.ralph/w/a/.ralph/l.md"] },
      ["write /p/.ralph/w/a", "empty /p/.ralph/w/a/.ralph", "write /p/.ralph/w/a/.ralph/l.md"],
    ],
    [
      "a list beside the project can be written",
      { write: ["/p"], lists: ["/q/TODO.md"] },
      ["write /p", "write /q/TODO.md"],
    ],
    ["git's own folder cannot be moved away", { write: ["/p", "/p/.git"] }, ["write /p", "write /p/.git"]],
    ["a program in the project stays writable", { write: ["/p"], read: ["/p/bin"] }, ["write /p"]],
    [
      "hooks do not",
      { write: ["/p", "/p/.git"], protect: ["/p/.git/hooks"] },
      ["write /p", "write /p/.git", "read /p/.git/hooks"],
    ],
    [
      "the folders around a hidden one cannot be moved away",
      { write: ["/p"], hide: ["/p/a/b/.ralph"] },
      ["write /p", "write /p/a", "write /p/a/b", "empty /p/a/b/.ralph"],
    ],
    [
      "nor those around a pointer of git",
      { write: ["/p", "/m/.git", "/m/.git/worktrees/p"], protect: ["/m/.git/worktrees/p/commondir"] },
      [
        ...["write /p", "write /m/.git", "write /m/.git/worktrees", "write /m/.git/worktrees/p"],
        "read /m/.git/worktrees/p/commondir",
      ],
    ],
    ["a home that is the project is no scratch", { write: ["/p"], scratch: ["/p"] }, ["write /p"]],
    ["each path once, hidden before shown", { write: ["/p", "/p"], hide: ["/p"] }, ["empty /p"]],
  ])("%s", (_, wanted, expected) => {
    expect(mounts(wanted)).toEqual(expected);
  });
});

describe("the folders on the way to a mount", () => {
  const between = (wanted: Partial<WantedMounts>): string[] =>
    ownFoldersBetween(orderMounts({ ...nothing, ...wanted })).map(({ path, as }) => `${as} ${path}`);

  it.each<[string, Partial<WantedMounts>, string[]]>([
    [
      "in a home are the user's",
      { scratch: ["/h"], write: ["/h/.local/share/a"] },
      ["scratch /h", "scratch /h/.local", "scratch /h/.local/share", "write /h/.local/share/a"],
    ],
    ["elsewhere are nobody's business", { scratch: ["/h"], write: ["/w/p"] }, ["scratch /h", "write /w/p"]],
    [
      "in the project are there",
      { scratch: ["/h"], write: ["/h/p", "/h/p/a/b"] },
      ["scratch /h", "write /h/p", "write /h/p/a/b"],
    ],
  ])("%s", (_, wanted, expected) => {
    expect(between(wanted)).toEqual(expected);
  });
});

describe("the variables that are passed", () => {
  const passed = (
    names: readonly string[],
    agents: readonly string[],
    more: readonly string[] = [],
  ): readonly string[] =>
    choosePassed(
      Object.fromEntries(names.map((name) => [name, "x"])),
      agents.map((name) => knownAgent(name)),
      more,
    ).passed;

  it.each<[string, string[], string[]]>([
    ["HOME", ["claude"], ["HOME"]],
    ["https_proxy", [], ["https_proxy"]],
    ["ANTHROPIC_API_KEY", ["claude"], ["ANTHROPIC_API_KEY"]],
    ["ANTHROPIC_BASE_URL", ["claude"], ["ANTHROPIC_BASE_URL"]],
    ["ANTHROPIC_API_KEY", ["codex"], []],
    ["CODEX_HOME", ["codex"], ["CODEX_HOME"]],
    ["ANTHROPICS", ["claude"], []],
    ["AWS_SECRET_ACCESS_KEY", ["claude"], []],
    ["NPM_TOKEN", ["codex"], []],
    ["SSH_AUTH_SOCK", ["claude"], []],
    ["OPENAI_API_KEY", [], []],
  ])("%s for %j: %j", (name, agents, expected) => {
    expect(passed([name], agents)).toEqual(expected);
  });

  it("are also those that the user names", () => {
    expect(passed(["AWS_PROFILE", "AWS_SECRET"], ["claude"], ["AWS_PROFILE"])).toEqual(["AWS_PROFILE"]);
  });
});

describe("what of the home folder belongs to an agent", () => {
  it.each<[string[], string[]]>([
    [[], []],
    [
      [".claude/.credentials.json", ".claude.json"],
      [".claude/", ".claude.json"],
    ],
    [
      [".local/share/opencode/auth.json"],
      [".config/opencode/", ".local/share/opencode/", ".local/state/opencode/", ".cache/opencode/"],
    ],
    [[".codex/auth.json", ".codex/config.toml"], [".codex/"]],
  ])("%j: %j", (files, expected) => {
    const places = ownPlaces({ logInSigns: { variables: [], files } });
    expect(places.map(({ path, isFolder }) => (isFolder ? `${path}/` : path))).toEqual(expected);
  });
});
