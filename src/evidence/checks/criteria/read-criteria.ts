import { isRecord } from "../../../lib/json/is-record.js";
import { tryParseJson } from "../../../lib/json/try-parse-json.js";

/** One thing a task asks for. `met` is null where nobody ticks it; `verify` is a command written beside it. */
export interface Criterion {
  readonly text: string;
  readonly met: boolean | null;
  readonly verify: string | null;
  readonly line: number | null;
}

/** Acceptance criteria as trackers give them: plain lines, with or without a box, with or without `verify: command`. */
export const parseCriteria = (acceptance: readonly string[]): readonly Criterion[] =>
  acceptance.map((text) => readCriterion(text, null));

/** The criteria of a task: those listed with it, and a command in its title, where that stood in the list at the start. */
export function criteriaFor(
  { title, acceptance }: { readonly title: string; readonly acceptance: readonly string[] },
  known: readonly string[],
): readonly Criterion[] {
  const own = readCriterion(title, null);
  const listed = parseCriteria(acceptance);
  return own.verify !== null && known.includes(own.verify) ? [...listed, own] : listed;
}

/** "[x] It parses dates (verify: `npm test`)" */
export function readCriterion(written: string, line: number | null): Criterion {
  const box = /^\s*(?:[-*+]\s+|\d{1,4}[.)]\s+)?\[([ xX])\]\s*/.exec(written);
  const text = written.slice(box?.[0].length ?? 0).replace(/^\s*(?:[-*+]|\d{1,4}[.)])\s+/, "");
  const { before, command } = splitVerify(text);
  return { text: before, met: box ? box[1] !== " " : null, verify: command, line };
}

function splitVerify(text: string): { before: string; command: string | null } {
  const match = /(?:^|[\s(*_])verify:[*_]{0,2}\s*/i.exec(text);
  if (!match) return { before: text.trim(), command: null };
  const before = text
    .slice(0, match.index)
    .replace(/[\s(*_—–:-]{1,9}$/, "")
    .trim();
  const rest = text.slice(match.index + match[0].length).trim();
  const quoted = /^(`{1,2})(.+?)\1/.exec(rest)?.[2];
  const inBrackets = match[0].startsWith("(") && rest.endsWith(")");
  const command = quoted ?? (inBrackets ? rest.slice(0, -1) : rest);
  return { before, command: command.trim() === "" ? null : command.trim() };
}

/**
 * The criteria of one task in Markdown: what is indented below the line it stands on; without a line, what stands under
 * a heading "Acceptance criteria", as in a file of its own.
 */
export function readMarkdownCriteria(markdown: string, taskLine: number | null): readonly Criterion[] {
  const lines = markdown.split(/\r\n|\n|\r/);
  const part = taskLine === null ? acceptanceSection(lines) : belowTask(lines, taskLine);
  const found: Criterion[] = [];
  for (const [at, line] of part) {
    if (!/^\s*(?:[-*+]|\d{1,4}[.)])\s/.test(line) && !/^\s*[*_]{0,2}verify:/i.test(line)) continue;
    const criterion = readCriterion(line, at);
    const last = found.at(-1);
    // A `verify:` on a line of its own belongs to what stands above it.
    if (criterion.text === "" && criterion.verify !== null && last && last.verify === null)
      found[found.length - 1] = { ...last, verify: criterion.verify };
    else found.push(criterion);
  }
  return found;
}

type Numbered = readonly (readonly [line: number, text: string])[];

const countIndent = (line: string): number => /^\s*/.exec(line)?.[0].replaceAll("\t", "    ").length ?? 0;
const numbered = (lines: readonly string[], from: number, to: number): Numbered =>
  lines.slice(from, to).map((line, at) => [from + at + 1, line]);

function belowTask(lines: readonly string[], taskLine: number): Numbered {
  const indent = countIndent(lines[taskLine - 1] ?? "");
  const end = lines.findIndex((line, at) => at >= taskLine && line.trim() !== "" && countIndent(line) <= indent);
  return numbered(lines, taskLine, end < 0 ? lines.length : end);
}

function acceptanceSection(lines: readonly string[]): Numbered {
  const heading = /^ {0,3}(#{1,6})\s+(.*)$/;
  const start = lines.findIndex((line) => /^acceptance(?: criteria)?\W*$/i.test(heading.exec(line)?.[2]?.trim() ?? ""));
  if (start < 0) return [];
  const level = heading.exec(lines[start] ?? "")?.[1]?.length ?? 1;
  const end = lines.findIndex((line, at) => at > start && (heading.exec(line)?.[1]?.length ?? 9) <= level);
  return numbered(lines, start + 1, end < 0 ? lines.length : end);
}

const listNames = ["acceptanceCriteria", "acceptance_criteria", "acceptance", "criteria"];
const textNames = ["text", "description", "criterion", "title", "name"];
const metNames = ["met", "done", "passes", "checked", "completed"];

/** The criteria of one story in a JSON list (prd.json): strings, or objects that say whether they are met. */
export function readJsonCriteria(json: string, id: string): readonly Criterion[] {
  const story = findStory(parse(json), id);
  const list = listNames.map((name) => story?.[name]).find(Array.isArray) ?? [];
  return list.flatMap((entry: unknown): readonly Criterion[] => {
    if (typeof entry === "string") return [readCriterion(entry, null)];
    if (!isRecord(entry)) return [];
    const text = textNames.map((name) => entry[name]).find((value) => typeof value === "string") ?? "";
    const met = metNames.map((name) => entry[name]).find((value) => typeof value === "boolean");
    const verify = typeof entry["verify"] === "string" ? entry["verify"] : readCriterion(text, null).verify;
    return [{ ...readCriterion(text, null), met: met ?? null, verify }];
  });
}

/** Commands written beside criteria anywhere in a task list. */
export function verifyCommandsIn(text: string): readonly string[] {
  const json = parse(text);
  if (json !== undefined) return stringsUnder(json).flatMap((each) => each.verify ?? []);
  return text.split(/\r\n|\n|\r/).flatMap((line) => readCriterion(line, null).verify ?? []);
}

function parse(text: string): unknown {
  return /^\s*[{[]/.test(text) ? tryParseJson(text) : undefined; // Markdown may begin with a bracket too.
}

/** Every criterion in a JSON value, and every `verify` beside one. Depth is bounded by the parser's own. */
function stringsUnder(value: unknown, depth = 0): readonly Criterion[] {
  if (typeof value === "string") return [readCriterion(value, null)];
  if (depth > 20 || typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) =>
    key === "verify" && typeof entry === "string"
      ? [{ text: "", met: null, verify: entry, line: null }]
      : stringsUnder(entry, depth + 1),
  );
}

function findStory(value: unknown, id: string, depth = 0): Record<string, unknown> | undefined {
  if (depth > 8 || typeof value !== "object" || value === null) return undefined;
  if (isRecord(value) && String(value["id"]) === id) return value;
  for (const entry of Object.values(value)) {
    const found = findStory(entry, id, depth + 1);
    if (found) return found;
  }
  return undefined;
}
