import { formatTestNames } from "../../decide/check-comparison.js";
import { type CheckLog, type Finding, unknown } from "../check-context.js";
import type { OriginalTestsPlan } from "../plan.js";
import { type JudgedTest, waitsWords } from "../proof/original-tests/judge-old-tests.js";
import type { MeasuredFiles } from "../proof/original-tests/measured.js";
import type { TakenAway } from "../proof/original-tests/taken-away.js";
import type { TriedSuite } from "../proof/original-tests/try-suite.js";
import type { OriginalFinding } from "./original-tests.js";
import type { CheckResult } from "./tests/judge-run.js";

export function conclude(
  plan: OriginalTestsPlan,
  suites: readonly TriedSuite[],
  { measured, others, logs }: Concluding,
): OriginalFinding {
  const judged = suites.flatMap((suite) => suite.judged);
  const [why] = suites.flatMap((suite) => suite.unable ?? []);
  const vetoes = judged.filter(({ is }) => is === "veto");
  if (vetoes.length === 0 && why !== undefined) return { ...unable(plan, why), logs };
  const of = (...kinds: readonly JudgedTest["is"][]): readonly JudgedTest[] =>
    judged.filter(({ is }) => kinds.includes(is));
  const isConfigFine = suites.every(({ isFine }) => isFine) && others.every(({ state }) => state === "holds");
  const [first] = suites;
  const found = {
    changed: of("changed", "changed-before").map(({ key }) => key),
    changedBefore: of("changed-before").map(({ key }) => key),
    tried: {
      ...{ judged, isConfigFine, tests: measured.tests, taken: measured.taken },
      putBack: measured.putBack.map(({ path }) => path),
      names: suites.length === 1 ? (first?.names ?? null) : null,
    },
    asAtStart: [...suites.flatMap(({ result }) => result ?? []), ...others],
    excused: suites.filter(({ isFine }) => isFine).map(({ name }) => name),
    accepted: of("accepted", "changed", "changed-before").map(({ key, form }) => ({ key, form })),
    waiting: judged.flatMap(({ key, why }) => (why === waitsWords ? [key] : [])),
    takenAway: vetoes.length > 0 ? [] : listTaken(measured.taken),
    logs,
  };
  const warnings = describeTold(of("accepted"), of("changed", "changed-before"));
  if (vetoes.length > 0) return { ...refuse(vetoes, measured.files), ...found, warnings };
  const { changed } = found;
  if (changed.length > 0) return { ...passes(`changed to pass: ${formatTestNames(changed)}`), ...found, warnings };
  return { ...passes("the tests of the start pass, run as at the start"), ...found, warnings };
}

interface Concluding {
  readonly measured: MeasuredFiles;
  readonly others: readonly CheckResult[];
  readonly logs: readonly CheckLog[];
}

function describeTold(accepted: readonly JudgedTest[], changed: readonly JudgedTest[]): readonly string[] {
  const keys = changed.map(({ key }) => key);
  return [
    ...(keys.length > 0 ? [`changed to pass: ${formatTestNames(keys)}; they fail as they were at the start`] : []),
    ...changed.slice(0, 10).map(({ key, why }) => `${key} was changed: ${why}`),
    ...accepted.slice(0, 10).map(({ key, why }) => `${key} no longer passes as it was: ${why}`),
  ];
}

function refuse(tests: readonly JudgedTest[], files: readonly string[]): Finding {
  const keys = tests.map(({ key }) => key);
  const fail = tests.length === 1 ? "1 test fails" : `${tests.length} tests fail`;
  return {
    state: "fails",
    detail: `${fail} when run as at the start: ${formatTestNames(keys)}`,
    facts: { tampered: true },
    feedback: [
      [
        `With the tests, configuration and scripts as they were at the start of the run, ${tests.length === 1 ? "this test fails" : "these tests fail"}:`,
        ...tests.slice(0, 20).map(({ key, why }) => `- ${key} (${why})`),
        `Put these files back as they were, and make the tests pass with them: ${formatTestNames(files, 10)}`,
      ].join("\n"),
    ],
  };
}

export const passes = (detail: string): Finding => ({ state: "holds", detail, required: false });

export const listTaken = ({ names, moved = [] }: TakenAway): readonly string[] => [...names, ...moved];

/** A run is not refused because its tests cannot be run this way, unless the settings refuse unverified work. */
export const unable = (plan: OriginalTestsPlan, why: string): OriginalFinding => ({
  ...unknown(why),
  required: plan.mustMeasure,
  warnings: [`the tests could not be run as they were at the start: ${why}`],
  tried: null,
  asAtStartWhy: why,
});
