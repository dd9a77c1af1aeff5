import { formatNotProven, formatProved } from "../format-proof.js";
import type { ReportedCheck, ReportedDecision, ReportedTask, RunReport } from "./run-report.js";

/** A test case of JUnit: passed, failed, or neither. */
interface JunitCase {
  readonly name: string;
  readonly seconds?: number | null;
  readonly failure?: { readonly type: string; readonly message: string; readonly text?: string };
  readonly skipped?: string;
  /** What else there is to say of a case that passed. */
  readonly out?: string;
  readonly properties?: readonly Property[];
}

type Property = readonly [name: string, value: string];

/** The run, its tasks and its checks as test cases, for CI systems. Passed is only what is verified or a person accepted. */
export function formatJunit(report: RunReport): string {
  const checks = report.decisions.findLast(isOfRun)?.detail.checks ?? [];
  const suites: readonly { name: string; cases: readonly JunitCase[]; properties?: readonly Property[] }[] = [
    { name: "untildone.run", cases: [toRunCase(report)], properties: describeRun(report) },
    { name: "untildone.tasks", cases: report.tasks.map((task) => withShare(toTaskCase(task), report, task)) },
    {
      name: "untildone.checks",
      cases: checks.map((check) => ({ ...toCheckCase(check), seconds: findSeconds(check, report) })),
    },
  ];
  const shown = suites.filter(({ cases }) => cases.length > 0);
  const all = shown.flatMap(({ cases }) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="untildone" ${counts(all)} time="${time(report.summary.seconds)}">`,
    ...shown.map(
      ({ name, cases, properties = [] }) =>
        `<testsuite name="${name}" ${counts(cases)} errors="0" time="${time(sum(cases))}" timestamp="${escapeXml(report.startedAt.slice(0, 19))}">\n${formatProperties(properties)}${cases.map((each) => formatCase(name, each)).join("\n")}\n</testsuite>`,
    ),
    "</testsuites>",
    "",
  ].join("\n");
}

/** With the checks of the files that the run leaves: those of a task's own files do not count before it is merged. */
const isOfRun = ({ detail, unit, result }: ReportedDecision): boolean =>
  detail.checks.length > 0 && unit === null && result !== "sent-back" && result !== "set-aside";

/** A check whose result was known took its time when it was made. */
function findSeconds({ name, seconds }: ReportedCheck, { decisions }: RunReport): number | null {
  if (seconds !== null) return seconds;
  const made = (each: ReportedCheck): boolean => each.name === name && each.seconds !== null;
  return decisions.findLast(({ detail }) => detail.checks.some(made))?.detail.checks.find(made)?.seconds ?? null;
}

const counts = (cases: readonly JunitCase[]): string =>
  `tests="${cases.length}" failures="${cases.filter(({ failure }) => failure).length}" skipped="${cases.filter(({ skipped }) => skipped !== undefined).length}"`;

const sum = (cases: readonly JunitCase[]): number => cases.reduce((total, { seconds }) => total + (seconds ?? 0), 0);

const time = (seconds: number): string => seconds.toFixed(3);

/** A run that did its work where nothing could check it has neither passed nor failed. */
function toRunCase({ run, outcome, headline, summary, status, onlyReview }: RunReport): JunitCase {
  const base = { name: `run ${run}`, seconds: summary.seconds };
  if (status === "ended" && outcome === "completed") return { ...base, out: headline.title };
  if (status === "ended" && onlyReview === "unchecked") return { ...base, skipped: headline.title };
  const text = [...headline.happened, ...headline.stopped, ...headline.next].join("\n");
  return { ...base, failure: { type: outcome ?? status, message: headline.title, text } };
}

/** What of the run is proven, as a whole. */
function describeRun({ summary }: RunReport): readonly Property[] {
  const { verified, provedBy, notProven, forced } = summary;
  const isSome = verified.length + provedBy.length > 0;
  const isAll = notProven.length + forced.length === 0;
  const state = isSome ? (isAll ? "proven" : "partly") : isAll ? "nothing-done" : "not-proven";
  const proved = formatProved(summary).join("; ");
  return [
    ...listProof(state, proved || null, formatNotProven(summary).join("; ")),
    ["untildone.turns", String(summary.iterations)],
    ...(summary.usd === null ? [] : [["untildone.cost.usd", String(summary.usd)] as const]),
    ...(summary.tokens === null ? [] : [["untildone.usage.tokens", String(summary.tokens)] as const]),
  ];
}

const listProof = (state: string, provedBy: string | null, notProven: string): readonly Property[] => [
  ["untildone.proof", state],
  ...(provedBy === null ? [] : [["untildone.proved-by", provedBy] as const]),
  ["untildone.not-proven", notProven],
];

function toTaskCase(task: ReportedTask): JunitCase {
  const { provedBy, notProven } = task;
  const base = toPlainCase(task);
  if (notProven === null) return base;
  return { ...base, properties: listProof(provedBy === null ? "not-proven" : "proven", provedBy, notProven) };
}

/** What the task took. */
function withShare(base: JunitCase, { summary }: RunReport, { id }: ReportedTask): JunitCase {
  const share = summary.perTask.find(({ task }) => task === id);
  if (!share) return base;
  const { iterations, seconds, usd, tokens } = share;
  const properties: readonly Property[] = [
    ["untildone.turns", String(iterations)],
    ...(usd === null ? [] : [["untildone.cost.usd", String(usd)] as const]),
    ...(tokens === null ? [] : [["untildone.usage.tokens", String(tokens)] as const]),
  ];
  return { ...base, seconds, properties: [...(base.properties ?? []), ...properties] };
}

/** Done and not proven is neither passed nor failed. */
function toPlainCase({ id, title, state, reason }: ReportedTask): JunitCase {
  const name = title === null || title.startsWith(id) ? (title ?? id) : `${id} ${title}`;
  switch (state) {
    case "verified":
    case "forced":
      return { name };
    case "accepted":
      return { name, out: reason ?? "accepted by a person" };
    case "disputed":
    case "set-aside":
    case "owed":
      return { name, failure: { type: state, message: reason ?? state } };
    case "not-proven":
      return { name, skipped: `done, not proven: ${reason ?? "nothing proves it"}` };
    case "done-before":
      return { name, skipped: "done before this run" };
    case "not-done":
      return { name, skipped: "not done" };
  }
}

function toCheckCase({ name, state, required, detail, failing }: ReportedCheck): JunitCase {
  if (state === "holds") return { name };
  const message = detail.split("\n", 1)[0] ?? "";
  if (state === "fails" && required)
    return { name, failure: { type: state, message, text: [detail, ...failing].join("\n") } };
  return { name, skipped: `${state === "fails" ? "fails, but is not required" : "could not be verified"}: ${message}` };
}

function formatCase(suite: string, { name, seconds, failure, skipped, out, properties = [] }: JunitCase): string {
  const start = `<testcase classname="${suite}" name="${escapeXml(name)}" time="${time(seconds ?? 0)}"`;
  const content = [
    formatProperties(properties).trimEnd(),
    failure
      ? `<failure type="${escapeXml(failure.type)}" message="${escapeXml(failure.message)}">${escapeXml(failure.text ?? failure.message)}</failure>`
      : "",
    !failure && skipped !== undefined ? `<skipped message="${escapeXml(skipped)}"/>` : "",
    !failure && skipped === undefined && out !== undefined ? `<system-out>${escapeXml(out)}</system-out>` : "",
  ].join("");
  return content === "" ? `${start}/>` : `${start}>${content}</testcase>`;
}

const formatProperties = (properties: readonly Property[]): string =>
  properties.length === 0
    ? ""
    : `<properties>${properties.map(([name, value]) => `<property name="${name}" value="${escapeXml(value)}"/>`).join("")}</properties>\n`;

/** XML 1.0 has no way to write most control characters, halves of a pair and the two non-characters. */
const escapeXml = (text: string): string =>
  text
    .replaceAll(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd")
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll(/[\t\n\r]/g, (end) => `&#${end.charCodeAt(0)};`);
