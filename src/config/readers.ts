import { UserError } from "../errors.js";
import { suggest } from "../nearest.js";

/** Reads one value from the outside, or says what is wrong with it and where. */
export type Reader<T> = (given: unknown, where: string) => T;

export function unknownName(
  what: string,
  name: string,
  { where, names }: { where: string; names: readonly string[] },
): UserError {
  return new UserError({ what: `there is no ${what} ${JSON.stringify(name)}`, where, fix: suggest(name, names) });
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function wrong(given: unknown, where: string, wanted: string): UserError {
  return new UserError({ what: `${where} is ${shown(given)}`, where, fix: `give ${wanted}` });
}

/** A value short enough for a message, however deep or long it is. */
function shown(given: unknown): string {
  if (Array.isArray(given)) return given.length === 0 ? "[]" : `a list of ${given.length}`;
  if (typeof given === "object" && given !== null) return "an object";
  const text = typeof given === "string" ? JSON.stringify(given) : String(given);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

export function flag(given: unknown, where: string): boolean {
  if (typeof given === "boolean") return given;
  throw wrong(given, where, "true or false");
}

export function word(given: unknown, where: string): string {
  if (typeof given === "string") return given;
  throw wrong(given, where, "a text");
}

export function words(given: unknown, where: string): readonly string[] {
  if (Array.isArray(given) && given.every((entry) => typeof entry === "string")) return given;
  throw wrong(given, where, "a list of texts");
}

interface Bounds {
  readonly least: number;
  readonly most?: number;
}

const inWords = (kind: string, { least, most }: Bounds): string =>
  most === undefined ? `${kind} of ${least} or more` : `${kind} from ${least} to ${most}`;

export function amount(bounds: Bounds): Reader<number> {
  return (given, where) => {
    if (
      typeof given === "number" &&
      Number.isFinite(given) &&
      given >= bounds.least &&
      given <= (bounds.most ?? Infinity)
    )
      return given;
    throw wrong(given, where, inWords("a number", bounds));
  };
}

export function whole(bounds: Bounds): Reader<number> {
  return (given, where) => {
    if (
      Number.isSafeInteger(given) &&
      typeof given === "number" &&
      given >= bounds.least &&
      given <= (bounds.most ?? Infinity)
    )
      return given;
    throw wrong(given, where, inWords("a whole number", bounds));
  };
}

export function choice<const T extends string>(of: readonly T[]): Reader<T> {
  return (given, where) => {
    const found = of.find((option) => option === given);
    if (found !== undefined) return found;
    throw wrong(given, where, `one of ${of.join(", ")}`);
  };
}

export function orNull<T>(reader: Reader<T>): Reader<T | null> {
  return (given, where) => (given === null ? null : reader(given, where));
}

export function record<T>(reader: Reader<T>): Reader<Record<string, T>> {
  return (given, where) => {
    if (!isRecord(given)) throw wrong(given, where, "an object");
    return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, reader(value, `${where}.${key}`)]));
  };
}

export function known<T extends Record<string, Reader<unknown>>>(of: T): Reader<{ [K in keyof T]?: ReturnType<T[K]> }> {
  return (given, where) => {
    if (!isRecord(given)) throw wrong(given, where, "an object");
    const read: { [K in keyof T]?: ReturnType<T[K]> } = {};
    for (const [key, value] of Object.entries(given)) {
      const reader = Object.hasOwn(of, key) ? of[key] : undefined;
      if (!reader) throw unknownName("setting", key, { where, names: Object.keys(of) });
      Object.assign(read, { [key]: reader(value, `${where}.${key}`) });
    }
    return read;
  };
}
