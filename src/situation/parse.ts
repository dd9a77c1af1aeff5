import { wrong } from "../config/readers.js";
import { readSettings } from "../config/settings.js";
import type { KeptBreaker } from "../core/breaker.js";
import type { Evidence } from "../core/evidence.js";
import type { IterationFacts } from "../core/observation.js";
import type { PolicySpec } from "../policies/policies.js";
import { formats } from "../transcripts/choose.js";
import { Border } from "./border.js";
import { type Inside, readTaskSource } from "./parse-tasks.js";
import type { PastIteration, Situation } from "./situation.js";

/** Reads a situation from the outside. Throws a UserError that names the field; nothing is cast. */
export function parseSituation(given: unknown): Situation {
  const from = new Border(given, "");
  const warnings: string[] = [];
  const inside = <T>(border: Border | undefined, read: (border: Border) => T): T | undefined => {
    const value = border === undefined ? undefined : read(border);
    if (border) warnings.push(...border.strangers());
    return value;
  };
  const settings =
    from.has("settings") && from.raw("settings") !== null ? readSettings(from.raw("settings"), "settings") : {};
  const situation = {
    policy: readPolicy(from, inside),
    ...ifTold("output", from.text("output")),
    ...ifTold("outputFile", from.text("outputFile")),
    format: from.choice("format", ["auto", ...formats]) ?? "auto",
    ...ifTold("agent", inside(from.inner("agent"), readAgent)),
    tasks: readTaskSource(from, inside),
    ...(from.has("task") ? { task: readTaskId(from) } : {}),
    ...ifTold("iteration", inside(from.inner("iteration"), readIteration)),
    evidence: from
      .list("evidence")
      .map((entry, at) => inside(new Border(entry, `evidence[${at}]`), readEvidence))
      .filter((entry) => entry !== undefined),
    history: from
      .list("history")
      .map((entry, at) => inside(new Border(entry, `history[${at}]`), readPast))
      .filter((entry) => entry !== undefined),
    breaker: inside(from.inner("breaker"), readBreaker) ?? null,
    used: inside(from.inner("used"), readUsed) ?? {},
    settings,
    interrupted: from.flag("interrupted") ?? false,
    forceComplete: from.flag("forceComplete") ?? false,
    now: from.instant("now"),
  };
  return { ...situation, warnings: [...from.strangers(), ...warnings] };
}

/** A field that is there only if it was told. */
function ifTold<Name extends string, T>(name: Name, value: T | undefined): { [K in Name]?: T } {
  const held: { [K in Name]?: T } = {};
  if (value !== undefined) held[name] = value;
  return held;
}

function readPolicy(from: Border, inside: Inside): string | PolicySpec {
  const inSettings = from.inner("settings")?.raw("policy");
  const value = from.raw("policy") ?? inSettings ?? "standard";
  if (typeof value === "string") return value;
  return inside(new Border(value, "policy"), readSpec) ?? {};
}

function readSpec(spec: Border): PolicySpec {
  return {
    ...ifTold("name", spec.text("name")),
    ...ifTold("extends", spec.text("extends")),
    ...(spec.has("rules") ? { rules: spec.texts("rules") } : {}),
    ...(spec.has("settings") ? { settings: readSettings(spec.raw("settings"), "policy.settings") } : {}),
  };
}

function readAgent(from: Border): NonNullable<Situation["agent"]> {
  const exitCode = from.raw("exitCode");
  if (exitCode !== undefined && exitCode !== null && !Number.isSafeInteger(exitCode))
    throw wrong(exitCode, from.path("exitCode"), "a whole number or null");
  return {
    ...(typeof exitCode === "number" ? { exitCode } : {}),
    ...ifTold("stderr", from.textOrNull("stderr") ?? undefined),
    ...ifTold("timedOut", from.flag("timedOut")),
    ...ifTold("interruptedByUs", from.flag("interruptedByUs")),
  };
}

function readTaskId(from: Border): string | null {
  const value = from.raw("task");
  if (value === null || typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  throw wrong(value, "task", "a task's id, or null where none could be selected");
}

function readFacts(from: Border): IterationFacts {
  return {
    ...ifTold("task", from.id("task")),
    ...ifTold("filesChanged", from.amount("filesChanged")),
    ...ifTold("commits", from.amount("commits")),
    ...ifTold("tasksDone", from.amount("tasksDone")),
    ...ifTold("failed", from.flag("failed")),
    ...ifTold("error", from.textOrNull("error")),
    ...ifTold("failingTests", from.amount("failingTests")),
    ...ifTold("failingChecks", from.amount("failingChecks")),
    ...ifTold("denials", from.amount("denials")),
    ...ifTold("limited", from.flag("limited")),
    ...ifTold("interrupted", from.flag("interrupted")),
    ...ifTold("testOnly", from.flag("testOnly")),
    ...ifTold("asked", from.flag("asked")),
    ...ifTold("blocked", from.flag("blocked")),
    ...ifTold("snapshot", from.textOrNull("snapshot") ?? undefined),
    ...ifTold("taskFileMovedToDone", from.flag("taskFileMovedToDone")),
  };
}

function readIteration(from: Border): NonNullable<Situation["iteration"]> {
  return { ...readFacts(from), ...ifTold("number", from.amount("number")) };
}

function readPast(from: Border): PastIteration {
  return {
    ...readFacts(from),
    ...ifTold("claimed", from.flag("claimed")),
    ...ifTold("passed", from.flag("passed")),
    ...ifTold("denied", from.flag("denied")),
    ...ifTold("spoke", from.flag("spoke")),
    ...ifTold("score", from.amount("score")),
    ...ifTold("output", from.text("output")),
  };
}

function readEvidence(from: Border): Evidence {
  const name = from.text("name");
  if (name === undefined || name === "") throw wrong(name ?? null, from.path("name"), "the check's name");
  return {
    name,
    state: from.choice("state", ["holds", "fails", "unknown"]) ?? "unknown",
    required: from.flag("required") ?? false,
    detail: from.textOrNull("detail") ?? "",
  };
}

function readBreaker(from: Border): KeptBreaker {
  return {
    state: from.choice("state", ["closed", "half-open", "open"]) ?? "closed",
    openedAt: from.instant("openedAt"),
    ...ifTold("reason", from.textOrNull("reason")),
    ...ifTold("noProgress", from.amount("noProgress")),
    ...ifTold("sameError", from.amount("sameError")),
    ...ifTold("lastError", from.textOrNull("lastError")),
    ...ifTold("gateRefused", from.amount("gateRefused")),
  };
}

function readUsed(from: Border): Situation["used"] {
  return {
    ...ifTold("iterations", from.amount("iterations")),
    ...ifTold("seconds", from.amount("seconds")),
    ...ifTold("tokens", from.amount("tokens")),
    ...ifTold("usd", from.amount("usd")),
    ...ifTold("taskIterations", from.amount("taskIterations")),
  };
}
