import type { Proof } from "./proof.js";
import type { Settings } from "./settings.js";

/** A sign of cheating in a task's work that touches what turned green. */
export interface SeenSign {
  /** The sign's name, such as "pairs" or "suppression". */
  readonly kind: string;
  readonly file: string;
  readonly line: number | null;
  readonly what?: string;
}

/** The signs that no honest work shows. The others are often honest, and are only told. */
export const strongSigns: readonly string[] = [
  "always-equal",
  "matcher",
  "reads-tests",
  "stack",
  "clock",
  "runner",
  "exits",
  "package",
  "ignored-input",
];

/** "src/a.js:12: this code answers by how often it was called" */
export function describeSign({ kind, file, line, what }: SeenSign): string {
  const place = line === null ? file : `${file}:${line}`;
  return what ? `${place}: ${what}` : `${place}: a sign of cheating (${kind})`;
}

/** What a sign touches is not proved, whatever turned green. */
export function withoutTouched(proof: Proof, [sign]: readonly SeenSign[]): Proof {
  if (!sign || proof.state !== "proven" || proof.kind === "held-before") return proof;
  const place = sign.line === null ? sign.file : `${sign.file}:${sign.line}`;
  const why = sign.kind === "pairs" ? `the values its tests expect stand in ${place}` : describeSign(sign);
  return { state: "not-proven", tests: [], why, ...(proof.isExempt ? { isExempt: true } : {}) };
}

/** Strong signs refuse a claim, weak ones where the settings say so. */
export function signVetoes(signs: readonly SeenSign[], { signs: answer, grantedBy }: Settings): readonly string[] {
  if (grantedBy !== "facts") return [];
  const refused = signs.filter(({ kind }) => answer === "refuse" || strongSigns.includes(kind));
  return refused.map((sign) => `${describeSign(sign)}. Do the work itself: code must not know its tests`);
}
