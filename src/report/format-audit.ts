import type { AuditedTask, AuditVerdict } from "../evidence/audit/audited-task.js";
import { plural } from "../lib/text/plural.js";
import { printable } from "../lib/text/printable.js";
import type { Annotation } from "./github/workflow-commands.js";
import { clipLine } from "./run-report/clip-text.js";

/** The audit of a list, for every way to show it. */
export interface AuditReport {
  readonly version: 1;
  readonly list: string;
  readonly since: string | null;
  readonly counts: Readonly<Record<AuditVerdict, number>>;
  readonly tasks: readonly AuditedTask[];
  readonly notes: readonly string[];
}

export const countVerdicts = (tasks: readonly AuditedTask[]): AuditReport["counts"] => {
  const of = (verdict: AuditVerdict): number => tasks.filter((task) => task.verdict === verdict).length;
  return {
    verified: of("verified"),
    tested: of("tested"),
    shown: of("shown"),
    phantom: of("phantom"),
    unknown: of("unknown"),
  };
};

export const formatCounts = ({ counts, tasks }: AuditReport): string => {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  return `${plural(tasks.length, "ticked task")}: ${parts.map(([name, count]) => `${count} ${name}`).join(", ") || "none"}`;
};

const worstFirst: readonly AuditVerdict[] = ["phantom", "unknown", "shown", "tested", "verified"];
const sorted = (tasks: readonly AuditedTask[]): readonly AuditedTask[] =>
  tasks.toSorted((a, b) => worstFirst.indexOf(a.verdict) - worstFirst.indexOf(b.verdict));

const titleOf = ({ id, title }: AuditedTask): string => clipLine(title.startsWith(id) ? title : `${id}: ${title}`, 100);

/** One line per task, the worst first, with what was found. */
export const formatAudit = (report: AuditReport): string =>
  [
    `${report.list}  ${formatCounts(report)}`,
    ...sorted(report.tasks).flatMap((task) => [
      `  ${task.verdict.padEnd(9)} ${printable(titleOf(task))}`,
      ...task.evidence
        .slice(0, task.verdict === "phantom" ? 3 : 1)
        .map((line) => `            ${printable(clipLine(line, 160))}`),
    ]),
    "",
  ].join("\n");

export function formatAuditMarkdown(report: AuditReport): string {
  const rows = sorted(report.tasks).map((task) => {
    const cells = [task.verdict === "phantom" ? "**phantom**" : task.verdict, titleOf(task), task.evidence[0] ?? ""];
    return `| ${cells.map((cell) => clipLine(cell, 200).replaceAll("|", "\\|").replaceAll("<", "&lt;")).join(" | ")} |`;
  });
  return [
    `## Audit of ${report.list}`,
    "",
    `${formatCounts(report)}.`,
    "",
    ...(rows.length > 0 ? ["| says | task | because |", "|---|---|---|", ...rows, ""] : []),
    ...report.notes.map((note) => `- ${note}`),
  ].join("\n");
}

/** SARIF 2.1.0: a result for each phantom, at its line in the list. */
export function formatSarif({ list, tasks }: AuditReport, version: string): string {
  const phantoms = tasks.filter(({ verdict }) => verdict === "phantom");
  const kinds = [...new Set(phantoms.map(({ kind }) => kind ?? "phantom"))];
  return `${JSON.stringify({
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "untildone audit",
            version,
            rules: kinds.map((id) => ({ id, shortDescription: { text: rules[id] ?? id } })),
          },
        },
        results: phantoms.map((task) => ({
          ruleId: task.kind ?? "phantom",
          level: "error",
          message: { text: `${titleOf(task)}: ${task.evidence[0] ?? "nothing stands behind it"}` },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: encodeURI(list) },
                region: { startLine: Math.max(1, task.line ?? 1) },
              },
            },
          ],
        })),
      },
    ],
  })}\n`;
}

const rules: Readonly<Record<string, string>> = {
  "file-missing": "A ticked task names a file that is not there",
  "file-empty": "A ticked task names a file that is empty",
  "symbol-missing": "A ticked task names something that nothing declares",
  "dead-code": "Nothing uses what a ticked task made",
  "test-missing": "A ticked task asks for a test that is not there",
  "only-comment": "What a ticked task names is a comment, or does nothing",
  "other-task": "Only other tasks changed what a ticked task names",
  reverted: "The work of a ticked task was taken back",
};

const maxAnnotations = 9;

export const annotateAudit = (report: AuditReport): readonly Annotation[] => {
  const phantoms = report.tasks.filter(({ verdict }) => verdict === "phantom");
  return [
    {
      level: phantoms.length > 0 ? "error" : "notice",
      title: `untildone audit of ${report.list}`,
      message: formatCounts(report),
    },
    ...phantoms.slice(0, maxAnnotations).map(
      (task): Annotation => ({
        level: "warning",
        title: `untildone: ${clipLine(titleOf(task), 80)}`,
        message: task.evidence[0] ?? "nothing stands behind it",
      }),
    ),
  ];
};
