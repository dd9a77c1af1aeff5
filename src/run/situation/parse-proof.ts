import type { Shown } from "../../decide/observe.js";
import { type OtherClaim, type Proof, proofKinds, type TaskFact } from "../../decide/proof.js";
import type { SeenSign } from "../../decide/seen-sign.js";
import { FieldReader } from "../../lib/json/field-reader.js";
import { wrong } from "../../lib/json/place.js";
import type { Inside } from "./parse-tasks.js";

const states = ["holds", "fails", "unknown"] as const;

/** What a situation says of the task's facts, its proof, and other tasks claimed with it; undefined if nothing. */
export function readShown(from: FieldReader, inside: Inside): Shown | undefined {
  const each = <T>(name: string, read: (fields: FieldReader) => T): readonly T[] =>
    from.list(name).map((entry, at) => inside(new FieldReader(entry, `${name}[${at}]`), read));
  const proof = from.inner("proof");
  const shown: Shown = {
    ...(from.has("facts") ? { facts: each("facts", readFact) } : {}),
    ...(proof ? { proof: inside(proof, readProof) } : {}),
    ...(from.has("signs") ? { signs: each("signs", readSign) } : {}),
    ...(from.has("claims") ? { claims: each("claims", (claim) => readClaim(claim, inside)) } : {}),
  };
  return Object.keys(shown).length === 0 ? undefined : shown;
}

function readFact(from: FieldReader): TaskFact {
  return {
    name: readName(from, "name", "the fact's name"),
    kind: from.choice("kind", ["verify", "criterion", "artifact", "test"]) ?? "criterion",
    before: from.choice("before", states) ?? "unknown",
    now: from.choice("now", states) ?? "unknown",
    ...(from.flag("asked") ? { asked: true } : {}),
  };
}

function readProof(from: FieldReader): Proof {
  const kind = from.choice("kind", proofKinds);
  const check = from.textOrNull("check") ?? undefined;
  const why = from.textOrNull("why") ?? undefined;
  const state = from.choice("state", ["proven", "not-proven", "unknown"]) ?? "unknown";
  if (state === "proven" && kind === undefined)
    throw wrong(null, from.path("kind"), `what proves it: ${proofKinds.join(", ")}`);
  return {
    state,
    ...(kind === undefined ? {} : { kind }),
    ...(check === undefined ? {} : { check }),
    tests: from.texts("tests"),
    ...(why === undefined ? {} : { why }),
  };
}

function readSign(from: FieldReader): SeenSign {
  const what = from.textOrNull("what") ?? undefined;
  return {
    kind: readName(from, "kind", "the sign's name"),
    file: readName(from, "file", "the file it stands in"),
    line: from.amount("line") ?? null,
    ...(what === undefined ? {} : { what }),
  };
}

function readClaim(from: FieldReader, inside: Inside): OtherClaim {
  const proof = from.inner("proof");
  const pendingWords = from.amount("pendingWords");
  return {
    task: readName(from, "task", "the task's id"),
    by: from.choice("by", ["tick", "block"]) ?? "tick",
    proof: proof ? inside(proof, readProof) : { state: "unknown", tests: [] },
    ...(pendingWords ? { pendingWords } : {}),
  };
}

function readName(from: FieldReader, field: string, what: string): string {
  const name = from.id(field);
  if (name === undefined || name === "") throw wrong(name ?? null, from.path(field), what);
  return name;
}
