import { FieldReader } from "../../lib/json/field-reader.js";
import { fail, refuseUnknown } from "./pieces.js";
import { type Ending, type Format, formats } from "./types.js";

/** What an agent has to say, and how such a turn ends if nothing else is said. */
export const occasions = {
  done: "task",
  other: "task",
  again: "task",
  already: "task",
  half: "no",
  plan: "no",
  blocked: "blocked",
} as const satisfies Readonly<Record<string, Ending>>;
export type Occasion = keyof typeof occasions;

/** How the agents of one CLI write: texts by occasion, and the form in which that CLI prints them. */
export interface Voice {
  readonly name: string;
  readonly format: Format;
  readonly texts: Readonly<Record<Occasion, readonly string[]>>;
}

export const isOccasion = (word: string): word is Occasion => Object.hasOwn(occasions, word);

export function readVoice(name: string, value: unknown, where: string): Voice {
  const reader = new FieldReader(value, `${where}: ${name}`);
  const format = reader.choice("format", formats) ?? fail(reader.path("format"), "is missing");
  const read = (occasion: Occasion): readonly string[] => {
    const texts = reader.texts(occasion);
    return texts.length > 0 ? texts : fail(reader.path(occasion), "has no text");
  };
  const texts = Object.fromEntries(
    Object.keys(occasions)
      .filter(isOccasion)
      .map((each) => [each, read(each)]),
  );
  refuseUnknown(reader);
  return { name, format, texts: texts as Voice["texts"] };
}
