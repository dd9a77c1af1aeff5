import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { printTurn } from "./print-turn.js";
import type { LoopDialect } from "./tools.js";
import type { Ending, Format, ScriptTurn, Step } from "./types.js";

/** What the agent of a run knows, and nothing else: it lies outside of the project, without the truth. */
export interface AgentScript {
  readonly turns: readonly ScriptTurn[];
  readonly list: string;
  readonly dialect: LoopDialect;
  readonly format: Format;
  /** Where a loop asks the agent to tick its own tasks. */
  readonly ticks: boolean;
}

export const scriptName = "script.json";
export const callsName = "calls";

/** Plays the next turn as the agent, a program like any other: it reads the prompt, works, prints and exits. */
export function playTurn(folder: string, prompt: string, cwd: string): string {
  const script = JSON.parse(readFileSync(join(folder, scriptName), "utf8")) as AgentScript;
  const task = /^## Your task: (\S+)/m.exec(prompt)?.[1] ?? null;
  const calls = listCalls(folder);
  const at = chooseTurn(script.turns, task, calls);
  appendFileSync(join(folder, callsName), `${at}\n`);
  writeFileSync(join(folder, `prompt-${calls.length + 1}.md`), prompt);
  const turn = script.turns[at];
  if (!turn) return printTurn(script.format, "Every task of the list is done; there is nothing left to do.", []);
  for (const step of turn.steps) applyStep(step, cwd, script.list);
  const isClaim = turn.ending === "task" || turn.ending === "words" || turn.ending === "whole";
  if (script.ticks && isClaim) tick(join(cwd, script.list), [turn.task]);
  const end = endTurn(turn, { script, isLast: at === script.turns.length - 1, prompt });
  return printTurn(script.format, [turn.text, end].filter(Boolean).join("\n\n"), turn.steps);
}

export const listCalls = (folder: string): readonly number[] => {
  const file = join(folder, callsName);
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map(Number) : [];
};

/** The next turn of the task that the prompt names, or of all where it names none; the last one is repeated. */
function chooseTurn(turns: readonly ScriptTurn[], task: string | null, calls: readonly number[]): number {
  const mine = [...turns.keys()].filter((at) => task === null || turns[at]?.task === task);
  return mine.find((at) => !calls.includes(at)) ?? mine.at(-1) ?? -1;
}

interface TurnEnd {
  readonly script: AgentScript;
  readonly isLast: boolean;
  readonly prompt: string;
}

function endTurn({ ending, work, note }: ScriptTurn, { script, isLast, prompt }: TurnEnd): string {
  if (ending === "words") return "";
  const isWhole = ending === "whole" || (ending === "task" && isLast);
  const kind: Exclude<Ending, "words"> = isWhole ? "whole" : ending;
  const nonce = /^NONCE: (\S+)$/m.exec(prompt)?.[1] ?? "";
  const words: Readonly<Record<string, string>> = { work, note, nonce };
  return script.dialect[kind].replaceAll(/%(work|note|nonce)%/g, (_, name: string) => words[name] ?? "").trim();
}

/** One edit of an agent, in the project. */
export function applyStep(step: Step, cwd: string, list: string): void {
  if (step.kind === "run") {
    spawnSync("sh", ["-c", step.command], { cwd, encoding: "utf8", timeout: 20_000 });
    return;
  }
  if (step.kind === "tick") {
    tick(join(cwd, list), step.tasks);
    return;
  }
  const path = join(cwd, step.file);
  if (step.kind === "remove") {
    rmSync(path, { recursive: true, force: true });
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  if (step.kind === "replace") {
    if (existsSync(path))
      writeFileSync(
        path,
        readFileSync(path, "utf8").replaceAll(step.from, () => step.to),
      );
  } else if (step.kind === "write") writeFileSync(path, step.text);
  else appendFileSync(path, step.text);
}

function tick(file: string, tasks: readonly string[]): void {
  if (!existsSync(file)) return;
  const isNamed = (line: string): boolean => tasks.some((task) => line.startsWith(`- [ ] ${task}:`));
  const lines = readFileSync(file, "utf8").split("\n");
  writeFileSync(file, lines.map((line) => (isNamed(line) ? line.replace("[ ]", "[x]") : line)).join("\n"));
}
