import { isRecord } from "../lib/json/is-record.js";
import { type SettingPlace, unknownName, within, wrong } from "../lib/json/place.js";
import { nearest } from "../lib/text/nearest.js";

export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Reads one value from the outside, or says what is wrong with it and where. It says in words and as a JSON Schema what
 * it takes, so that messages, documents and editors cannot disagree with it.
 */
export interface Reader<out T> {
  read(value: unknown, where: SettingPlace): T;
  readonly takes: string;
  readonly schema: JsonSchema;
}

export type ReadBy<R extends Reader<unknown>> = ReturnType<R["read"]>;

/** A reader of values that one question settles. */
export interface SimpleReader<out T> extends Reader<T> {
  readonly accepts: (value: unknown) => value is T;
}

export function accepting<T>(
  takes: string,
  schema: JsonSchema,
  accepts: (value: unknown) => value is T,
): SimpleReader<T> {
  return {
    takes,
    schema,
    accepts,
    read(value, where) {
      if (accepts(value)) return value;
      throw wrong(value, where, takes);
    },
  };
}

const isText = (value: unknown): value is string => typeof value === "string";
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

export const flag: SimpleReader<boolean> = accepting(
  "true or false",
  { type: "boolean" },
  (value): value is boolean => typeof value === "boolean",
);

export const word: SimpleReader<string> = accepting("a text", { type: "string" }, isText);

/** A text that names something: a file, an agent, a command. */
export const name: SimpleReader<string> = accepting(
  "a text that is not empty",
  { type: "string", minLength: 1 },
  (value): value is string => isText(value) && value !== "",
);

const texts = accepting("a list of texts", { type: "array", items: { type: "string" } }, isTexts);

export const words: SimpleReader<readonly string[]> = {
  ...texts,
  read(value, where) {
    if (texts.accepts(value)) return value;
    const isFlag = where.root.startsWith("--") && isText(value);
    const example = isFlag ? `, such as ${where.root} '${where.keys.join(".")}=${JSON.stringify([value])}'` : "";
    throw wrong(value, where, `${texts.takes}${example}`);
  },
};

/** As container engines write it. */
export const memorySize: SimpleReader<string> = accepting(
  "a size such as 512m or 8g",
  { type: "string", pattern: "^[1-9][0-9]*[kmg]$" },
  (value): value is string => isText(value) && /^[1-9][0-9]*[kmg]$/.test(value),
);

/** A command as its words. The first names the program. */
export const argv: SimpleReader<readonly string[]> = accepting(
  "a list of words that begins with a program",
  { type: "array", items: { type: "string" }, minItems: 1, prefixItems: [{ type: "string", minLength: 1 }] },
  (value): value is readonly string[] => isTexts(value) && value.length > 0 && value[0] !== "",
);

export function choice<const T extends string>(of: readonly T[]): Reader<T> {
  const takes = `one of ${of.join(", ")}`;
  return {
    takes,
    schema: { type: "string", enum: of },
    read(value, where) {
      const found = of.find((option) => option === value);
      if (found !== undefined) return found;
      const close = isText(value) ? nearest(value, of) : undefined;
      throw wrong(value, where, close ? `${takes} (did you mean ${close}?)` : takes);
    },
  };
}

export function orNull<T>({ accepts, ...reader }: SimpleReader<T>): SimpleReader<T | null> {
  const schema = { ...reader.schema, type: [reader.schema["type"], "null"] };
  return accepting(`${reader.takes}, or null`, schema, (value): value is T | null => value === null || accepts(value));
}

export function record<T>(reader: Reader<T>, of = reader.takes): Reader<Record<string, T>> {
  return {
    takes: `an object of names, each with ${of}`,
    schema: { type: "object", additionalProperties: reader.schema },
    read(given, where) {
      if (!isRecord(given)) throw wrong(given, where, this.takes);
      return Object.fromEntries(
        Object.entries(given).map(([key, value]) => [key, reader.read(value, within(where, key))]),
      );
    },
  };
}

export function listReader<T>(reader: Reader<T>): Reader<readonly T[]> {
  return {
    takes: `a list, each ${reader.takes}`,
    schema: { type: "array", items: reader.schema },
    read(value, where) {
      if (!Array.isArray(value)) throw wrong(value, where, this.takes);
      return value.map((entry, at) => reader.read(entry, within(where, at)));
    },
  };
}

export const anySchema = (...readers: readonly Reader<unknown>[]) => ({ anyOf: readers.map(({ schema }) => schema) });

type KnownValues<T extends Record<string, Reader<unknown>>> = { [K in keyof T]?: ReadBy<T[K]> };

/** A reader with the readers of its keys: messages, documents and the environment name each key by itself. */
export interface KnownReader<T> extends Reader<T> {
  readonly of: Readonly<Record<string, Reader<unknown>>>;
}

/** Whether a reader's keys are settings of their own, as the breaker's are. */
export const isKnownReader = (reader: Reader<unknown>): reader is KnownReader<unknown> => "of" in reader;

export function known<T extends Record<string, Reader<unknown>>>(of: T): KnownReader<KnownValues<T>> {
  return {
    of,
    takes: `an object with ${Object.keys(of).join(", ")}`,
    schema: closed(of),
    read(given, where) {
      if (!isRecord(given)) throw wrong(given, where, this.takes);
      const read: KnownValues<T> = {};
      for (const [key, value] of Object.entries(given)) {
        const reader = Object.hasOwn(of, key) ? of[key] : undefined;
        if (!reader) throw unknownName("setting", key, { where, names: Object.keys(of) });
        Object.assign(read, { [key]: reader.read(value, within(where, key)) });
      }
      return read;
    },
  };
}

/** The schema of an object that has these keys and no other. */
export const closed = (of: Readonly<Record<string, Reader<unknown>>>): JsonSchema => ({
  type: "object",
  properties: Object.fromEntries(Object.entries(of).map(([key, { schema }]) => [key, schema])),
  additionalProperties: false,
});
