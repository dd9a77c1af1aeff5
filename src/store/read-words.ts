import { isRecord } from "../base/is-record.js";
import type { NewWords } from "../core/words.js";

const sources: readonly unknown[] = ["tell", "answer", "file"] satisfies readonly NewWords["from"][];

/** Checks what a record says was told. */
export function areWords(value: unknown): value is NewWords {
  if (!isRecord(value) || !sources.includes(value["from"]) || typeof value["text"] !== "string") return false;
  const { question, task } = value;
  if (task !== undefined && typeof task !== "string") return false;
  return question === undefined || (isRecord(question) && typeof question["text"] === "string");
}
