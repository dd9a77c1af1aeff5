import type { Keys } from "./place.js";

/** A configuration text as data, with the line of each key; or what is wrong with the text, and in which line. */
export type Parsed =
  | { readonly ok: true; readonly value: unknown; lineOf(keys: Keys): number }
  | { readonly ok: false; readonly message: string; readonly line: number };
