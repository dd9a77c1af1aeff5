import type { SessionUpdate, StopReason } from "@agentclientprotocol/sdk";
import { PermissionDesk } from "../../agents/acp/permission.js";
import { TurnEvents, type TurnFailure } from "../../agents/acp/turn-events.js";
import type { Permissions, Probed } from "../../agents/agent.js";
import type { Json } from "../../agents/transcripts/json.js";
import { errorMessage, isUserError, UserError } from "../../lib/errors.js";
import { readTextStream } from "../../lib/files/files.js";
import { onStopSignals } from "../../lib/process/signals.js";
import { failAfter } from "../acp-child.js";
import { AcpProgram, type TurnHandlers } from "../acp-program.js";
import type { Command, Io, ParsedArgs } from "../command.js";
import { parsePermissions } from "../flags/permissions-flag.js";
import { seconds } from "../numbers.js";

/** The agent behind `--agent acp:"PROGRAM …"`, a program like any other agent: prompt on stdin, events on stdout. */
export const acp: Command = {
  name: "acp",
  usage: "acp [options] -- PROGRAM [ARGUMENT …]",
  about:
    'Runs one turn of a program that speaks the Agent Client Protocol: reads the prompt from stdin and prints events as JSON lines. untildone run --agent acp:"PROGRAM …" uses it for each turn.',
  flags: {
    resume: { type: "string", value: "ID", help: "go on in this session, if the program can" },
    model: { type: "string", value: "MODEL", help: "use this model, if the program offers it" },
    permissions: {
      type: "string",
      value: "WORD",
      help: "which permissions it gets if it asks: all (default), edit (files only) or read (nothing is changed)",
    },
    probe: { type: "boolean", help: "only say, as JSON, whether the program can be started, and has the model" },
    timeout: { type: "string", value: "TIME", help: "time limit for the handshake (default 20s)" },
  },
  isAgent: true,
  examples: ['echo "the prompt" | untildone acp -- gemini --acp', "untildone acp --probe -- opencode acp"],
  async run(args, io) {
    const limit = seconds(args.text("timeout") ?? "20s", "--timeout");
    const permissions = parsePermissions(args.text("permissions") ?? "all");
    if (args.words.length === 0)
      throw new UserError({ what: "no program was named", where: "untildone acp", fix: "name it after --" });
    const start = () => AcpProgram.start(args.words, { cwd: io.cwd, handshakeSeconds: limit });
    if (!args.flag("probe")) return takeTurn(start, { args, permissions }, io);
    return probe(start, { model: args.text("model") ?? null, limit }, io);
  },
};

interface Probe {
  readonly model: string | null;
  /** In seconds. */
  readonly limit: number;
}

async function probe(start: () => Promise<AcpProgram>, asked: Probe, io: Io): Promise<number> {
  const found = await start()
    .then((program) => tryModel(program, asked, io))
    .catch(describeError);
  io.out(`${JSON.stringify(found)}\n`);
  return found.ok ? 0 : 2;
}

/** Only a session tells the models. Whatever else is wrong with one shows in the first turn. */
async function tryModel(program: AcpProgram, { model, limit }: Probe, io: Io): Promise<Probed> {
  try {
    if (model !== null) await Promise.race([program.openSession({ resume: null, model }, io), failAfter(limit)]);
    return { ok: true };
  } catch (error) {
    return isUserError(error) ? describeError(error) : { ok: true };
  } finally {
    await program.end();
  }
}

function describeError(error: unknown): Probed {
  if (!isUserError(error)) throw error;
  return { ok: false, what: error.what, where: error.where, fix: error.fix ?? "" };
}

interface TurnSettings {
  readonly args: ParsedArgs;
  readonly permissions: Permissions;
}

/** One prompt and everything until its answer. */
async function takeTurn(start: () => Promise<AcpProgram>, settings: TurnSettings, io: Io): Promise<number> {
  const { args } = settings;
  const print = (printed: readonly Json[]): void => {
    for (const event of printed) io.out(`${JSON.stringify(event)}\n`);
  };
  const prompt = await readTextStream(io.stdin);
  let events = new TurnEvents("");
  let program: AcpProgram | null = null;
  try {
    program = await start();
    const asked = { resume: args.text("resume") ?? null, model: args.text("model") ?? null };
    const session = await program.openSession(asked, io);
    events = new TurnEvents(session);
    print(events.begin());
    print(events.end(await converse(program, { session, prompt, events, print, ...settings })));
    return 0;
  } catch (error) {
    if (error instanceof NotAsked) await program?.end("at-once");
    print(error instanceof NotAsked ? events.breakOff(error.message) : events.fail(readFailure(error)));
    return 1;
  } finally {
    await program?.end();
  }
}

interface Conversation extends TurnSettings {
  readonly session: string;
  readonly prompt: string;
  readonly events: TurnEvents;
  print(events: readonly Json[]): void;
}

/** Ends with the turn, or as soon as the program does what it may not. */
async function converse(program: AcpProgram, conversation: Conversation): Promise<StopReason> {
  const { session, prompt, events, print, permissions } = conversation;
  const desk = new PermissionDesk(permissions);
  const cancel = program.cancelLater(session);
  const removeHandlers = onStopSignals(cancel);
  const reason = await new Promise<StopReason>((resolve, reject) => {
    const onUpdate = (update: SessionUpdate): void => {
      print(events.update(update));
      const breach = isToolCall(update) ? desk.findBreach(update) : null;
      if (breach === null) return;
      cancel();
      reject(new NotAsked(breach, permissions));
    };
    const onPermission: TurnHandlers["onPermission"] = (call, options) => {
      const { isAllowed, option } = desk.answer(call, options);
      if (!isAllowed) print(events.deny());
      return option;
    };
    program.ask(session, prompt, { onUpdate, onPermission }).then(resolve, reject);
  });
  removeHandlers();
  return reason;
}

const isToolCall = (update: SessionUpdate) =>
  update.sessionUpdate === "tool_call" || update.sessionUpdate === "tool_call_update";

/** The protocol knows only questions, and a program need not ask. */
class NotAsked extends Error {
  constructor(breach: string, permissions: Permissions) {
    super(`the program ${breach} without asking, so --permissions ${permissions} is not kept`);
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
