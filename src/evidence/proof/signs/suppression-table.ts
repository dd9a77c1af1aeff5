import type { Pattern } from "./find-patterns.js";

const types = "this line silences the check of types";
const lint = "this line silences a rule of the linter";
const coverage = "this line is left out of coverage";

const comment = String.raw`(?:\/\/|\/\*|#|<!--|\{\/\*)[^\n]{0,120}?`;
const inComment = (words: string): RegExp => new RegExp(`${comment}(?:${words})`, "g");

export const patterns: readonly Pattern[] = [
  {
    on: "text",
    what: types,
    touches: "types",
    languages: ["javascript"],
    shape: inComment("@ts-(?:ignore|expect-error|nocheck)"),
  },
  {
    on: "text",
    what: types,
    touches: "types",
    languages: ["python"],
    shape: inComment(String.raw`\btype:\s*ignore|\b(?:pyright|mypy|ty|pyre):\s*\w*ignore\w*|pyre-fixme`),
  },
  {
    what: types,
    touches: "types",
    on: "bare",
    languages: ["javascript"],
    shape: /\bas\s+(?:any|never)\b|(?<=[\w)\]?]\s?):\s*any\b(?!\s*[-=]>)|<any>(?=\w)|\bas\s+unknown\s+as\b/g,
  },
  {
    what: types,
    touches: "types",
    on: "bare",
    languages: ["python"],
    shape: /(?<=\w)\s*(?::|->)\s*(?:typing\.)?Any\b|\bcast\(\s*(?:typing\.)?Any\b/g,
  },
  {
    on: "text",
    what: lint,
    touches: "lint",
    shape: inComment(
      String.raw`eslint-disable|\bbiome-ignore|\btslint:disable|\boxlint-disable|\bnoqa\b|\bnolint\b|\brubocop:(?:disable|todo)|\bpylint:\s*(?:disable|skip)|\bruff:\s*noqa|@phpstan-ignore|\bNOSONAR\b|\bNOLINT\b|\bstylelint-disable`,
    ),
  },
  { what: lint, touches: "lint", languages: ["rust"], shape: /#!?\[(?:allow|expect)\([^)\n]{1,120}\)/g },
  {
    what: lint,
    touches: "lint",
    languages: ["java"],
    shape: /@SuppressWarnings\b|@Suppress\(|#pragma\s+warning\s+disable/g,
  },
  {
    on: "text",
    what: coverage,
    touches: "coverage",
    shape: inComment(
      String.raw`\b(?:istanbul|c8|v8|node:coverage)\s+(?:ignore|disable)|\bpragma:\s*no\s*cover|:nocov:|\bLCOV_EXCL|\bcoverage:ignore`,
    ),
  },
];
