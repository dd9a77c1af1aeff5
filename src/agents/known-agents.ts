import { UserError } from "../base/errors.js";
import { suggest } from "../base/nearest.js";
import type { Agent, AgentRequest, Invocation } from "./agent.js";

interface KnownAgent {
  readonly words: (request: AgentRequest) => readonly string[];
  readonly format: Agent["format"];
  readonly env?: Readonly<Record<string, string>>;
  readonly politeSignal?: Agent["politeSignal"];
  readonly reportsCost: boolean;
  readonly package: string;
  readonly logIn: string;
}

const resumed = (flag: string, { resume }: AgentRequest): readonly string[] => (resume === null ? [] : [flag, resume]);

/** The prompt goes to standard input: an argument may hold 128 KB only. Each without questions, since nobody is there. */
const agents: Readonly<Record<string, KnownAgent>> = {
  claude: {
    format: "claude-stream",
    words: (request) => [
      ...["claude", "-p", "--output-format", "stream-json", "--verbose", "--dangerously-skip-permissions"],
      ...resumed("--resume", request),
    ],
    env: { DISABLE_AUTOUPDATER: "1" },
    politeSignal: "SIGINT",
    reportsCost: true,
    package: "@anthropic-ai/claude-code",
    logIn: "claude auth login",
  },
  codex: {
    format: "codex",
    words: ({ resume }) => [
      ...["codex", "exec", "--json", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"],
      ...(resume === null ? ["-"] : ["resume", resume, "-"]),
    ],
    reportsCost: false,
    package: "@openai/codex",
    logIn: "codex login",
  },
  gemini: {
    format: "gemini",
    words: (request) => ["gemini", "-o", "stream-json", "--approval-mode", "yolo", ...resumed("--resume", request)],
    env: { GEMINI_CLI_TRUST_WORKSPACE: "true" },
    reportsCost: false,
    package: "@google/gemini-cli",
    logIn: "gemini, and choose how to log in (or set GEMINI_API_KEY)",
  },
  opencode: {
    format: "opencode",
    words: (request) => ["opencode", "run", "--format", "json", "--auto", ...resumed("--session", request)],
    env: { OPENCODE_DISABLE_AUTOUPDATE: "1" },
    reportsCost: true,
    package: "opencode-ai",
    logIn: "opencode auth login",
  },
};

export const agentNames: readonly string[] = [...Object.keys(agents), "command", "scripted"];

/** An adapter by its name, with words of the user's own added. */
export function knownAgent(name: string, more: readonly string[] = []): Agent {
  const known = Object.hasOwn(agents, name) ? agents[name] : undefined;
  if (!known)
    throw new UserError({
      what: `there is no agent ${JSON.stringify(name)}`,
      where: "--agent",
      fix: `${suggest(name, agentNames)}; any other program runs as --agent command --command "PROGRAM …"`,
    });
  return {
    name,
    format: known.format,
    politeSignal: known.politeSignal ?? "SIGTERM",
    reports: { cost: known.reportsCost, tokens: true },
    setUp: { install: `npm install -g ${known.package}`, logIn: known.logIn },
    invoke: (request) => ({ words: [...known.words(request), ...more], stdin: request.prompt, env: known.env ?? {} }),
  };
}

/** Any program: the prompt stands for `{prompt}` in its words, or comes by standard input. */
export function commandAgent({ words, env }: Pick<Invocation, "words" | "env">): Agent {
  return {
    name: "command",
    format: "auto",
    politeSignal: "SIGTERM",
    reports: null,
    setUp: null,
    invoke({ prompt }) {
      const isTold = words.some((word) => word.includes("{prompt}"));
      return {
        words: words.map((word) => word.replaceAll("{prompt}", () => prompt)),
        stdin: isTold ? null : prompt,
        env,
      };
    },
  };
}
