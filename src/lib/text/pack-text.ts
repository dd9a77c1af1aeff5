import { deflateRawSync, inflateRawSync } from "node:zlib";

/** A text as a shorter one. */
export const packText = (text: string): string => deflateRawSync(text).toString("base64");

/** Null if it is damaged, or longer than that. */
export function unpackText(packed: string, mostBytes: number): string | null {
  try {
    return inflateRawSync(Buffer.from(packed, "base64"), { maxOutputLength: mostBytes }).toString("utf8");
  } catch {
    return null;
  }
}
