import { chooseAllowed } from "../agents/acp/permission.js";
import { TurnEvents, type TurnFailure } from "../agents/acp/turn-events.js";
import type { Probed } from "../agents/agent.js";
import type { Json } from "../agents/transcripts/json.js";
import { errorMessage, isUserError, UserError } from "../base/errors.js";
import { readTextStream } from "../system/files.js";
import { onStopSignals } from "../system/signals.js";
import { AcpProgram } from "./acp-program.js";
import type { Command, Io, ParsedArgs } from "./command.js";
import { seconds } from "./run-flags.js";

/** The agent behind `--agent acp:"PROGRAM …"`, a program like any other agent: prompt on stdin, events on stdout. */
export const acp: Command = {
  name: "acp",
  usage: "acp [options] -- PROGRAM [ARGUMENT …]",
  about:
    'Runs one turn of a program that speaks the Agent Client Protocol: reads the prompt from stdin and prints events as JSON lines. untildone run --agent acp:"PROGRAM …" uses it for each turn. Every permission that the program asks for is given.',
  flags: {
    resume: { type: "string", value: "ID", help: "go on in this session, if the program can" },
    probe: { type: "boolean", help: "only say, as JSON, whether the program can be started" },
    timeout: { type: "string", value: "TIME", help: "time limit for the handshake (default 20s)" },
  },
  isAgent: true,
  examples: ['echo "the prompt" | untildone acp -- gemini --acp', "untildone acp --probe -- opencode acp"],
  async run(args, io) {
    const limit = seconds(args.text("timeout") ?? "20s", "--timeout");
    if (args.words.length === 0)
      throw new UserError({ what: "no program was named", where: "untildone acp", fix: "name it after --" });
    const start = () => AcpProgram.start(args.words, { cwd: io.cwd, handshakeSeconds: limit });
    return args.flag("probe") ? probe(start, io) : takeTurn(await start(), args, io);
  },
};

async function probe(start: () => Promise<AcpProgram>, io: Io): Promise<number> {
  const found = await start().then(endAgain, describeError);
  io.out(`${JSON.stringify(found)}\n`);
  return found.ok ? 0 : 2;
}

async function endAgain(program: AcpProgram): Promise<Probed> {
  await program.end();
  return { ok: true };
}

function describeError(error: unknown): Probed {
  if (!isUserError(error)) throw error;
  return { ok: false, what: error.what, fix: error.fix ?? "" };
}

/** One prompt and everything until its answer. */
async function takeTurn(program: AcpProgram, args: ParsedArgs, io: Io): Promise<number> {
  const print = (events: readonly Json[]): void => {
    for (const event of events) io.out(`${JSON.stringify(event)}\n`);
  };
  const prompt = await readTextStream(io.stdin);
  let events = new TurnEvents("");
  try {
    const session = await program.openSession(args.text("resume") ?? null, io);
    events = new TurnEvents(session);
    print(events.begin());
    const removeHandlers = onStopSignals(() => program.cancel(session));
    const reason = await program.ask(session, prompt, {
      onUpdate: (update) => print(events.update(update)),
      onPermission: (options) => {
        const allowed = chooseAllowed(options);
        if (!allowed) print(events.deny());
        return allowed;
      },
    });
    removeHandlers();
    print(events.end(reason));
    return 0;
  } catch (error) {
    print(events.fail(readFailure(error)));
    return 1;
  } finally {
    await program.end();
  }
}

const notLoggedIn = -32_000;

/** Agents put the HTTP status into the code of an error, and what is wrong into its data. */
function readFailure(error: unknown): TurnFailure {
  const { code, data } = Object(error) as { code?: unknown; data?: unknown };
  const details = data === undefined ? "" : `: ${typeof data === "string" ? data : JSON.stringify(data)}`;
  const isStatus = typeof code === "number" && code >= 400 && code < 600;
  return {
    message: `${errorMessage(error)}${details}`,
    status: code === notLoggedIn ? 401 : isStatus ? code : undefined,
  };
}
