import { isRecord } from "./is-record.js";
import { nearest } from "./nearest.js";
import { wrong } from "./place.js";

/** The end of the year 9999: later dates cannot be reckoned with. */
const lastInstant = 253_402_300_799_999;

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === "string";
const isFlag = (value: unknown): boolean => value === null || typeof value === "boolean";
const isAmount = (value: unknown): boolean =>
  value === null || (typeof value === "number" && Number.isFinite(value) && value >= 0);

/** An object from outside, read field by field: each read names its field when the value is wrong. */
export class FieldReader {
  readonly #given: Readonly<Record<string, unknown>>;
  /** Asked for while some field was yet to be found, for the sake of strangers. Names may be in it twice. */
  readonly #asked: string[] = [];
  readonly #found: string[] = [];
  /** Fields yet to be found: once there are none, all that is asked for and was not found is absent. */
  #unfound: number;
  readonly where: string;

  constructor(value: unknown, where: string) {
    if (!isRecord(value)) throw wrong(value, where || "the situation", "a JSON object");
    this.#given = value;
    this.#unfound = Object.keys(value).length;
    this.where = where;
  }

  /** The path of a field, for messages. */
  path(name: string): string {
    return this.where === "" ? name : `${this.where}.${name}`;
  }

  /** The fields there are, whatever they are called. */
  names(): readonly string[] {
    return Object.keys(this.#given);
  }

  has(name: string): boolean {
    // Few fields are told of the many that may be: most questions end here.
    if (this.#unfound === 0) return this.#found.includes(name);
    this.#asked.push(name);
    if (this.#given[name] === undefined || !Object.hasOwn(this.#given, name)) return false;
    if (!this.#found.includes(name)) {
      this.#found.push(name);
      this.#unfound--;
    }
    return true;
  }

  raw(name: string): unknown {
    return this.has(name) ? this.#given[name] : undefined;
  }

  /** null counts as not told, here and below: many write it for what they do not know. */
  text(name: string): string | undefined {
    const value = this.textOrNull(name);
    return value ?? undefined;
  }

  /** A task's name, which some keep as a number. */
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

  /** A count or amount: null counts as not told. */
  amount(name: string): number | undefined {
    const value = this.#read(name, isAmount, "a number of 0 or more") as number | null | undefined;
    return value ?? undefined;
  }

  /** A date, as ISO text or milliseconds since 1970. */
  instant(name: string): number | null {
    const value = this.raw(name);
    if (value === undefined || value === null) return null;
    const time = typeof value === "number" ? value : typeof value === "string" ? Date.parse(value) : Number.NaN;
    if (!(Math.abs(time) <= lastInstant)) throw wrong(value, this.path(name), 'a date such as "2026-01-01T00:00:00Z"');
    return time;
  }

  choice<const T extends string>(name: string, of: readonly T[]): T | undefined {
    const value = this.raw(name);
    if (value === undefined || value === null) return undefined;
    const word = typeof value === "string" ? value.toLowerCase() : value;
    const found = of.find((option) => option === word);
    if (found !== undefined) return found;
    const close = typeof value === "string" ? nearest(value, of) : undefined;
    throw wrong(value, this.path(name), `one of ${of.join(", ")}${close ? ` (did you mean ${close}?)` : ""}`);
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

  /** An object inside this one, or undefined where it is absent or null. */
  inner(name: string): FieldReader | undefined {
    const value = this.raw(name);
    return value === undefined || value === null ? undefined : new FieldReader(value, this.path(name));
  }

  /** Fields nobody asked for: let through, since loops keep notes of their own, but a typing error should show. */
  unknownFields(): readonly string[] {
    if (this.#unfound === 0) return [];
    const names: string[] = [];
    for (const name of Object.keys(this.#given)) {
      if (this.#asked.includes(name)) continue;
      const close = nearest(name, this.#asked);
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
