import { isFolder } from "../../lib/files/disk.js";
import { onStopSignals } from "../../lib/process/signals.js";
import type { Command, Io, ParsedArgs } from "../command.js";
import { hookFlags, timeLimitMs } from "../hook-terms.js";
import { readLines } from "../mcp/read-lines.js";
import { readingTools } from "../mcp/reading-tools.js";
import { McpServer } from "../mcp/server.js";
import { stopTools } from "../mcp/stop-tools.js";

declare const __VERSION__: string | undefined;

/** The largest real message holds one message of an agent. */
const maxLine = 16 << 20;

const instructions =
  "untildone decides whether work is done by checks that it runs itself. Ask may_i_stop before you say that you are done; check shows what fails; next_task and tasks read the task list; report_blocked says that you need the person.";

export const mcp: Command = {
  name: "mcp",
  usage: "mcp [options]",
  about:
    "Serves the Model Context Protocol on stdin and stdout, for the agent that starts it: may_i_stop, check, next_task, tasks, explain and report_blocked. The agent can ask; nothing it says changes the task list, the goal or the settings, and no command of its own is run.\n\nA Stop hook of type mcp_tool can call may_i_stop, in Claude Code and Codex: then it refuses like untildone hook, without a process start at each stop. How to set it up: untildone init --mcp, docs/inside-your-agent.md.\n\nExit status: 0 when the client has gone.",
  flags: hookFlags,
  maxPositionals: 0,
  choices: [],
  examples: [
    "untildone init --claude --mcp",
    "claude mcp add untildone -- untildone mcp",
    "untildone mcp --dir ../app",
  ],
  async run(args, io) {
    timeLimitMs(args); // A mistake is better known at the start.
    if (io.ask !== null) io.err("untildone mcp: waiting for messages of an MCP client on stdin; Ctrl-D ends it\n");
    const server = openServer(args, { ...io, cwd: projectFolder(args, io) });
    const reading = readLines(io.stdin, maxLine, {
      onLine: (line) => server.receive(line),
      onTooLong: () => server.refuseLine("16 MB"),
    });
    await Promise.race([reading, waitForStop()]);
    await server.end();
    return 0;
  },
};

/** Claude Code says where its project is, wherever it was started. */
function projectFolder(args: ParsedArgs, io: Io): string {
  const folder = io.env["CLAUDE_PROJECT_DIR"];
  return args.text("dir") === undefined && folder && isFolder(folder) ? folder : io.cwd;
}

const openServer = (args: ParsedArgs, io: Io): McpServer =>
  new McpServer({
    version: typeof __VERSION__ === "string" ? __VERSION__ : "0",
    instructions,
    tools: [...stopTools({ args, io, cwd: io.cwd }), ...readingTools({ args, io })],
    send: (line) => io.out(`${line}\n`),
  });

const waitForStop = (): Promise<void> => new Promise((resolve) => void onStopSignals(() => resolve()));
