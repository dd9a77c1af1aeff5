import { findingKinds, type severities } from "../../decide/review.js";

/** A finding as a reviewer wrote it, before anybody looked at what it points at. */
export interface RawFinding {
  readonly file: string;
  readonly line: number;
  readonly severity: (typeof severities)[number];
  readonly kind: (typeof findingKinds)[number];
  readonly text: string;
  readonly shows: string;
}

/** What a reviewer answered, or in words why it is no answer. */
export type ReviewAnswer =
  | { readonly is: "answer"; readonly saysNo: boolean; readonly findings: readonly RawFinding[] }
  | { readonly is: "none"; readonly why: string };

export interface ReviewMarks {
  /** Named in the answer: what stands in the diff cannot know it. */
  readonly id: string;
  /** Around what is only to be read: an answer that has it repeats the question. */
  readonly boundary: string;
}

const most = { findings: 20, text: 600, shows: 400 };
const none = (why: string): ReviewAnswer => ({ is: "none", why });

/** Reads the last JSON object of a reviewer's last message. Anything but a clear answer to this very question is none. */
export function readReviewAnswer(message: string, { id, boundary }: ReviewMarks): ReviewAnswer {
  if (message.trim() === "") return none("it said nothing");
  if (message.includes(boundary)) return none("it repeats the question");
  const value = lastObject(message, (fields) => "verdict" in fields || "findings" in fields);
  if (value === null) return none("it gave no answer that can be read");
  if (value["review"] !== id) return none("its answer does not name this review");
  const verdict = typeof value["verdict"] === "string" ? value["verdict"].trim().toLowerCase() : "";
  const saysNo = verdicts.get(verdict);
  if (saysNo === undefined) return none(`its verdict is ${JSON.stringify(value["verdict"] ?? null)}`);
  const listed = value["findings"] ?? [];
  if (!Array.isArray(listed)) return none("its findings are no list");
  const findings = listed.slice(0, most.findings).map(readFinding);
  if (findings.includes(null)) return none("a finding has no file, line or text");
  return { is: "answer", saysNo, findings: findings.filter((finding) => finding !== null) };
}

const verdicts: ReadonlyMap<string, boolean> = new Map([
  ...["refuted", "fail", "failed", "block", "reject", "rejected"].map((word) => [word, true] as const),
  ...["passed", "pass", "ship", "approve", "approved"].map((word) => [word, false] as const),
]);

function readFinding(value: unknown): RawFinding | null {
  if (typeof value !== "object" || value === null) return null;
  const fields = value as Readonly<Record<string, unknown>>;
  const { file, line } = fields;
  const text = oneLine(fields["text"] ?? fields["message"] ?? fields["why"], most.text);
  if (typeof file !== "string" || file === "" || text === "" || !Number.isInteger(Number(line ?? "x"))) return null;
  const kind = findingKinds.find((each) => oneLine(fields[each], most.shows) !== "");
  return {
    ...{ file, line: Number(line), text },
    // In doubt it blocks: a reviewer that means less can say so.
    severity: isMinor(fields["severity"]) ? "minor" : "blocking",
    kind: kind ?? "requirement",
    shows: kind === undefined ? "" : oneLine(fields[kind], most.shows),
  };
}

const isMinor = (severity: unknown): boolean =>
  typeof severity === "string" && /^(?:minor|low|info|nit|suggestion|trivial|style)$/i.test(severity.trim());

/** Findings go into prompts and onto screens. */
function oneLine(value: unknown, longest: number): string {
  if (typeof value !== "string") return "";
  const text = value.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** The last whole object of a text that has what is asked for, whatever stands around it. */
export function lastObject(
  text: string,
  isWanted: (fields: Readonly<Record<string, unknown>>) => boolean,
): Readonly<Record<string, unknown>> | null {
  let end = text.lastIndexOf("}");
  for (let tries = 0; end >= 0 && tries < maxTries; tries++) {
    const found = objectEndingAt(text, end, isWanted);
    if (found) return found;
    end = text.lastIndexOf("}", end - 1);
  }
  return null;
}

const maxTries = 50;

/** From the outside in: an answer is the object around its findings. */
function objectEndingAt(
  text: string,
  end: number,
  isWanted: (fields: Readonly<Record<string, unknown>>) => boolean,
): Readonly<Record<string, unknown>> | null {
  let start = text.indexOf("{");
  for (let tries = 0; start >= 0 && start < end && tries < maxTries; tries++) {
    const value = parse(text.slice(start, end + 1));
    if (value && isWanted(value)) return value;
    start = text.indexOf("{", start + 1);
  }
  return null;
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null; // Text around an object, or half of one.
  }
}

/** The lines in which an author answers findings, by their names: "ANSWER R2: 0 is no date here". */
export function readAnswers(message: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [, id = "", text = ""] of message.matchAll(/^[\s>*_`-]*ANSWER\s+(R\d{1,4})\s*:\s*(\S.*)$/gim))
    found[id.toUpperCase()] = oneLine(text.replace(/[*_`]+$/, ""), most.shows);
  return found;
}
