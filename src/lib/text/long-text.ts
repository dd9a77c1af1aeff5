import { decodeText, detectEncoding } from "./decode.js";

/** From this size on, a text is held once, however often it is read. */
const longBytes = 100_000;

let last: { readonly bytes: Uint8Array; readonly text: string } | null = null;

/** Decodes a text; the same string for the same long bytes as the last time. */
export function decodeHeld(bytes: Uint8Array): string {
  if (bytes.length < longBytes) return decodeText(bytes);
  if (!last || Buffer.compare(last.bytes, bytes) !== 0) last = { bytes, text: decodeText(bytes) };
  return last.text;
}

/** The same for bytes that are to be taken as UTF-8, with a byte-order mark if there is one. */
export function decodeUtf8Held(bytes: Buffer): string {
  const isPlain = bytes[0] !== 0xef && detectEncoding(bytes) === "utf-8";
  return isPlain ? decodeHeld(bytes) : bytes.toString("utf8");
}
