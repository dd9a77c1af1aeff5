import { describe, expect, it } from "vitest";
import { knownAgent } from "../../src/agents/start-agent.js";
import { choosePassed, ownPlaces } from "../../src/sandbox/agent-access.js";
import { orderMounts, type Wanted } from "../../src/sandbox/order-mounts.js";

const nothing: Wanted = { write: [], read: [], protect: [], hide: [], scratch: [] };
const mounts = (wanted: Partial<Wanted>): string[] =>
  orderMounts({ ...nothing, ...wanted }).map(({ path, as }) => `${as} ${path}`);

describe("the order of mounts", () => {
  it.each<[string, Partial<Wanted>, string[]]>([
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
    ["a program in the project stays writable", { write: ["/p"], read: ["/p/bin"] }, ["write /p"]],
    ["hooks do not", { write: ["/p"], protect: ["/p/.git/hooks"] }, ["write /p", "read /p/.git/hooks"]],
    ["a home that is the project is no scratch", { write: ["/p"], scratch: ["/p"] }, ["write /p"]],
    ["each path once, hidden before shown", { write: ["/p", "/p"], hide: ["/p"] }, ["empty /p"]],
  ])("%s", (_, wanted, expected) => {
    expect(mounts(wanted)).toEqual(expected);
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
