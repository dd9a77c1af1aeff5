import type { NewWords } from "../decide/words.js";
import { isRecord } from "../lib/json/is-record.js";

const sources: readonly unknown[] = ["tell", "answer", "file"] satisfies readonly NewWords["from"][];

/** Checks what a record says was told. */
export function areWords(value: unknown): value is NewWords {
  if (!isRecord(value) || !sources.includes(value["from"]) || typeof value["text"] !== "string") return false;
  const { question, task } = value;
  if (task !== undefined && typeof task !== "string") return false;
  return question === undefined || (isRecord(question) && typeof question["text"] === "string");
}
