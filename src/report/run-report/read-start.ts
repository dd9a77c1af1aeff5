import { isUserError } from "../../lib/errors.js";
import { plural } from "../../lib/text/plural.js";
import type { PrivateFolder } from "../../run/records/private-folder.js";
import { type RunRecord, readRecord } from "../../run/records/run-record.js";
import { clipLine } from "./clip-text.js";
import type { ReportedCheck } from "./run-report.js";

type StartCheck = NonNullable<RunRecord["baseline"]>["checks"][number];

const maxFailing = 20;

/** The checks as the run found them; empty where its record is gone, or they were not made. */
export function readStart(folder: PrivateFolder, run: string): readonly ReportedCheck[] {
  try {
    return (readRecord(folder, run).baseline?.checks ?? []).map(toCheck);
  } catch (error) {
    if (!isUserError(error)) throw error;
    return [];
  }
}

const toCheck = ({
  name,
  state,
  why,
  tail = [],
  fix,
  failed,
  passed,
  failing,
  seconds,
}: StartCheck): ReportedCheck => ({
  ...{ name, state, required: true, seconds: seconds ?? null },
  detail: why === undefined ? count(passed, failed) : clipLine(why),
  failing: failing.slice(0, maxFailing).map((test) => clipLine(test)),
  tail: tail.map((line) => clipLine(line)),
  fix: fix === undefined ? null : clipLine(fix),
});

const count = (passed: number | null, failed: number | null): string =>
  passed === null && failed === null
    ? ""
    : `${plural(passed ?? 0, "test")} passed${failed ? `, ${failed} failed` : ""}`;
