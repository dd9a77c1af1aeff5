import { isRecord } from "../json/is-record.js";
import { tryParseJson } from "../json/try-parse-json.js";
import type { SigningKey } from "./ed25519.js";

/** A signed content and its signatures, as https://github.com/secure-systems-lab/dsse describes them. */
export interface Envelope {
  readonly payloadType: string;
  readonly payload: Buffer;
  readonly signatures: readonly { readonly keyid: string; readonly sig: Buffer }[];
}

export type ReadEnvelope =
  | { readonly is: "envelope"; readonly envelope: Envelope }
  /** Its content can be read, and nobody signed it. */
  | { readonly is: "unsigned" }
  | { readonly is: "altered"; readonly why: string }
  | { readonly is: "other"; readonly why: string };

/** What is signed: type and content with their lengths, so that neither can be taken for a part of the other. */
export const encodeForSigning = (payloadType: string, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `), payload]);

/** The text of an envelope with one signature. */
export function writeEnvelope(payloadType: string, content: string, key: SigningKey): string {
  const payload = Buffer.from(content);
  const sig = key.sign(encodeForSigning(payloadType, payload)).toString("base64");
  const signatures = [{ keyid: key.public.id, sig }];
  return `${JSON.stringify({ payloadType, payload: payload.toString("base64"), signatures })}\n`;
}

/** Reads an envelope strictly: base64 in another spelling, or fields that nobody signed, are alterations. */
export function readEnvelope(text: string): ReadEnvelope {
  const value = tryParseJson(text);
  if (isRecord(value) && isRecord(value["dsseEnvelope"]))
    return {
      is: "other",
      why: "it is signed through sigstore, which cosign verifies (cosign verify-blob-attestation)",
    };
  if (!isRecord(value) || typeof value["payload"] !== "string" || typeof value["payloadType"] !== "string")
    return { is: "other", why: "it is not a signed envelope (DSSE)" };
  const { signatures = [], payloadType } = value;
  if (!Array.isArray(signatures)) return { is: "altered", why: "its list of signatures is not a list" };
  if (signatures.length === 0) return { is: "unsigned" };
  const payload = decodeBase64(value["payload"]);
  const known = signatures.flatMap((each) => readSignature(each) ?? []);
  if (payload === null || known.length !== signatures.length)
    return { is: "altered", why: "its content or a signature is not in base64 as it is written" };
  const strange = Object.keys(value).find((name) => !["payload", "payloadType", "signatures"].includes(name));
  if (strange !== undefined) return { is: "altered", why: `it has a field that nobody signed: ${strange}` };
  return { is: "envelope", envelope: { payloadType: String(payloadType), payload, signatures: known } };
}

function readSignature(value: unknown): Envelope["signatures"][number] | null {
  if (!isRecord(value) || typeof value["sig"] !== "string" || typeof value["keyid"] !== "string") return null;
  if (Object.keys(value).length !== 2) return null;
  const sig = decodeBase64(value["sig"]);
  return sig && { keyid: value["keyid"], sig };
}

/** Only as it is written by the book: one content has one spelling. */
function decodeBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : null;
}
