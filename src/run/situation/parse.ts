import { formats } from "../../agents/transcripts/choose.js";
import { warnOfOldIn } from "../../config/old-spellings.js";
import { readSettings } from "../../config/settings.js";
import type { SavedBreaker } from "../../decide/breaker.js";
import { type Mutable, note } from "../../decide/mutable.js";
import type { IterationFacts } from "../../decide/observation.js";
import type { PolicySpec } from "../../decide/policies/policies.js";
import { FieldReader } from "../../lib/json/field-reader.js";
import { wrong } from "../../lib/json/place.js";
import { readEvidence } from "./parse-evidence.js";
import { readShown } from "./parse-proof.js";
import { type Inside, readTaskSource } from "./parse-tasks.js";
import type { AsideInSituation, PastIteration, Situation, SituationInput } from "./situation.js";

const formatNames = ["auto", ...formats] as const;

/** Validates a situation from outside. Throws a UserError that names the field; nothing is cast. */
export function parseSituation(input: SituationInput | unknown): Situation {
  const from = new FieldReader(input, "");
  const warnings: string[] = [];
  const inside: Inside = (border, read) => {
    const value = read(border);
    for (const unknown of border.unknownFields()) warnings.push(unknown);
    return value;
  };
  const inner = <T>(name: string, read: (border: FieldReader) => T): T | undefined => {
    const border = from.inner(name);
    return border && inside(border, read);
  };
  const each = <T>(name: string, read: (border: FieldReader) => T): readonly T[] =>
    from.list(name).map((entry, at) => inside(new FieldReader(entry, `${name}[${at}]`), read));
  const settings =
    from.has("settings") && from.raw("settings") !== null ? readSettings(from.raw("settings"), "settings") : {};
  // The order matters: only the first mistake is reported.
  const policy = readPolicy(from, inside);
  const output = from.text("output");
  const outputFile = from.text("outputFile");
  const format = from.choice("format", formatNames) ?? "auto";
  const agent = inner("agent", readAgent);
  const tasks = readTaskSource(from, inside);
  const task = from.has("task") ? readTaskId(from) : undefined;
  const iteration = inner("iteration", readIteration);
  const situation: Mutable<Situation> = {
    policy,
    format,
    tasks,
    evidence: each("evidence", readEvidence),
    history: each("history", readPast),
    breaker: inner("breaker", readBreaker) ?? null,
    used: inner("used", readUsed) ?? {},
    settings,
    interrupted: from.flag("interrupted") ?? false,
    forceComplete: from.flag("forceComplete") ?? false,
    now: from.instant("now"),
    warnings: [],
  };
  note(situation, "output", output);
  note(situation, "outputFile", outputFile);
  note(situation, "agent", agent);
  note(situation, "task", task);
  const shown = readShown(from, inside);
  if (shown) situation.shown = shown;
  note(situation, "doneInRun", from.amount("doneInRun"));
  note(situation, "unverified", from.amount("unverified"));
  note(situation, "factRan", from.flag("factRan"));
  if (from.has("setAside")) situation.setAside = each("setAside", readSetAside);
  note(situation, "setAsideInARow", from.amount("setAsideInARow"));
  note(situation, "pendingWords", from.amount("pendingWords"));
  note(situation, "iteration", iteration);
  const old = [...warnOfOldIn({ policy: from.raw("policy") }, ""), ...warnOfOldIn(from.raw("settings"), "settings")];
  situation.warnings = [...from.unknownFields(), ...warnings, ...old];
  return situation;
}

function readPolicy(from: FieldReader, inside: Inside): string | PolicySpec {
  const inSettings = from.inner("settings")?.raw("policy");
  const value = from.raw("policy") ?? inSettings ?? "standard";
  if (typeof value === "string") return value;
  return inside(new FieldReader(value, "policy"), readSpec);
}

function readSpec(spec: FieldReader): PolicySpec {
  const read: Mutable<PolicySpec> = {};
  note(read, "name", spec.text("name"));
  note(read, "extends", spec.text("extends"));
  if (spec.has("rules")) read.rules = spec.texts("rules");
  if (spec.has("settings")) read.settings = readSettings(spec.raw("settings"), "policy.settings");
  return read;
}

function readAgent(from: FieldReader): NonNullable<Situation["agent"]> {
  const exitCode = from.raw("exitCode");
  if (exitCode !== undefined && exitCode !== null && !Number.isSafeInteger(exitCode))
    throw wrong(exitCode, from.path("exitCode"), "a whole number or null");
  const agent: Mutable<NonNullable<Situation["agent"]>> = {};
  if (typeof exitCode === "number") agent.exitCode = exitCode;
  note(agent, "stderr", from.text("stderr"));
  note(agent, "timedOut", from.flag("timedOut"));
  note(agent, "interruptedByUs", from.flag("interruptedByUs"));
  return agent;
}

