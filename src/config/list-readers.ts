import type { TaskStatus } from "../decide/tasks.js";
import { isRecord } from "../lib/json/is-record.js";
import { within, wrong } from "../lib/json/place.js";
import { choice, type Reader, words } from "./readers.js";

const statuses = choice(["todo", "doing", "done", "blocked", "skipped"]);

/** Marks by their character. What an empty box and an x mean is not to be changed: everybody relies on it. */
export const taskMarks: Reader<Readonly<Record<string, TaskStatus>>> = {
  takes: "an object of marks: one character each (not a blank or x), with todo, doing, done, blocked or skipped",
  schema: {
    type: "object",
    propertyNames: { pattern: "^[^ xX\\]]$" },
    additionalProperties: statuses.schema,
  },
  read(value, where) {
    if (!isRecord(value)) throw wrong(value, where, this.takes);
    for (const mark of Object.keys(value))
      if (!/^[^\s\]xX]$/u.test(mark)) throw wrong(mark, where, "marks of one character other than a blank, ] and x");
    return Object.fromEntries(
      Object.entries(value).map(([mark, status]) => [mark, statuses.read(status, within(where, mark))]),
    );
  },
};

/** Phrases: literal, or an expression between slashes, which must be one. */
export const patterns: Reader<readonly string[]> = {
  takes: "a list of phrases, each literal or an expression between slashes",
  schema: words.schema,
  read(value, where) {
    if (!words.accepts(value)) throw wrong(value, where, this.takes);
    for (const [at, text] of value.entries()) {
      try {
        new RegExp(/^\/(.+)\/i?$/s.exec(text)?.[1] ?? "");
      } catch {
        throw wrong(text, within(where, at), "a literal phrase, or a valid expression between slashes");
      }
    }
    return value;
  },
};
