import { UserError } from "../../lib/errors.js";
import { FieldReader } from "../../lib/json/field-reader.js";

/** One turn of the scripted agent: its actions, in this order, and how it behaves. */
export interface ScriptStep {
  readonly write: Readonly<Record<string, string>>;
  readonly append: Readonly<Record<string, string>>;
  readonly delete: readonly string[];
  /** Commits everything with this message. */
  readonly commit: string | null;
  /** A command line for `sh`, as an agent's shell tool would run it. */
  readonly shell: string | null;
  readonly echoPrompt: boolean;
  readonly say: string;
  readonly stderr: string;
  /** A status block with these fields, with the nonce if the prompt contains one. */
  readonly status: Readonly<Record<string, string>> | null;
  readonly sleepMs: number;
  /** Bytes of noise to print before the text. */
  readonly flood: number;
  /** Prints half of a stream event. */
  readonly brokenJson: boolean;
  /** Prints a usage limit that resets in this many seconds. */
  readonly limitSeconds: number | null;
  /** A process that outlives the turn: in its own session, holding our stdout, or ignoring SIGTERM. */
  readonly child: "session" | "holds-pipe" | "deaf" | null;
  readonly ignoreTerm: boolean;
  readonly hang: boolean;
  /** Kills itself with this signal. */
  readonly signal: "SIGKILL" | "SIGSEGV" | "SIGTERM" | null;
  readonly exit: number;
}

/** Parses a script: `{ "steps": [ … ] }`. The last step repeats. */
export function readScript(value: unknown): readonly ScriptStep[] {
  const from = new FieldReader(value, "");
  const steps = from.list("steps").map((entry, at) => {
    const border = new FieldReader(entry, `steps[${at}]`);
    const step = readStep(border);
    const [unknown] = border.unknownFields();
    if (unknown !== undefined)
      throw new UserError({ what: unknown, where: "the script", fix: "see docs/running.md for what a step may hold" });
    return step;
  });
  if (steps.length === 0)
    throw new UserError({
      what: "the script holds no step",
      where: "the script",
      fix: 'give { "steps": [ { "say": "…" } ] }',
    });
  return steps;
}

function readStep(from: FieldReader): ScriptStep {
  return {
    write: texts(from, "write"),
    append: texts(from, "append"),
    delete: from.texts("delete"),
    commit: from.text("commit") ?? null,
    shell: from.text("shell") ?? null,
    echoPrompt: from.flag("echoPrompt") ?? false,
    say: from.text("say") ?? "",
    stderr: from.text("stderr") ?? "",
    status: from.has("status") ? texts(from, "status") : null,
    sleepMs: from.amount("sleepMs") ?? 0,
    flood: from.amount("flood") ?? 0,
    brokenJson: from.flag("brokenJson") ?? false,
    limitSeconds: from.amount("limitSeconds") ?? null,
    child: from.choice("child", ["session", "holds-pipe", "deaf"]) ?? null,
    ignoreTerm: from.flag("ignoreTerm") ?? false,
    hang: from.flag("hang") ?? false,
    signal: readSignal(from),
    exit: from.amount("exit") ?? 0,
  };
}

function readSignal(from: FieldReader): ScriptStep["signal"] {
  const name = from.choice("signal", ["sigkill", "sigsegv", "sigterm"]);
  return name === undefined ? null : name === "sigkill" ? "SIGKILL" : name === "sigsegv" ? "SIGSEGV" : "SIGTERM";
}

function texts(from: FieldReader, name: string): Readonly<Record<string, string>> {
  const inner = from.inner(name);
  if (!inner) return {};
  return Object.fromEntries(inner.names().map((key) => [key, inner.text(key) ?? ""]));
}

/** The step for an iteration, counted from 1. */
export const selectStep = (steps: readonly ScriptStep[], iteration: number): ScriptStep =>
  steps[Math.min(Math.max(iteration, 1), steps.length) - 1] as ScriptStep;

/** The nonce that the prompt asks for. */
export const nonceIn = (prompt: string): string | null => /^NONCE: (\S+)$/m.exec(prompt)?.[1] ?? null;

export function statusBlock(fields: Readonly<Record<string, string>>, nonce: string | null): string {
  const lines = Object.entries(nonce === null ? fields : { ...fields, NONCE: nonce }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return ["---RALPH_STATUS---", ...lines, "---END_RALPH_STATUS---", ""].join("\n");
}