function readTaskId(from: FieldReader): string | null {
  const value = from.raw("task");
  if (value === null || typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  throw wrong(value, "task", "a task's id, or null where none could be selected");
}

function readFacts(from: FieldReader): Mutable<IterationFacts> {
  const facts: Mutable<IterationFacts> = {};
  note(facts, "task", from.id("task"));
  note(facts, "filesChanged", from.amount("filesChanged"));
  note(facts, "commits", from.amount("commits"));
  note(facts, "tasksDone", from.amount("tasksDone"));
  note(facts, "failed", from.flag("failed"));
  note(facts, "error", from.textOrNull("error"));
  note(facts, "failingTests", from.amount("failingTests"));
  note(facts, "failingChecks", from.amount("failingChecks"));
  note(facts, "denials", from.amount("denials"));
  note(facts, "limited", from.flag("limited"));
  note(facts, "interrupted", from.flag("interrupted"));
  note(facts, "testOnly", from.flag("testOnly"));
  note(facts, "asked", from.flag("asked"));
  note(facts, "blocked", from.flag("blocked"));
  note(facts, "said", from.text("said"));
  note(facts, "sameFailure", from.text("sameFailure"));
  note(facts, "snapshot", from.text("snapshot"));
  note(facts, "taskFileMovedToDone", from.flag("taskFileMovedToDone"));
  note(facts, "workVisible", from.flag("workVisible"));
  note(facts, "startUnknown", from.flag("startUnknown"));
  note(facts, "cosmeticOnly", from.flag("cosmeticOnly"));
  note(facts, "ticked", from.flag("ticked"));
  return facts;
}

function readIteration(from: FieldReader): NonNullable<Situation["iteration"]> {
  const iteration: Mutable<NonNullable<Situation["iteration"]>> = readFacts(from);
  note(iteration, "number", from.amount("number"));
  return iteration;
}

function readPast(from: FieldReader): PastIteration {
  const past: Mutable<PastIteration> = readFacts(from);
  note(past, "claimed", from.flag("claimed"));
  note(past, "passed", from.flag("passed"));
  note(past, "denied", from.flag("denied"));
  note(past, "spoke", from.flag("spoke"));
  note(past, "weak", from.flag("weak"));
  note(past, "ofUnit", from.flag("ofUnit"));
  note(past, "tampered", from.flag("tampered"));
  note(past, "hollow", from.flag("hollow"));
  note(past, "knownFailing", from.amount("knownFailing"));
  note(past, "score", from.amount("score"));
  note(past, "output", from.text("output"));
  return past;
}

function readSetAside(from: FieldReader): AsideInSituation {
  const task = from.id("task");
  if (task === undefined || task === "") throw wrong(task ?? null, from.path("task"), "the task's id");
  const said = from.text("said");
  const mayBeJudged = from.flag("claimed") === true && from.flag("judgedAgain") !== true;
  from.flag("parked");
  for (const name of ["refusedFor", "waitsFor"]) if (from.has(name)) from.texts(name);
  return {
    task,
    outcome: from.choice("outcome", ["needs-review", "stuck", "blocked"]) ?? "stuck",
    reason: from.text("reason") ?? "",
    rule: from.text("rule") ?? "",
    ...(said === undefined ? {} : { said }),
    ...(mayBeJudged ? { mayBeJudgedAgain: true as const } : {}),
  };
}

function readBreaker(from: FieldReader): SavedBreaker {
  const breaker: Mutable<SavedBreaker> = {
    state: from.choice("state", ["closed", "half-open", "open"]) ?? "closed",
    openedAt: from.instant("openedAt"),
  };
  note(breaker, "reason", from.textOrNull("reason"));
  note(breaker, "noProgress", from.amount("noProgress"));
  note(breaker, "sameError", from.amount("sameError"));
  note(breaker, "lastError", from.textOrNull("lastError"));
  note(breaker, "gateRefused", from.amount("gateRefused"));
  return breaker;
}

function readUsed(from: FieldReader): Situation["used"] {
  const used: Mutable<Situation["used"]> = {};
  note(used, "iterations", from.amount("iterations"));
  note(used, "seconds", from.amount("seconds"));
  note(used, "tokens", from.amount("tokens"));
  note(used, "usd", from.amount("usd"));
  note(used, "taskIterations", from.amount("taskIterations"));
  return used;
}
