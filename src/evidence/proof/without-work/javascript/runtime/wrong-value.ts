import type { Wrongs } from "./wrongs.js";

/** A wrong answer of the same type and shape; undefined where there is none. */
export function wrongValue(value: unknown, wrongs: Wrongs): unknown {
  switch (typeof value) {
    case "number":
      if (!Number.isFinite(value)) return 1;
      return value + 1 === value ? value / 2 : value + 1;
    case "bigint":
      return value + BigInt(1);
    case "string":
      return wrongs.text(value);
    case "boolean":
      return !value;
    case "object":
      return value === null ? undefined : wrongs.object(value, wrongs);
    default:
      return undefined;
  }
}

export const valueFunctions = [wrongValue];
