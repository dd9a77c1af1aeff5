import type { Environment } from "../environment.js";
import { masked, maskShapes } from "./secret-shapes.js";
import { secretValues, spellings } from "./secret-values.js";

/** Hides secrets in text. The same secret always has the same mask, and masking twice changes nothing. */
export interface Masker {
  /** Values of the environment and everything that looks like a key. */
  mask(text: string): string;
  /** Only values of the environment: from their masks they can be put back. */
  seal(text: string): string;
  /** Puts back sealed values into JSON text, as far as the environment has them. */
  unseal(json: string): string;
}

export function createMasker(env: Environment): Masker {
  const values = secretValues(env);
  const seal = values.size === 0 ? (text: string): string => text : sealer(values);
  const byName = new Map([...values].map(([value, name]) => [name, value]));
  return {
    mask: (text) => maskShapes(seal(text)),
    seal,
    unseal: (json) =>
      json.replaceAll(/\[masked:(\w+)\]/g, (mask, name: string) => {
        const value = byName.get(name);
        return value === undefined ? mask : JSON.stringify(value).slice(1, -1);
      }),
  };
}

function sealer(values: ReadonlyMap<string, string>): (text: string) => string {
  const names = new Map<string, string>();
  for (const [value, name] of values) for (const each of spellings(value)) if (!names.has(each)) names.set(each, name);
  const longestFirst = [...names.keys()].sort((a, b) => b.length - a.length);
  const found = new RegExp(longestFirst.map((each) => each.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|"), "g");
  return (text) =>
    text.replaceAll(
      found,
      (value: string, at: number) => `${value.slice(0, escapeLength(text, at))}${describe(names.get(value))}`,
    );
}

const describe = (name: string | undefined): string =>
  name !== undefined && /^\w+$/.test(name) ? `[masked:${name}]` : masked;

/** If the match begins inside an escape such as `\n`, the escape stays whole: JSON must remain JSON. */
function escapeLength(text: string, at: number): number {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === "\\") backslashes++;
  if (backslashes % 2 === 0) return 0;
  return /^u[0-9a-fA-F]{4}/.test(text.slice(at, at + 5)) ? 5 : /^[bfnrtu"\\/]/.test(text[at] ?? "") ? 1 : 0;
}
