import { JsonReport } from "./json-report.js";
import type { Report } from "./report.js";
import { XmlReport } from "./xml-report.js";

const xml = /^\s*<(?:\?xml|testsuites?|TestRun|test-run|assemblies)\b/;
/** A key that only reports have. Required of one-line objects, since logs are full of them. */
const key = /"(?:numTotalTests|stats|results|summary|summary_line|reportFormat)"\s*:/;
/** Events of `go test -json` and libtest, which have their own readers. */
const event = /^\s*\{"(?:Time|Action|ImportPath|type)":/;

/** The beginnings of lines that may open a report. */
export const reportStarts: readonly string[] = ["{", "<?xml", "<test", "<Test", "<assemblies"];

/** The report that begins on this line, if any. */
export function openReport(line: string, isEnded: boolean): Report | undefined {
  if (xml.test(line)) return new XmlReport();
  if (!/^\s*\{\s*(?:$|")/.test(line) || event.test(line)) return undefined;
  const isOneLine = isEnded && line.trimEnd().endsWith("}");
  return isOneLine && !key.test(line) ? undefined : new JsonReport();
}
