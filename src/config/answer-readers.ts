import type { Answer } from "../decide/settings.js";
import { wrong } from "../lib/json/place.js";
import { choice, type Reader, words } from "./readers.js";

const answers = ["review", "accept", "refuse"] as const;

export const answer = choice(answers);

/** `report` is what `accept` was called. */
export const changedTests: Reader<Answer> = {
  takes: answer.takes,
  schema: { type: "string", enum: [...answers, "report"] },
  read: (value, where) => (value === "report" ? "accept" : answer.read(value, where)),
};

const answerOr = (list: string): Reader<Answer | readonly string[]> => ({
  takes: `${answer.takes}, or a list of ${list}`,
  schema: { anyOf: [answer.schema, words.schema] },
  read(value, where) {
    if (words.accepts(value)) return value;
    if (typeof value === "string") return answer.read(value, where);
    throw wrong(value, where, this.takes);
  },
});

/** A word for all of them, or the names of those that are accepted. */
export const knownFailures = answerOr("test names");

/** A word for the weak ones, or what is no sign of cheating here: a sign's name, a path pattern, or both. */
export const signs = answerOr("exceptions");
