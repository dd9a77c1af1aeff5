import { maskSecrets } from "../../lib/secrets/secrets.js";
import { printableLines } from "../../lib/text/printable.js";
import { sha256 } from "../../lib/text/sha256.js";
import { formatMarkdown } from "./format-markdown.js";
import { ValuePacker } from "./pack-values.js";
import type { ReportedDecision, RunReport } from "./run-report.js";

/** The built page (src/report/page): its script and its style. */
export interface PageFiles {
  readonly script: string;
  readonly style: string;
}

const limits = { rows: 40_000, details: 15_000_000 };

/**
 * One file with everything in it. The page asks for nothing: its policy allows this one script and this one style, and
 * whatever the report quotes is data, which the page only ever shows as text.
 */
export function formatHtml(report: RunReport, { script, style }: PageFiles): string {
  const policy = `default-src 'none'; script-src '${sha256(script)}'; style-src '${sha256(style)}'; img-src data:; base-uri 'none'; form-action 'none'`;
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escapeHtml(`${report.headline.title} · ${report.project} · untildone`)}</title>`,
    '<link rel="icon" href="data:,">',
    `<style>${style}</style>`,
    "</head>",
    "<body>",
    `<div id="page">${formatFirst(report)}</div>`,
    `<noscript><pre>${escapeHtml(clean(formatMarkdown(report)))}</pre></noscript>`,
    `${dataStart}${packReport(report)}</script>`,
    `<script>${script}</script>`,
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

/** What can be read before the script has worked: why it ended, and what to do next. */
const formatFirst = ({ headline }: RunReport): string =>
  [
    '<main class="page"><section class="hero">',
    `<h1>${escapeHtml(clean(headline.title))}</h1>`,
    ...[...headline.stopped, ...headline.next].map((text) => `<p class="lead">${escapeHtml(clean(text))}</p>`),
    "</section></main>",
  ].join("");

const dataStart = '<script type="application/json" id="report">';

/** The data of such a page; null if it is none. */
export function extractData(html: string): string | null {
  const start = html.indexOf(dataStart);
  const end = html.indexOf("</script>", start);
  return start < 0 || end < 0 ? null : html.slice(start + dataStart.length, end);
}

const clean = (text: string): string => maskSecrets(printableLines(text));

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** JSON in which no character can end the script element. */
function packReport(report: RunReport): string {
  const packer = new ValuePacker(clean);
  const decisions = report.decisions.slice(-limits.rows);
  const rows = decisions.map(({ detail: _, ...row }) => row);
  const leftOut = report.decisions.length - rows.length;
  const note = `The first ${leftOut} decisions are left out of this page; untildone history lists them.`;
  const problems = leftOut === 0 ? report.problems : [...report.problems, note];
  const root = packer.pack({ ...report, problems, decisions: rows });
  const details = packDetails(packer, decisions);
  return packer.write({ report: root, details: `[${details.join(",")}]` }).replaceAll("<", "\\u003c");
}

/** As many as there is room for: first those that matter, then the newest. */
function packDetails(packer: ValuePacker, decisions: readonly ReportedDecision[]): readonly string[] {
  const details: string[] = decisions.map(() => "null");
  const newestFirst = decisions.map((_, at) => at).reverse();
  const matters = (at: number): boolean => {
    const { claim, setAside, verdict } = decisions[at] ?? {};
    return claim === "refused" || setAside !== null || verdict !== "continue";
  };
  const isFirst = newestFirst.filter(matters);
  for (const at of new Set([...isFirst, ...newestFirst]))
    if (packer.size < limits.details) details[at] = packer.pack(decisions[at]?.detail);
  return details;
}
