import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { type AgentRunner, runAgent } from "../../src/agents/start/run-agent.js";
import { type ScriptStep, selectStep } from "../../src/agents/start/script.js";
import { OutputFeed } from "../../src/agents/transcripts/read-output.js";
import type { Command, Io } from "../../src/cli/command.js";
import { loadScript, playStep } from "../../src/cli/commands/scripted.js";
import { main } from "../../src/cli/main.js";
import { bin } from "./bin.js";

export interface Place extends Pick<Io, "cwd" | "env" | "out" | "err"> {}

/** Runs one command line in this process, as the built CLI would in one of its own. */
export function runInProcess(words: readonly string[], input: string | Uint8Array, place: Place): Promise<number> {
  // What a run starts of itself, a scripted agent that needs a process, is the built CLI.
  process.argv[1] = bin;
  return main(words, {
    version: "test",
    columns: 80,
    load,
    out: place.out,
    err: place.err,
    io: (dir) => ({
      ...place,
      cwd: dir === undefined ? place.cwd : resolve(place.cwd, dir),
      home: place.env["HOME"] ?? "",
      isTerminal: false,
      isWatched: false,
      colour: false,
      width: 160,
      stdin: (async function* () {
        yield Buffer.from(input);
      })(),
      ask: null,
      live: () => undefined,
      terminal: null,
      loadCommand: load,
      runAgent: playHere,
    }),
  });
}

async function load(name: string): Promise<Command> {
  const module: Record<string, Command> = await import(`../../src/cli/commands/${name}.ts`);
  const found = module[name];
  if (!found) throw new Error(`unknown command ${name}`);
  return found;
}

const needsProcess = ({ hang, signal, child, ignoreTerm, sleepMs, flood }: ScriptStep): boolean =>
  hang || signal !== null || child !== null || ignoreTerm || sleepMs > 0 || flood > 0;

/** One turn of a scripted agent; any other agent, and what only a process can show, is run as ever. */
const playHere: AgentRunner = async (agent, request, options) => {
  if (agent.name !== "scripted") return runAgent(agent, request, options);
  const script = agent.invoke(request).words.at(-1) ?? "";
  const step = selectStep(loadScript(script, options.cwd), Number(options.env["UNTILDONE_ITERATION"]));
  if (needsProcess(step)) return runAgent(agent, request, options);
  const feed = new OutputFeed(agent.name, agent.format, "read");
  let printed = "";
  let stderr = "";
  const io = {
    cwd: options.cwd,
    out: (text: string) => {
      printed += text;
      feed.write(Buffer.from(text));
    },
    err: (text: string) => {
      stderr += text;
    },
  };
  const code = await playStep(step, request.prompt, io);
  writeFileSync(options.outputFile, printed + stderr);
  return {
    transcript: feed.end({ exitCode: code, stderr }),
    ending: { is: "exited", code },
    seconds: 0,
    leftBehind: 0,
    notEnded: [],
  };
};
