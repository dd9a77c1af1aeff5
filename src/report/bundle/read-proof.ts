import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";
import { type Envelope, encodeForSigning, readEnvelope } from "../../lib/signing/dsse.js";
import { isSignedBy, type PublicKey, readRawKey } from "../../lib/signing/ed25519.js";
import { chainName, findBrokenLink } from "./journal-chain.js";
import { bundleVersion, type ProofStatement, payloadType, predicateType, statementType } from "./statement.js";

/** Whose signature counts: of one key, or of any that the proof itself names. */
export type WantedKey = { readonly is: "one"; readonly id: string } | { readonly is: "any" };

/** What a file shows by itself, without any content to compare it with. */
export type ReadProof =
  | { readonly is: "signed"; readonly statement: ProofStatement; readonly key: PublicKey }
  | { readonly is: "altered"; readonly why: string }
  | { readonly is: "unsigned" }
  /** It cannot be read as a proof, or was made by a newer untildone. */
  | { readonly is: "unknown"; readonly why: string; readonly fix: string };

const altered = (why: string): ReadProof => ({ is: "altered", why });

/** Reads a proof and checks its signature and its chain. */
export function readProof(text: string, wanted: WantedKey): ReadProof {
  const read = readEnvelope(text);
  if (read.is === "unsigned" || read.is === "altered") return read;
  if (read.is === "other") return { is: "unknown", why: read.why, fix: notOurs };
  const { envelope } = read;
  if (envelope.payloadType !== payloadType)
    return { is: "unknown", why: `it holds ${envelope.payloadType}, which is no in-toto statement`, fix: notOurs };
  const statement = tryParseJson(envelope.payload.toString("utf8"));
  if (!isRecord(statement)) return altered("its content is no JSON any more");
  const other = findOtherKind(statement);
  if (other !== null) return other;
  return isProof(statement) ? checkProof(statement, envelope, wanted) : altered("its content lacks parts of a proof");
}

const notOurs = "name a file that untildone prove has written";

function findOtherKind({ _type: type, predicateType: kind, predicate }: Record<string, unknown>): ReadProof | null {
  const version = isRecord(predicate) ? predicate["version"] : undefined;
  const isNewer = typeof version === "number" && version > bundleVersion;
  if (isNewer || (typeof kind === "string" && /^urn:untildone:proof:v\d+$/.test(kind) && kind !== predicateType))
    return { is: "unknown", why: "it was made by a newer untildone", fix: "update untildone, and verify it again" };
  if (type === statementType && kind === predicateType) return null;
  return { is: "unknown", why: "it is an in-toto statement of another kind", fix: notOurs };
}

function checkProof(statement: ProofStatement, envelope: Envelope, wanted: WantedKey): ReadProof {
  const { signer, journal, run } = statement.predicate;
  const key = readRawKey(signer.publicKey ?? "");
  if (key === null) return altered("the key that it names is no Ed25519 key");
  if (wanted.is === "one" && wanted.id !== key.id)
    return altered(`it is signed by another key than the one you named: ${key.id}`);
  const signed = encodeForSigning(envelope.payloadType, envelope.payload);
  const isRight = envelope.signatures.some(({ keyid, sig }) => keyid === key.id && isSignedBy(key, signed, sig));
  if (!isRight) return altered("its signature is not that of its content");
  const broken = findBrokenLink(run.id, journal);
  return broken === null ? { is: "signed", statement, key } : altered(`its journal was changed: ${broken}`);
}

/** What the checks above and the comparison of contents rely on. */
function isProof(value: Record<string, unknown>): value is Record<string, unknown> & ProofStatement {
  const { subject, predicate } = value;
  if (!Array.isArray(subject) || !subject.every((each) => isRecord(each) && isRecord(each["digest"]))) return false;
  if (!isRecord(predicate)) return false;
  const { version, run, content, tasks, checks, journal, signer } = predicate;
  return (
    version === bundleVersion &&
    isRecord(run) &&
    typeof run["id"] === "string" &&
    isRecord(content) &&
    Array.isArray(content["files"]) &&
    Array.isArray(content["leftOut"]) &&
    Array.isArray(tasks) &&
    Array.isArray(checks) &&
    isRecord(journal) &&
    isChain(journal) &&
    isRecord(signer) &&
    typeof signer["publicKey"] === "string"
  );
}

const isChain = ({ algorithm, records, links, head, lines }: Record<string, unknown>): boolean =>
  algorithm === chainName &&
  typeof records === "number" &&
  typeof head === "string" &&
  isTexts(links) &&
  (lines === null || isTexts(lines));

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === "string");
