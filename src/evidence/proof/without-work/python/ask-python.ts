import { isRecord } from "../../../../lib/json/is-record.js";
import { tryParseJson } from "../../../../lib/json/try-parse-json.js";
import { runCommand } from "../../../../lib/process/process.js";
import { findProgram } from "../../../../lib/process/programs.js";
import parseProgram from "./parse-program.py?raw";
import type { PythonPlace } from "./positions.js";

/** How a wrong answer is given; null where it cannot be. */
export type Way = "answer" | "skip" | "lambda" | "value" | null;

export interface ParsedUnit {
  readonly name: string;
  readonly start: PythonPlace;
  readonly end: PythonPlace;
  readonly how: Way;
  /** What is wrapped: the definition, or the value that is assigned. */
  readonly at: PythonPlace;
  readonly to: PythonPlace;
}

export interface ParsedPython {
  readonly units: readonly ParsedUnit[];
  /** Where our own line may stand: after the docstring and the imports from the future, or above the first statement. */
  readonly header: { readonly at: PythonPlace; readonly isAfter: boolean };
}

const limits = { timeoutMs: 20_000, keepLimits: { head: 32 * 1024 * 1024, tail: 0 } };

/** Asks the installed Python about a text. Null if there is none, or if it does not understand the text. */
export async function askPython(text: string): Promise<ParsedPython | null> {
  const program = (findProgram("python3") ?? findProgram("python"))?.split("\0")[0];
  if (program === undefined) return null;
  const { ending, stdout } = await runCommand([program, "-I", "-S", "-c", parseProgram], {
    ...{ ...limits, stdin: text, sweep: false },
    cwd: "/", // A version manager looks for its settings there, and must not find the project's.
  });
  return ending.is === "exited" && ending.code === 0 && !stdout.isCut ? readAnswer(tryParseJson(stdout.text())) : null;
}

function readAnswer(answer: unknown): ParsedPython | null {
  if (!isRecord(answer) || !Array.isArray(answer["units"]) || !isRecord(answer["header"])) return null;
  const at = readPlace(answer["header"]["at"]);
  const units = answer["units"].map(readUnit);
  if (at === null || !units.every((unit) => unit !== null)) return null;
  return { units, header: { at, isAfter: answer["header"]["isAfter"] === true } };
}

const ways: readonly Way[] = ["answer", "skip", "lambda", "value"];

function readUnit(unit: unknown): ParsedUnit | null {
  if (!isRecord(unit) || typeof unit["name"] !== "string") return null;
  const [start, end] = [readPlace(unit["start"]), readPlace(unit["end"])];
  const [at, to] = [readPlace(unit["at"]), readPlace(unit["to"])];
  if (!start || !end || !at || !to) return null;
  return { name: unit["name"], start, end, at, to, how: ways.find((way) => way === unit["how"]) ?? null };
}

function readPlace(place: unknown): PythonPlace | null {
  if (!Array.isArray(place)) return null;
  const [line, column] = place as readonly unknown[];
  return typeof line === "number" && typeof column === "number" ? [line, column] : null;
}
