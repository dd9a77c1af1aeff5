import type { Keys } from "./place.js";

/** A parsed configuration text with the line of each key, or the error and its line. */
export type Parsed =
  | { readonly ok: true; readonly value: unknown; lineOf(keys: Keys): number }
  | { readonly ok: false; readonly message: string; readonly line: number };
