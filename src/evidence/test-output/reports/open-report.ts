import { JsonReport } from "./json-report.js";
import type { Report } from "./report.js";
import { XmlReport } from "./xml-report.js";

const xml = /^\s*<(?:\?xml|testsuites?|TestRun|test-run|assemblies)\b/;
/** A key that only reports have; asked of objects on one line, since logs are full of such. */
const key = /"(?:numTotalTests|stats|results|summary|summary_line|reportFormat)"\s*:/;
/** Events of `go test -json` and of libtest, which have readers of their own. */
const event = /^\s*\{"(?:Time|Action|ImportPath|type)":/;

/** How the lines begin that may open one. */
export const reportStarts: readonly string[] = ["{", "<?xml", "<test", "<Test", "<assemblies"];

/** A report that begins on this line, if one does. */
export function openReport(line: string, isEnded: boolean): Report | undefined {
  if (xml.test(line)) return new XmlReport();
  if (!/^\s*\{\s*(?:$|")/.test(line) || event.test(line)) return undefined;
  const isOneLine = isEnded && line.trimEnd().endsWith("}");
  return isOneLine && !key.test(line) ? undefined : new JsonReport();
}
