/**
 * Set by an agent for the programs it starts. An agent that is started with them takes itself for a part of another
 * session: it refuses to start, or reports to that one. Variables that a person sets to configure an agent are not
 * among them.
 */
const nestingVariables = [
  ...["CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SSE_PORT", "CLAUDE_CODE_SESSION_ID"],
  ...[
    "CLAUDE_CODE_CHILD_SESSION",
    "CLAUDE_CODE_EXECPATH",
    "CLAUDE_CODE_AGENT",
    "CLAUDE_AGENT_SDK_VERSION",
    "CLAUDE_EFFORT",
  ],
  ...["CODEX_THREAD_ID", "CODEX_SESSION_ID", "CODEX_TOOL_CALL_ID", "CODEX_CI"],
  ...["GEMINI_CLI", "GEMINI_CLI_NO_RELAUNCH", "QWEN_CODE", "QWEN_CODE_NO_RELAUNCH"],
  ...["OPENCODE", "OPENCODE_PID", "OPENCODE_RUN_ID", "OPENCODE_PROCESS_ROLE"],
  ...["KILO", "KILO_PID", "KILO_RUN_ID", "KILO_PROCESS_ROLE"],
  ...["COPILOT_CLI", "COPILOT_LOADER_PID", "COPILOT_AGENT_SESSION_ID", "COPILOT_CLI_RESOLVED_DIST_DIR"],
  ...["COPILOT_CLI_BINARY_VERSION", "CLINE_ACTIVE", "CURSOR_AGENT", "AMP_CURRENT_THREAD_ID", "GOOSE_TERMINAL"],
  ...["AI_AGENT", "AGENT"],
];

/** One for each agent, set for the commands it runs. */
const agentMarks = [
  ...["CLAUDECODE", "CODEX_THREAD_ID", "CODEX_SESSION_ID", "GEMINI_CLI", "QWEN_CODE", "OPENCODE"],
  ...["COPILOT_CLI", "CURSOR_AGENT"],
];

/** Whether a command was started by an agent, or in its session by the person. */
export const isWithinAgent = (env: Readonly<Record<string, string | undefined>>): boolean =>
  agentMarks.some((name) => Boolean(env[name]));

/** The changes to our environment for an agent: undefined removes a variable. */
export const withoutNesting: Readonly<Record<string, undefined>> = Object.fromEntries(
  nestingVariables.map((name) => [name, undefined]),
);
