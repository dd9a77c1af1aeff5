import { readRemaining } from "../dialects/values.js";
import type { MessageLine } from "../lines.js";

export type JsonVerdict = "complete" | "task" | "continue" | "blocked";

const longest = 100_000;
const yes = /^(?:pass|passed|complete|completed|done|finished|all[_ ](?:complete|done))$/i;
const no = /^(?:fail|failed|failure|in[_ -]progress|incomplete|partial|continue|not[_ ]done|error|rejected)$/i;
const stopped = /^(?:blocked|needs[_ ](?:input|approval|human)|waiting)$/i;
const verdictKey = /^(?:status|verdict)$/i;
const leftKey = /^(?:remaining(?:_\w+)?|todos?|next(?:_(?:step|task|story)s?)?|blockers?|open(?:_\w+)?|missing)$/i;
const testsKey = /^tests(?:_(?:status|passed|pass|result))?$/i;
const failuresKey = /^(?:tests_)?(?:failed|failures|failing|errors?)$/i;
/** Keys that make the verdict about one of several parts, or about something other than the agent's work. */
const partKey = /^(?:task|story|phase|step|iteration|milestone)(?:_\w+)?$|^id$/i;

/** The verdict of a message that is one JSON object, fenced or not: `{"status":"DONE"}`, `{"verdict":"PASS"}`. */
export function readJsonVerdict(text: string, lines: readonly MessageLine[]): JsonVerdict | null {
  if (
    text.length > longest ||
    !/^[\s`~]*(?:json)?\s*\{/i.test(text.slice(0, 100)) ||
    !/"(?:status|verdict)"/i.test(text)
  )
    return null;
  const value = parseObject(lines.flatMap(({ text, isFence }) => (isFence ? [] : text)).join("\n"));
  if (!value || Object.hasOwn(value, "name")) return null;
  const verdict = weighEntries(listEntries(value));
  const ofPart = Object.keys(value).some((key) => partKey.test(key));
  return verdict === "complete" && ofPart ? "task" : verdict;
}

function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null; // Prose that contains JSON, which the dialects read.
  }
}

type KeyValue = readonly [key: string, value: unknown];

/** Every key of an object and of the objects inside it, at any depth. */
function listEntries(value: object): readonly KeyValue[] {
  const entries: KeyValue[] = [];
  const waiting: object[] = [value];
  for (let next = waiting.pop(); next; next = waiting.pop())
    for (const [key, entry] of Object.entries(next)) {
      if (!Array.isArray(next)) entries.push([key, entry]);
      if (typeof entry === "object" && entry !== null) waiting.push(entry);
    }
  return entries;
}

function weighEntries(entries: readonly KeyValue[]): JsonVerdict | null {
  const words = entries.filter(([key]) => verdictKey.test(key)).map(([, value]) => String(value).trim());
  if (words.length === 0) return null;
  if (words.some((word) => stopped.test(word))) return "blocked";
  if (words.some((word) => no.test(word)) || entries.some(speaksAgainst) || countsFewer(entries)) return "continue";
  return words.every((word) => yes.test(word)) ? "complete" : null;
}

/** `"completed": 3, "total": 9`. */
function countsFewer(entries: readonly KeyValue[]): boolean {
  const find = (name: RegExp): number => Number(entries.find(([key]) => name.test(key))?.[1]);
  return find(/^(?:completed|done|finished)(?:_\w+)?$/i) < find(/^total(?:_\w+)?$/i);
}

/** Failing tests, or remaining work. */
function speaksAgainst([key, value]: KeyValue): boolean {
  if (testsKey.test(key)) return value === false || /^fail/i.test(String(value));
  if (failuresKey.test(key)) return value === true || Number(value) > 0 || (Array.isArray(value) && value.length > 0);
  if (!leftKey.test(key)) return false;
  if (Array.isArray(value)) return value.length > 0;
  return value === true || (value !== null && value !== false && readRemaining(String(value)) !== null);
}
