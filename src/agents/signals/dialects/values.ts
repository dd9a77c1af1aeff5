import { hasException, isNothing } from "../prose/nothing-left.js";

/** An answer to a yes-or-no field. Never guessed. */
export type FieldAnswer = "yes" | "no" | "blocked" | "template" | "malformed";

/** `KEY: value` at the start of a line, with optional Markdown around it. */
export function readField(text: string): { key: string; value: string } | undefined {
  const match = /^\s*(?:[-*+]\s+)?[*_]{0,3}([A-Za-z][A-Za-z_]*)[*_]{0,3}\s*:\s*[*_]{0,3}\s*(.*)$/.exec(text);
  if (!match) return undefined;
  const [, key = "", value = ""] = match;
  const name = key.endsWith("_") ? key.replace(/_+$/, "") : key;
  return { key: name.toUpperCase(), value: clean(value) };
}

/** `| KEY | value |`: a status in a table row. Rows with more than two cells are something else. */
export function readRow(text: string): { key: string; value: string } | undefined {
  const cells = text.trim().split("|");
  if (cells.length !== 4 || cells[0] !== "" || cells[3] !== "") return undefined;
  return readField(`${cells[1]?.replaceAll("`", "").trim()}: ${cells[2]?.trim()}`);
}

function clean(value: string): string {
  if (!/[#*"'`]|\s$/.test(value)) return value;
  const comment = value.search(/\s#\s/);
  let end = comment < 0 ? value.length : comment;
  while (end > 0 && /[*\s]/.test(value[end - 1] ?? "")) end--;
  return value
    .slice(0, end)
    .replace(/^(["'`])(.*)\1$/, "$2")
    .trim();
}

/** Something to be filled in: `<count>`, `{COMPLETE|CONTINUE}`, `[…]`. */
export function isPlaceholder(value: string): boolean {
  return "<{[.…".includes(value[0] ?? " ") && /^(?:<[^<>]*>|\{[^{}]*\}|\[[^[\]]*\]|\.{3}|…)$/.test(value);
}

/** An unmade choice: `true/false`, `true | false`, or a placeholder. */
export function isTemplate(value: string): boolean {
  return isPlaceholder(value) || /^[A-Za-z_]{2,}(?:\s*[/|]\s*[A-Za-z_]{2,})+(?:\W|$)/.test(value);
}

/** Only `true` and `false` are answers, with any comment after them. */
export function readFlag(value: string | undefined): FieldAnswer | undefined {
  if (value === undefined) return undefined;
  if (isTemplate(value)) return "template";
  const match = /^(true|false)(?=$|\s*(?:[#(,.;!*—–✅✓-]|\/\/))/i.exec(value);
  if (!match) return "malformed";
  if (isConditional(value.slice(match[0].length))) return "template";
  return match[1]?.toLowerCase() === "true" ? "yes" : "no";
}

/** A remark with a condition, "(only if all tasks are done)", makes the value an instruction. */
const isConditional = (remark: string): boolean => /^\W*(?:only )?(?:if|when|once|unless|or)\b/i.test(remark);

/** One of the known words, with any comment after it. "COMPLETE-ish" and "NEAR_COMPLETE" do not match. */
export function readWord(value: string | undefined, words: ReadonlyMap<string, FieldAnswer>): FieldAnswer | undefined {
  if (value === undefined) return undefined;
  if (isTemplate(value)) return "template";
  const [, word = "", rest = ""] =
    /^[^\w<{[]{0,4}(in[ _-]progress|(?:task|all) complete|[A-Za-z_]+)(.*)$/i.exec(value) ?? [];
  if (isConditional(rest)) return "template";
  const answer = words.get(word.toUpperCase().replace(/[ -]/, "_"));
  return answer && /^\s*(?:$|[#(,.;!*—–✅✓]|-\s|\/\/)/.test(rest) ? answer : "malformed";
}

/** The remaining work named in a field, or null if there is none. Optional extras do not count. */
export function readRemaining(value: string | undefined): string | null {
  if (value === undefined || value === "" || isPlaceholder(value)) return null;
  if (hasException(value)) return value;
  if (
    /^(?:none|nothing|n\/?a|no|nil|null|zero|0(?![.,]\d)|-+)(?:$|\s*[.,;:!(—–-]|\s+(?:left|remaining|remains|to do|more|work|at all)\b)/i.test(
      value,
    )
  )
    return null;
  if (isNothing(value)) return null;
  if (/^(?:only\s+|just\s+)?(?:optional|nice[- ]to[- ]have|future)\b/i.test(value)) return null;
  return value;
}
