import type { Reading } from "./reading.js";
import { addTallies, type Tally, type TestRun, untold } from "./test-run.js";

/** How the command ended, where that is known. */
export interface Ending {
  readonly exitCode?: number | null;
}

/** All that was seen in an output. */
export interface Seen {
  readonly readings: readonly Reading[];
  /** Words that fail a run in which tests ran, though no runner's: a threshold not met, a script that says it failed. */
  readonly asides: readonly string[];
  /** Lines that look like a passed test's, whichever runner printed them. */
  readonly passMarks: number;
}

/** The words and the exit status as one answer. Where they disagree the worse one counts. */
export function judge({ readings, asides, passMarks }: Seen, { exitCode = null }: Ending = {}): TestRun {
  const settled = readings.map((reading) => (exitCode === 0 ? settle(reading) : reading));
  const said = combine(settled);
  const bad = exitCode !== null && exitCode !== 0 ? [...asides, `the command exited with ${exitCode}`] : asides;
  const hasRun = settled.some(({ state }) => state === "passed" || state === "unfinished") || passMarks > 0;
  if (bad.length === 0 || said.status === "fail" || !hasRun) return said;
  const before = said.status === "pass" ? `${said.why}, but` : "tests ran, and";
  return { ...said, status: "fail", why: `${before} ${bad.join("; ")}` };
}

/** A closing line that settings may leave out is not missed where the command is known to have ended well. */
function settle(reading: Reading): Reading {
  if (reading.state !== "unfinished" || !reading.isNearlyFinished) return reading;
  const ran = (reading.tally.passed ?? 0) > 0;
  return { ...reading, state: ran ? "passed" : "nothing", why: ran ? `${reading.tally.passed} passed` : "no test ran" };
}

const order = ["failed", "unfinished", "passed", "nothing"] as const;

function combine(readings: readonly Reading[]): TestRun {
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

/** Where a report and the lines printed beside it tell of the same tests, the report counts. */
function addUp(readings: readonly Reading[]): Tally {
  const reported = new Set(readings.flatMap(({ source, framework }) => (source === "report" ? [framework] : [])));
  return readings
    .filter(({ source, framework }) => source === "report" || !reported.has(framework))
    .reduce((sum, { tally }) => addTallies(sum, tally), untold);
}
