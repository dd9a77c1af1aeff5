import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";

/** What stands before the 32 bytes of an Ed25519 key in its usual form (SubjectPublicKeyInfo, RFC 8410). */
const spkiHead = Buffer.from("302a300506032b6570032100", "hex");

/** A public key: its 32 bytes in base64, and the name it goes by, a SHA-256 in hex. */
export interface PublicKey {
  readonly raw: string;
  readonly id: string;
}

/** A key that signs. */
export interface SigningKey {
  readonly public: PublicKey;
  sign(bytes: Buffer): Buffer;
}

export const sha256Hex = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");

/** A new private key, as a PEM file. */
export const newPrivatePem = (): string =>
  String(generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }));

/** Null where the text holds no Ed25519 key. */
export function readPrivatePem(pem: string): SigningKey | null {
  const key = tryRead(() => createPrivateKey(pem));
  if (key?.asymmetricKeyType !== "ed25519") return null;
  return { public: describeKey(createPublicKey(key)), sign: (bytes) => sign(null, bytes, key) };
}

/** Null where the text holds no Ed25519 key. */
export function readPublicPem(pem: string): PublicKey | null {
  const key = pem.includes("PUBLIC KEY") ? tryRead(() => createPublicKey(pem)) : null;
  return key?.asymmetricKeyType === "ed25519" ? describeKey(key) : null;
}

/** Null where these are not the 32 bytes of a key. */
export function readRawKey(raw: string): PublicKey | null {
  const bytes = Buffer.from(raw, "base64");
  if (bytes.length !== 32 || bytes.toString("base64") !== raw) return null;
  return { raw, id: sha256Hex(Buffer.concat([spkiHead, bytes])) };
}

export const writePublicPem = ({ raw }: PublicKey): string =>
  String(toKey(raw).export({ type: "spki", format: "pem" }));

/** Whether this key made the signature of these bytes. */
export function isSignedBy({ raw }: PublicKey, bytes: Buffer, signature: Buffer): boolean {
  return signature.length === 64 && tryRead(() => verify(null, bytes, toKey(raw), signature)) === true;
}

const toKey = (raw: string): KeyObject =>
  createPublicKey({ key: Buffer.concat([spkiHead, Buffer.from(raw, "base64")]), type: "spki", format: "der" });

function describeKey(key: KeyObject): PublicKey {
  const bytes = key.export({ type: "spki", format: "der" });
  return { raw: bytes.subarray(spkiHead.length).toString("base64"), id: sha256Hex(bytes) };
}

/** Node throws at what is no key. */
function tryRead<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
