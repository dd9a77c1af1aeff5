import { encodeForSigning } from "../../src/lib/signing/dsse.js";
import { newPrivatePem, readPrivatePem, type SigningKey } from "../../src/lib/signing/ed25519.js";
import { makeChain } from "../../src/report/bundle/journal-chain.js";
import type { ProofStatement } from "../../src/report/bundle/statement.js";

/** Numbers between 0 and 1 that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function newKey(): SigningKey {
  const key = readPrivatePem(newPrivatePem());
  if (key === null) throw new Error("no key");
  return key;
}

export type Mutable = Record<string, unknown>;
type Random = () => number;

/** How a changed proof was signed again. */
export type Resigned = "not" | "other-key" | "other-key-named" | "same-key" | "same-key-chain-too";

export interface ChangedProof {
  readonly text: string;
  /** What was changed, in words. */
  readonly what: string;
  readonly resigned: Resigned;
}

const pick = <T>(random: Random, list: readonly T[]): T => {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error("nothing to pick from");
  return found;
};

export const toText = (payload: Buffer, key: SigningKey, payloadType = "application/vnd.in-toto+json"): string => {
  const sig = key.sign(encodeForSigning(payloadType, payload)).toString("base64");
  return `${JSON.stringify({ payloadType, payload: payload.toString("base64"), signatures: [{ keyid: key.public.id, sig }] })}\n`;
};

export const statementIn = (text: string): ProofStatement =>
  JSON.parse(Buffer.from(JSON.parse(text).payload, "base64").toString("utf8"));

interface Keys {
  readonly own: SigningKey;
  readonly other: SigningKey;
}

/** One change of a proof, chosen by the numbers of `random`: half of them are signed again. */
export function changeProof(text: string, { own, other }: Keys, random: Random): ChangedProof {
  if (random() < 0.5) return random() < 0.5 ? flipBit(text, random) : changeUnsigned(text, random);
  const statement = statementIn(text);
  const lines = statement.predicate.journal.lines ?? [];
  const isJournal = random() < 0.6;
  const what = isJournal ? changeJournal(statement, random) : changeField(statement as never, random);
  const resigned = isJournal
    ? pick<Resigned>(random, ["other-key", "other-key-named", "same-key", "same-key-chain-too"])
    : pick<Resigned>(random, ["other-key", "other-key-named", "same-key"]);
  const { predicate } = statement as unknown as {
    predicate: { journal: unknown; signer: Mutable; run: { id: string } };
  };
  if (resigned !== "same-key" && isJournal && resigned !== "other-key")
    predicate.journal = makeChain(predicate.run.id, statement.predicate.journal.lines ?? lines, true);
  if (resigned === "other-key-named") predicate.signer["publicKey"] = other.public.raw;
  const key = resigned.startsWith("other") ? other : own;
  return { text: toText(Buffer.from(JSON.stringify(statement)), key), what, resigned };
}

function flipBit(text: string, random: Random): ChangedProof {
  const bytes = Buffer.from(text);
  const [at, bit] = [Math.floor(random() * bytes.length), Math.floor(random() * 8)];
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
  return { text: bytes.toString("latin1"), what: `bit ${bit} of byte ${at}`, resigned: "not" };
}

/** The content is another one, and the signature is as it was. */
function changeUnsigned(text: string, random: Random): ChangedProof {
  const envelope = JSON.parse(text);
  const statement = statementIn(text);
  const what = random() < 0.5 ? changeJournal(statement, random) : changeField(statement as never, random);
  envelope.payload = Buffer.from(JSON.stringify(statement)).toString("base64");
  return { text: `${JSON.stringify(envelope)}\n`, what, resigned: "not" };
}

/** Drops, repeats, swaps or replaces records. */
function changeJournal(statement: ProofStatement, random: Random): string {
  const journal = statement.predicate.journal as unknown as { lines: string[] };
  const { lines } = journal;
  const at = Math.floor(random() * lines.length);
  const next = (at + 1) % lines.length;
  const kind = pick(random, ["drop", "swap", "repeat", "field", "field", "field"]);
  const [line = "", after = ""] = [lines[at], lines[next]];
  if (kind === "drop") lines.splice(at, 1);
  else if (kind === "swap" && at !== next) [lines[at], lines[next]] = [after, line];
  else if (kind === "repeat") lines.splice(at, 0, line);
  else {
    const record = JSON.parse(line);
    const changed = changeField(record, random);
    lines[at] = JSON.stringify(record);
    return `record ${at + 1}: ${changed}`;
  }
  return `record ${at + 1}: ${kind}`;
}

/** Changes one value somewhere in it: another text, number or truth, or none. */
function changeField(value: Mutable, random: Random): string {
  const places: (readonly [holder: Mutable, name: string, path: string])[] = [];
  const walk = (holder: Mutable, path: string): void => {
    for (const name of Object.keys(holder)) {
      const each = holder[name];
      if (name === "lines") continue;
      if (typeof each === "object" && each !== null) walk(each as Mutable, `${path}.${name}`);
      else places.push([holder, name, `${path}.${name}`]);
    }
  };
  walk(value, "");
  const [holder, name, path] = pick(random, places);
  const was = holder[name];
  holder[name] = another(was, random);
  return `${path} from ${JSON.stringify(was)} to ${JSON.stringify(holder[name])}`;
}

function another(was: unknown, random: Random): unknown {
  if (typeof was === "boolean") return !was;
  if (typeof was === "number") return was + (random() < 0.5 ? 1 : -1) * Math.ceil(random() * 9);
  if (was === null) return "something";
  const text = String(was);
  const at = Math.floor(random() * text.length);
  const letter = text[at] === "a" ? "b" : "a";
  return random() < 0.2 ? null : `${text.slice(0, at)}${letter}${text.slice(at + 1)}`;
}
