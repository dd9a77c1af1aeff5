import { spawn, spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { nonceIn, readScript, type ScriptStep, selectStep, statusBlock } from "../../agents/start/script.js";
import { errorMessage, UserError } from "../../lib/errors.js";
import { readText, readTextStream } from "../../lib/files/files.js";
import type { Command, Io } from "../command.js";

/** The agent of demos and tests, a program like any other agent: it reads the prompt, works, prints, and exits. */
export const scripted: Command = {
  name: "scripted",
  usage: "scripted SCRIPT.json",
  about:
    "Plays one step of a script as a coding agent would: for demos, tests and trying out a loop without a model. UNTILDONE_ITERATION selects the step (default: the first); the last step is repeated.",
  flags: {},
  isAgent: true,
  examples: ["untildone run --agent scripted --script night.json", 'echo "the prompt" | untildone scripted night.json'],
  async run(args, io) {
    const [file] = args.words;
    if (file === undefined)
      throw new UserError({ what: "no script was named", where: "untildone scripted", fix: "name a JSON file" });
    const steps = loadScript(file, io.cwd);
    const prompt = await readTextStream(io.stdin);
    return playStep(selectStep(steps, Number(io.env["UNTILDONE_ITERATION"] ?? "1")), prompt, io);
  },
};

/** Reads the steps of a script file. */
export const loadScript = (file: string, cwd: string): readonly ScriptStep[] =>
  readScript(parse(readText(file, cwd), file));

function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError({
      what: `the script is not JSON: ${errorMessage(error)}`,
      where,
      fix: "correct it",
    });
  }
}

/** Plays one step as the agent. */
export async function playStep(step: ScriptStep, prompt: string, io: Pick<Io, "cwd" | "out" | "err">): Promise<number> {
  if (step.ignoreTerm)
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
  if (step.sleepMs > 0) await setTimeout(step.sleepMs);
  work(step, io.cwd);
  if (step.child) leaveBehind(step.child);
  if (step.echoPrompt) io.out(`${prompt}\n`);
  flood(step.flood, io);
  if (step.stderr !== "") io.err(`${step.stderr}\n`);
  if (step.brokenJson)
    io.out(
      '{"type":"system","subtype":"init","session_id":"s"}\n{"type":"assistant","message":{"content":[{"type":"text","te',
    );
  if (step.limitSeconds !== null)
    io.out(`Claude AI usage limit reached|${Math.floor(Date.now() / 1000 + step.limitSeconds)}\n`);
  const nonce = nonceIn(prompt);
  if (step.say !== "") io.out(`${step.say.replaceAll("{{nonce}}", nonce ?? "")}\n`);
  if (step.status) io.out(`\n${statusBlock(step.status, nonce)}`);
  if (step.hang) await setTimeout(2 ** 31 - 1);
  if (step.signal) process.kill(process.pid, step.signal);
  return step.limitSeconds === null ? step.exit : 1;
}

function work(step: ScriptStep, cwd: string): void {
  for (const [name, content] of Object.entries(step.write)) {
    mkdirSync(dirname(resolve(cwd, name)), { recursive: true });
    writeFileSync(resolve(cwd, name), content);
  }
  for (const [name, content] of Object.entries(step.append)) appendFileSync(resolve(cwd, name), content);
  for (const name of step.delete) rmSync(resolve(cwd, name), { recursive: true, force: true });
  if (step.shell !== null) spawnSync("sh", ["-c", step.shell], { cwd, stdio: "ignore" });
  if (step.commit === null) return;
  spawnSync("git", ["add", "-A"], { cwd });
  spawnSync("git", ["-c", "user.name=agent", "-c", "user.email=agent@example.invalid", "commit", "-qm", step.commit], {
    cwd,
  });
}

/** Starts a process that outlives the agent, as real agents do. */
function leaveBehind(kind: NonNullable<ScriptStep["child"]>): void {
  const deaf = kind === "deaf" ? 'process.on("SIGTERM",()=>{});process.on("SIGHUP",()=>{});' : "";
  const stdio = kind === "holds-pipe" ? "inherit" : "ignore";
  spawn(process.execPath, ["-e", `${deaf}setInterval(()=>{},1e6)`], { detached: kind !== "holds-pipe", stdio }).unref();
}

function flood(bytes: number, io: Pick<Io, "out">): void {
  const line = "The build writes one more line of its log, and nobody will ever read it.\n".repeat(900);
  for (let left = bytes; left > 0; left -= line.length) io.out(line);
}
