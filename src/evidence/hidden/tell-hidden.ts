import type { CheckState } from "../../decide/evidence.js";
import { plural } from "../../lib/text/plural.js";
import type { CommandFinding } from "../checks/command.js";
import type { CheckResult } from "../checks/tests/judge-run.js";
import type { HiddenPlan } from "../plan.js";
import type { RanInCopy } from "../proof/original-tests/run-in-copy.js";
import { untold } from "../test-output/test-run.js";
import { isOfTest } from "./test-title.js";

const noNames = { ran: [], skipped: [] };

/** A hidden check of which nothing is known. Why goes to the person: it may quote the tests. */
export function tellUnknown({ name }: HiddenPlan, detail: string, why = ""): CommandFinding {
  return {
    ...{ state: "unknown", now: "unknown", detail, exitCode: null, flaky: [], feedback: [], logs: [] },
    tests: { ...untold, status: "unknown", framework: null, failures: [], why: detail },
    census: { ran: null, skipped: 0, names: noNames, isPartial: false },
    warnings: why === "" ? [] : [`hidden check ${name}: ${why}`],
  };
}

/**
 * What may be told of a result: counts, and the requirement. Not what the tests are called, unless that is allowed, nor
 * what they printed, nor where the copy was.
 */
export function tellHidden(told: HiddenPlan, ran: RanInCopy, atStart: CheckResult | undefined): CommandFinding {
  const { finding, rewritten } = ran;
  const plan = withRequirement(told, finding);
  const { tests, census } = finding;
  const { titles } = plan.hidden;
  const missed = finding.state === "holds" ? whyLess(finding, atStart) : null;
  const isTouched = rewritten.length > 0;
  const state = isTouched || missed !== null ? "fails" : finding.state;
  const now: CheckState = isTouched || missed !== null ? "fails" : finding.now;
  const named = titles
    ? tests.failures.map(({ name }) => ({ name: lastTitle(name), file: null, line: null, message: null }))
    : [];
  const detail = describe({ plan, finding, state, why: isTouched ? "its files were rewritten while it ran" : missed });
  return {
    ...{ state, now, detail, exitCode: finding.exitCode, flaky: [] },
    tests: { ...tests, failures: named, why: detail },
    census: { ...census, names: noNames },
    feedback:
      state === "holds"
        ? []
        : [
            tellAgent(
              plan,
              named.map(({ name }) => name),
              state,
            ),
          ],
    warnings: [],
    logs: (finding.logs ?? []).map((log) => ({ ...log, command: plan.words, file: null })),
  };
}

/** Fewer tests than at the start: the code under test may have ended the runner. */
function whyLess({ census }: CommandFinding, atStart: CheckResult | undefined): string | null {
  const before = atStart?.census?.ran ?? null;
  return before !== null && census.ran !== null && census.ran < before
    ? `${plural(before - census.ran, "hidden test")} that ran at the start did not run`
    : null;
}

interface Describing {
  readonly plan: HiddenPlan;
  readonly finding: CommandFinding;
  readonly state: CommandFinding["state"];
  readonly why: string | null;
}

function describe({ plan, finding, state, why }: Describing): string {
  const { passed, failed } = finding.tests;
  const counts = passed === null ? "" : ` (${plural(passed, "hidden test")} passed, ${failed ?? 0} failed)`;
  if (state === "holds") return `it holds${counts}`;
  if (finding.now === "cannot-run") return "it cannot run here (untildone hidden says where its output is)";
  const requirement = plan.hidden.requirement === null ? "it does not hold" : `not met: ${plan.hidden.requirement}`;
  return `${requirement}${counts}${why === null ? "" : `: ${why}`}`;
}

/** Of sealed checks, what is asked for is what is not there yet. */
function withRequirement(plan: HiddenPlan, { tests, state }: CommandFinding): HiddenPlan {
  if (!plan.hidden.sealed || state === "holds") return plan;
  const failing = tests.failures.map(({ name }) => name);
  return { ...plan, hidden: { ...plan.hidden, requirement: unmet(plan, failing).join("; ") } };
}

/** The requirements whose tests fail; all of them where no test is named, since nothing loaded. */
const unmet = ({ hidden }: HiddenPlan, failing: readonly string[]): readonly string[] => {
  const { requirements = [] } = hidden.sealed ?? {};
  const named = requirements.filter(({ test }) => failing.some((name) => isOfTest(name, test)));
  return (named.length > 0 ? named : requirements).map(({ id, text }) => `${id}: ${text}`);
};

function tellAgent({ name, hidden }: HiddenPlan, titles: readonly string[], state: CommandFinding["state"]): string {
  const what = state === "fails" ? "does not hold" : "could not be judged";
  const asked = hidden.requirement === null ? "" : ` What it asks for: ${hidden.requirement}.`.replace(/\.\.$/, ".");
  const named = titles.length > 0 ? ` Failing: ${titles.slice(0, 10).join("; ")}.` : "";
  return `The check ${name}, which you cannot see, ${what}.${asked}${named} Look for what the task asks for and your work does not do yet.`;
}

/** Of "file > suite > title", the title alone. */
const lastTitle = (name: string): string => name.split(/ > | › |::/).at(-1) ?? name;
