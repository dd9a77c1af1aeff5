/** Decodes bytes that are stored one per character. */
export function decodeBytes(raw: string): string {
  return /[\u0080-\u00ff]/.test(raw) ? Buffer.from(raw, "latin1").toString("utf8") : raw;
}

/** A slice of a long string keeps the whole string in memory; this copy does not. */
export const ownCopy = (text: string): string => Buffer.from(text).toString();

/** Whether bytes stored one per character are ASCII without escapes, so that no decoding is needed. */
export const isPlain = (raw: string): boolean => Buffer.byteLength(raw) === raw.length && !raw.includes("\u001b");
