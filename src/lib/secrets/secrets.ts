import type { Environment } from "../environment.js";
import { escapeJson, printableLines } from "../text/printable.js";
import { createMasker, type Masker } from "./mask.js";

let known: Environment = process.env;
let masker: Masker | null = null;

/** Made once per process, when first needed. */
const useMasker = (): Masker => {
  masker ??= createMasker(known);
  return masker;
};

/** Also masks the secrets among these variables, such as those of a check. */
export function learnSecrets(env: Environment): void {
  if (Object.keys(env).every((name) => known[name] === env[name])) return;
  known = { ...env, ...known };
  masker = null;
}

export const maskSecrets = (text: string): string => useMasker().mask(text);

/** Text for a file that people print: secrets are masked, and no character can harm a terminal. */
export const safeText = (text: string): string => maskSecrets(printableLines(text, { carriageReturn: "\n" }));

/** JSON for a file: secrets are masked, and no character can harm a terminal. */
export const safeJson = (value: unknown): string => escapeJson(maskSecrets(JSON.stringify(value)));

/** A value as it is in a file after `safeJson`. */
export function maskValue<T>(value: T): T {
  const json = JSON.stringify(value);
  const text = maskSecrets(json);
  return text === json ? value : JSON.parse(text);
}

/** JSON that is read back to be used: values of the environment are left out, and put back by `unsealJson`. */
export const sealJson = (value: unknown): string => escapeJson(useMasker().seal(JSON.stringify(value)));

export const unsealJson = (json: string): string => useMasker().unseal(json);
