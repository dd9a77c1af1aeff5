import type { OutputReading } from "./reading.js";
import { addTallies, type Tally, type TestRun, untold } from "./test-run.js";

/** How the command ended, if known. */
export interface ExitStatus {
  readonly exitCode?: number | null;
}

/** Everything found in an output. */
export interface SeenOutput {
  readonly readings: readonly OutputReading[];
  /**
   * Text that fails a run in which tests ran, though no runner printed it: a missed threshold, a script that reports
   * failure.
   */
  readonly asides: readonly string[];
  /** Lines that look like passed tests, whichever runner printed them. */
  readonly passMarks: number;
}

/** Combines the output and the exit status. If they disagree, the worse one counts. */
export function judge({ readings, asides, passMarks }: SeenOutput, { exitCode = null }: ExitStatus = {}): TestRun {
  const settled = readings.map((reading) =>
    exitCode === 0 || isAllListed(reading, passMarks) ? settle(reading) : reading,
  );
  const combined = combine(settled);
  const hasRun = settled.some(({ state }) => state === "passed" || state === "unfinished") || passMarks > 0;
  const bad = [...(hasRun ? asides : []), ...blame(exitCode, { hasRun, isSilent: readings.length === 0 })];
  if (bad.length === 0 || combined.status === "fail") return combined;
  const before = combined.status === "pass" ? `${combined.why}, but ` : hasRun ? "tests ran, and " : "";
  return { ...combined, status: "fail", why: `${before}${bad.join("; ")}` };
}

/** Exit codes of a shell for a command it could not start. */
const notStarted: readonly number[] = [126, 127];

/** A non-zero status fails, however little was printed, unless the output says there was nothing to run. */
function blame(exitCode: number | null, seen: { hasRun: boolean; isSilent: boolean }): readonly string[] {
  if (exitCode === null || exitCode === 0) return [];
  const counts = seen.hasRun || (seen.isSilent && !notStarted.includes(exitCode));
  return counts ? [`the command exited with ${exitCode}`] : [];
}

const isAllListed = ({ isListed, tally }: OutputReading, passMarks: number): boolean =>
  isListed && passMarks > 0 && passMarks === tally.passed;

/** A closing line that settings may omit is not required if the command is known to have exited with 0. */
function settle(reading: OutputReading): OutputReading {
  if (reading.state !== "unfinished" || !reading.isNearlyFinished) return reading;
  const { hasRun, tally } = reading;
  return { ...reading, state: hasRun ? "passed" : "nothing", why: hasRun ? formatPassed(tally) : "no test ran" };
}

const formatPassed = ({ passed }: Tally): string =>
  passed === null ? "it says ok, without counts" : `${passed} passed`;

const order = ["failed", "unfinished", "passed", "nothing"] as const;

function combine(readings: readonly OutputReading[]): TestRun {
  const worst = order.find((state) => readings.some((reading) => reading.state === state));
  if (worst === undefined)
    return { ...untold, status: "unknown", framework: null, failures: [], why: "no result of a test runner was found" };
  const decisive = readings.filter(({ state }) => state === worst);
  const status = worst === "failed" ? "fail" : worst === "passed" ? "pass" : "unknown";
  return {
    status,
    framework: [...new Set(readings.map(({ framework }) => framework))].join(" + "),
    ...addUp(readings),
    failures: status === "pass" ? [] : readings.flatMap(({ failures }) => failures).slice(0, 500),
    why: decisive.map(({ framework, why }) => `${framework}: ${why}`).join("; "),
  };
}

/** If a report and the lines beside it cover the same tests, the report counts. */
function addUp(readings: readonly OutputReading[]): Tally {
  const reported = new Set(readings.flatMap(({ source, framework }) => (source === "report" ? [framework] : [])));
  return readings
    .filter(({ source, framework }) => source === "report" || !reported.has(framework))
    .reduce((sum, { tally }) => addTallies(sum, tally), untold);
}
