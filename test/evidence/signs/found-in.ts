import { findSigns } from "../../../src/evidence/proof/signs/find-signs.js";

export const change = (path: string, old: string | null, now: string | null) => ({ path, oldPath: path, old, now });

/** The signs of a new file, each as its name and line: a weak one with a question mark. */
export const foundIn = (path: string, text: string, exceptions: readonly string[] = []): readonly string[] =>
  tell([change(path, null, text)], exceptions);

export const tell = (...given: Parameters<typeof findSigns>): readonly string[] =>
  findSigns(...given).map(({ name, strength, line }) => `${name}${strength === "weak" ? "?" : ""}:${String(line)}`);
