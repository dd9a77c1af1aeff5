import type { EvidenceState } from "../../decide/evidence.js";
import type { Mark } from "./dialects/found.js";
import { readFlag } from "./dialects/values.js";

/** The answer of a judge or reviewer. Anything but a clear answer is unknown. */
export interface JudgeAnswer {
  readonly state: EvidenceState;
  readonly detail: string;
}

/** The tokens that mark a judge's answer in a long output. */
export const judgeMarks: readonly Mark[] = ["judge_signal"];

/**
 * For judges and reviewers only: a JSON object with a verdict, the last `JUDGE_SIGNAL:` line, or a last line `SHIP` or
 * `BLOCK`.
 */
export function readJudgeAnswer(text: string): JudgeAnswer {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return (
    fromJson(text) ??
    fromSignal(lines) ??
    fromLastLine(lines.at(-1)) ?? { state: "unknown", detail: "the judge gave no answer we can read" }
  );
}

const verdictKeys = ["verdict", "pass", "passed", "ok", "approved", "complete", "ship"];
const yes = new Set(["true", "pass", "passed", "ship", "yes", "approve", "approved", "complete"]);
const no = new Set(["false", "fail", "failed", "block", "no", "reject", "rejected", "refuted", "incomplete"]);

function fromJson(text: string): JudgeAnswer | undefined {
  const body = /\{[\s\S]*\}/.exec(text)?.[0];
  if (body === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== "object" || value === null) return undefined;
    const fields = new Map(
      Object.entries(value).map(([key, entry]) => [key.toLowerCase(), String(entry).toLowerCase()]),
    );
    const word = verdictKeys.map((key) => fields.get(key)).find((entry) => entry !== undefined);
    const detail = fields.get("reason") ?? fields.get("detail") ?? describeFound(value);
    if (word !== undefined && yes.has(word)) return { state: "holds", detail };
    return word !== undefined && no.has(word) ? { state: "fails", detail } : undefined;
  } catch {
    return undefined; // Not JSON: try the other forms.
  }
}

/** The findings of an answer as a reviewer gives it. */
function describeFound(value: object): string {
  const { findings } = value as { readonly findings?: unknown };
  if (!Array.isArray(findings)) return "";
  return findings
    .flatMap((finding: { file?: unknown; line?: unknown; text?: unknown } | null) =>
      typeof finding?.text === "string" ? [`${finding.file}:${finding.line}: ${finding.text}`] : [],
    )
    .slice(0, 10)
    .join("; ");
}

function fromSignal(lines: readonly string[]): JudgeAnswer | undefined {
  const line = lines.findLast((text) => /^[*`]*JUDGE_SIGNAL\s*:/i.test(text));
  if (line === undefined) return undefined;
  const answer = readFlag(
    line
      .slice(line.indexOf(":") + 1)
      .replaceAll(/[*`]/g, "")
      .trim(),
  );
  if (answer === "yes") return { state: "holds", detail: line };
  return answer === "no" ? { state: "fails", detail: line } : undefined;
}

function fromLastLine(line: string | undefined): JudgeAnswer | undefined {
  if (line === "SHIP") return { state: "holds", detail: "the reviewer says SHIP" };
  return line === "BLOCK" ? { state: "fails", detail: "the reviewer says BLOCK" } : undefined;
}
