import { readTestOutput } from "../../evidence/test-output/read-test-output.js";
import { readText } from "../../lib/files/files.js";
import { maskSecrets } from "../../lib/secrets/secrets.js";
import { unitName } from "../../run/records/unit-record.js";
import { clipLine } from "./clip-text.js";
import type { ReportedCheck, ReportedDecision, ReportedFailure } from "./run-report.js";

const limits = { logs: 80, bytes: 4 << 20, failures: 20 };

/** The checks of the newest decisions that fail, each with the place and the message of its failing tests. */
export function addFailures(
  decisions: readonly ReportedDecision[],
  { logs, cwd }: { readonly logs: string; readonly cwd: string },
): readonly ReportedDecision[] {
  let left = limits.logs;
  return decisions
    .toReversed()
    .map((decision) => {
      const fails = decision.detail.checks.some(({ failing }) => failing.length > 0);
      if (!fails || left <= 0) return decision;
      left--;
      const checks = decision.detail.checks.map((check) => addTo(check, folderOf(logs, decision), cwd));
      return { ...decision, detail: { ...decision.detail, checks } };
    })
    .reverse();
}

const folderOf = (logs: string, { unit, iteration }: ReportedDecision): string =>
  `${unit === null ? logs : `${logs}/${unitName({ id: unit })}`}/${String(iteration).padStart(4, "0")}-checks`;

function addTo(check: ReportedCheck, folder: string, cwd: string): ReportedCheck {
  if (check.failing.length === 0) return check;
  const file = `${folder}/${check.name.replaceAll("/", "+").replaceAll(/[^\w.+-]+/g, "-")}.log`;
  return { ...check, failures: readFailures(file, cwd) };
}

/** Where a log is gone, the names of the tests are all there is. */
function readFailures(file: string, cwd: string): readonly ReportedFailure[] {
  try {
    const { failures } = readTestOutput(maskSecrets(readText(file, "/", limits.bytes)));
    return failures.slice(0, limits.failures).map(({ name, file: place, line, message }) => ({
      test: clipLine(name),
      place: place === null ? null : clipLine(within(cwd, line === null ? place : `${place}:${line}`)),
      message: message === null ? null : clipLine(message),
    }));
  } catch {
    return [];
  }
}

const within = (cwd: string, path: string): string => (path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path);
