/** Bytes spelt as characters, as the text they are. */
export function decodeBytes(raw: string): string {
  return /[\u0080-\u00ff]/.test(raw) ? Buffer.from(raw, "latin1").toString("utf8") : raw;
}

/** A copy of its own: a part of a long string keeps the whole of it in memory. */
export const ownCopy = (text: string): string => Buffer.from(text).toString();

/** Whether bytes spelt as characters are ASCII without escapes, and so just the text they are. */
export const isPlain = (raw: string): boolean => Buffer.byteLength(raw) === raw.length && !raw.includes("\u001b");
