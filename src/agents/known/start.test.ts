import { describe, expect, it } from "vitest";
import type { Permissions } from "../agent.js";
import { agentStarts } from "../known-agents.js";
import { knownAgent } from "../start/start-agent.js";

interface Row {
  /** The command line with nothing set. P stands for the prompt, if it is an argument. */
  readonly plain: string;
  /** With the model M, the session S and the extra arguments --x y. */
  readonly full: string;
  readonly edit: string | null;
  readonly read: string | null;
}

/** The whole command line of every agent. A null has no such mode. */
const rows: Readonly<Record<string, Row>> = {
  claude: {
    plain: "claude -p --output-format stream-json --verbose --dangerously-skip-permissions",
    full: "claude -p --output-format stream-json --verbose --dangerously-skip-permissions --model M --resume S --x y",
    edit: "claude -p --output-format stream-json --verbose --permission-mode acceptEdits --disallowedTools Bash",
    read: "claude -p --output-format stream-json --verbose --permission-mode plan",
  },
  codex: {
    plain: "codex exec --json --skip-git-repo-check --dangerously-bypass-approvals-and-sandbox -",
    full: "codex exec --json --skip-git-repo-check --dangerously-bypass-approvals-and-sandbox --model M --x y resume S -",
    edit: "codex exec --json --skip-git-repo-check --sandbox workspace-write -",
    read: "codex exec --json --skip-git-repo-check --sandbox read-only -",
  },
  gemini: {
    plain: "gemini -o stream-json --approval-mode yolo",
    full: "gemini -o stream-json --approval-mode yolo --model M --resume S --x y",
    edit: "gemini -o stream-json --approval-mode auto_edit",
    read: "gemini -o stream-json --approval-mode default",
  },
  opencode: {
    plain: "opencode run --format json --auto",
    full: "opencode run --format json --auto --model M --session S --x y",
    edit: "opencode run --format json --auto",
    read: "opencode run --format json --auto",
  },
  qwen: {
    plain: "qwen -o stream-json --approval-mode yolo",
    full: "qwen -o stream-json --approval-mode yolo --model M --resume S --x y",
    edit: "qwen -o stream-json --approval-mode auto-edit",
    read: "qwen -o stream-json --approval-mode plan",
  },
  copilot: {
    plain: "copilot --output-format json --no-auto-update --allow-all",
    full: "copilot --output-format json --no-auto-update --allow-all --model M --resume=S --x y",
    edit: "copilot --output-format json --no-auto-update --allow-tool write --deny-tool shell",
    read: "copilot --output-format json --no-auto-update --deny-tool write --deny-tool shell",
  },
  cline: {
    plain: "cline --json --auto-approve true P",
    full: "cline --json --auto-approve true -m M --id S --x y P",
    edit: null,
    read: null,
  },
  droid: {
    plain: "droid exec -o stream-json --skip-permissions-unsafe P",
    full: "droid exec -o stream-json --skip-permissions-unsafe -m M -s S --x y P",
    edit: "droid exec -o stream-json --auto low P",
    read: "droid exec -o stream-json P",
  },
  kilo: {
    plain: "kilo run --format json --auto",
    full: "kilo run --format json --auto --model M --session S --x y",
    edit: null,
    read: null,
  },
  continue: {
    plain: "cn -p --format json --auto P",
    full: "cn -p --format json --auto --model M --x y P",
    edit: null,
    read: "cn -p --format json --readonly P",
  },
  pi: {
    plain: "pi -p --mode json",
    full: "pi -p --mode json --model M --session S --x y",
    edit: "pi -p --mode json --tools read,grep,find,ls,edit,write",
    read: "pi -p --mode json --tools read,grep,find,ls",
  },
  "cursor-agent": {
    plain: "cursor-agent -p --output-format stream-json --force P",
    full: "cursor-agent -p --output-format stream-json --force --model M --resume S --x y P",
    edit: null,
    read: "cursor-agent -p --output-format stream-json P",
  },
  amp: {
    plain: "amp --execute --stream-json --no-notifications --no-ide --dangerously-allow-all",
    full: "amp threads continue S --execute --stream-json --no-notifications --no-ide --dangerously-allow-all --x y",
    edit: null,
    read: null,
  },
  aider: {
    plain: "aider --no-pretty --no-stream --no-check-update --yes-always --message P",
    full: "aider --no-pretty --no-stream --no-check-update --yes-always --model M --x y --message P",
    edit: "aider --no-pretty --no-stream --no-check-update --yes-always --no-suggest-shell-commands --message P",
    read: "aider --no-pretty --no-stream --no-check-update --yes-always --chat-mode ask --message P",
  },
  goose: {
    plain: "goose run --no-session -i -",
    full: "goose run --no-session --model M --x y -i -",
    edit: null,
    read: null,
  },
};

const wordsOf = (name: string, options: Parameters<typeof knownAgent>[1], resume: string | null = null): string =>
  knownAgent(name, options).invoke({ prompt: "P", resume }).words.join(" ");

it("has a row for every agent", () => {
  expect(Object.keys(rows)).toEqual(agentStarts.map(({ name }) => name));
});

describe.each(Object.entries(rows))("%s", (name, row) => {
  it("is started without questions", () => {
    expect(wordsOf(name, {})).toBe(row.plain);
    const { stdin, words } = knownAgent(name).invoke({ prompt: "P", resume: null });
    expect(stdin).toBe(words.includes("P") ? null : "P");
  });

  it("gets the model, the session and extra arguments, those before the prompt", () => {
    const model = name === "amp" ? null : "M";
    expect(wordsOf(name, { model, args: ["--x", "y"] }, "S")).toBe(row.full);
  });

  it.each(["edit", "read"] satisfies Permissions[])("may only %s, or says that it cannot be restricted so", (level) => {
    const expected = row[level];
    if (expected === null)
      expect(() => knownAgent(name, { permissions: level })).toThrow(`${name} has no mode for --permissions ${level}`);
    else {
      expect(wordsOf(name, { permissions: level })).toBe(expected);
      expect(knownAgent(name, { permissions: level }).may).toBeTruthy();
    }
  });
});

it("refuses a model for an agent that chooses it itself", () => {
  expect(() => knownAgent("amp", { model: "M" })).toThrow("amp cannot be told to use the model M");
});

it("passes a prompt that begins with a dash as a prompt, not as an option", () => {
  expect(knownAgent("droid").invoke({ prompt: "- [ ] T1", resume: null }).words.at(-1)).toBe("\n- [ ] T1");
});

it("restricts opencode by a variable, over the user's own configuration", () => {
  const envOf = (permissions: Permissions) =>
    knownAgent("opencode", { permissions }).invoke({ prompt: "", resume: null }).env;
  expect(envOf("all")["OPENCODE_PERMISSION"]).toBeUndefined();
  expect(envOf("edit")["OPENCODE_PERMISSION"]).toBe('{"bash":"deny"}');
  expect(envOf("read")["OPENCODE_PERMISSION"]).toBe('{"bash":"deny","edit":"deny"}');
});

it("says where a restriction was not tried with the real program", () => {
  expect(knownAgent("claude", { permissions: "read" }).may).toBe("read files, and change nothing");
  expect(knownAgent("droid", { permissions: "read" }).may).toMatch(/, by its documentation$/);
  expect(knownAgent("droid").may).not.toContain("documentation");
});
