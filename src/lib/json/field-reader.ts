import { nearest } from "../text/nearest.js";
import { isRecord } from "./is-record.js";
import { wrong } from "./place.js";

/** The end of the year 9999: later dates are rejected. */
const lastInstant = 253_402_300_799_999;

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === "string";
const isFlag = (value: unknown): boolean => value === null || typeof value === "boolean";
const isAmount = (value: unknown): boolean =>
  value === null || (typeof value === "number" && Number.isFinite(value) && value >= 0);

/** Reads an object from outside field by field. Errors name the field with the wrong value. */
export class FieldReader {
  readonly #value: Readonly<Record<string, unknown>>;
  /** Names read while some fields were still unread, used by `unknownFields`. May contain duplicates. */
  readonly #requested: string[] = [];
  readonly #found: string[] = [];
  /** Fields not read yet. At 0, any name that was not found is absent. */
  #unfound: number;
  readonly where: string;

  constructor(value: unknown, where: string) {
    if (!isRecord(value)) throw wrong(value, where || "the situation", "a JSON object");
    this.#value = value;
    this.#unfound = Object.keys(value).length;
    this.where = where;
  }

  /** The full path of a field, for messages. */
  path(name: string): string {
    return this.where === "" ? name : `${this.where}.${name}`;
  }

  names(): readonly string[] {
    return Object.keys(this.#value);
  }

  has(name: string): boolean {
    // Most inputs have few of the possible fields, so most calls return here.
    if (this.#unfound === 0) return this.#found.includes(name);
    this.#requested.push(name);
    if (this.#value[name] === undefined || !Object.hasOwn(this.#value, name)) return false;
    if (!this.#found.includes(name)) {
      this.#found.push(name);
      this.#unfound--;
    }
    return true;
  }

  raw(name: string): unknown {
    return this.has(name) ? this.#value[name] : undefined;
  }

  /** null counts as absent, here and below: many tools write it for unknown values. */
  text(name: string): string | undefined {
    const value = this.textOrNull(name);
    return value ?? undefined;
  }

  /** A task id; some lists store it as a number. */
  id(name: string): string | undefined {
    const value = this.raw(name);
    return typeof value === "number" ? String(value) : this.text(name);
  }

  textOrNull(name: string): string | null | undefined {
    return this.#read(name, isTextOrNull, "a text or null") as string | null | undefined;
  }

  flag(name: string): boolean | undefined {
    const value = this.#read(name, isFlag, "true or false") as boolean | null | undefined;
    return value ?? undefined;
  }

  /** A number of 0 or more. */
  amount(name: string): number | undefined {
    const value = this.#read(name, isAmount, "a number of 0 or more") as number | null | undefined;
    return value ?? undefined;
  }

  /** A date, as an ISO string or milliseconds since 1970. */
  instant(name: string): number | null {
    const value = this.raw(name);
    if (value === undefined || value === null) return null;
    const time = typeof value === "number" ? value : typeof value === "string" ? Date.parse(value) : Number.NaN;
    if (!(Math.abs(time) <= lastInstant)) throw wrong(value, this.path(name), 'a date such as "2026-01-01T00:00:00Z"');
    return time;
  }

  choice<const T extends string>(name: string, options: readonly T[]): T | undefined {
    const value = this.raw(name);
    if (value === undefined || value === null) return undefined;
    const word = typeof value === "string" ? value.toLowerCase() : value;
    const found = options.find((option) => option === word);
    if (found !== undefined) return found;
    const close = typeof value === "string" ? nearest(value, options) : undefined;
    throw wrong(value, this.path(name), `one of ${options.join(", ")}${close ? ` (did you mean ${close}?)` : ""}`);
  }

  list(name: string): readonly unknown[] {
    const value = this.raw(name);
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) throw wrong(value, this.path(name), "a list");
    return value;
  }

  texts(name: string): readonly string[] {
    const one = this.raw(name);
    if (typeof one === "string") return [one];
    return this.list(name).map((entry, at) => {
      if (typeof entry === "string" || typeof entry === "number") return String(entry);
      throw wrong(entry, `${this.path(name)}[${at}]`, "a text");
    });
  }

  /** A nested object, or undefined if it is absent or null. */
  inner(name: string): FieldReader | undefined {
    const value = this.raw(name);
    return value === undefined || value === null ? undefined : new FieldReader(value, this.path(name));
  }

  /** Fields that were never read. They are allowed, because loops add their own, but a typo should be visible. */
  unknownFields(): readonly string[] {
    if (this.#unfound === 0) return [];
    const names: string[] = [];
    for (const name of Object.keys(this.#value)) {
      if (this.#requested.includes(name)) continue;
      const close = nearest(name, this.#requested);
      names.push(`${this.path(name)} is not a field we know${close ? ` (did you mean ${close}?)` : ""}: ignored`);
    }
    return names;
  }

  #read(name: string, isRight: (value: unknown) => boolean, wanted: string): unknown {
    const value = this.raw(name);
    if (value === undefined || isRight(value)) return value;
    throw wrong(value, this.path(name), wanted);
  }
}
