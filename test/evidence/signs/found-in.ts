import { findSigns } from "../../../src/evidence/signs/find-signs.js";

export const change = (path: string, old: string | null, now: string | null) => ({ path, oldPath: path, old, now });

/** The signs of a new file, each as its name and line: a weak one with a question mark. */
export const foundIn = (path: string, text: string, exceptions: readonly string[] = []): readonly string[] =>
  tell([change(path, null, text)], exceptions);

export const tell = (changes: Parameters<typeof findSigns>[0], exceptions: readonly string[] = []): readonly string[] =>
  findSigns(changes, exceptions).map(
    ({ name, strength, line }) => `${name}${strength === "weak" ? "?" : ""}:${String(line)}`,
  );
