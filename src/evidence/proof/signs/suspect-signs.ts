import type { TextChange } from "../../checks/honest-tests/compare-tests.js";
import { findDialect } from "../../checks/honest-tests/dialects-table.js";
import type { Suspicion } from "../../checks/honest-tests/suspicion.js";
import type { CheckResult } from "../../checks/tests/judge-run.js";
import type { CheckPlan, HonestTestsPlan } from "../../plan.js";
import { isTestFile } from "../named-tests.js";
import { changedPackages, type InstalledPackages } from "./compare-packages.js";
import { findSigns, isExcepted } from "./find-signs.js";
import { findGlobbedTests } from "./globbed-tests.js";
import { findHardCodedPairs } from "./hard-coded-pairs.js";
import { findIgnoredInput } from "./ignored-input.js";
import { lookAtPackages } from "./installed-packages.js";
import { findLeftOut } from "./left-out.js";
import { readPassedTests } from "./passed-tests.js";
import { findRedirected } from "./redirected-imports.js";
import type { CheatingSign, Touches } from "./sign.js";
import { touchesOf } from "./weak-signs.js";

export interface SignRules {
  readonly signs: HonestTestsPlan["signs"];
  readonly plans: readonly CheckPlan[];
  /** How the checks stood when the run began. */
  readonly checks: readonly CheckResult[];
}

const maxTold = 20;

/** Signs of cheating in changed source: strong ones veto, weak ones do where the settings refuse them. */
export function suspectSigns(
  changes: readonly TextChange[],
  { signs, plans, checks, loaded }: SignRules & { readonly loaded: ReadonlySet<string> },
): readonly Suspicion[] {
  const mayTurn = whatFailed(plans, checks);
  return toSuspicions(
    findSigns(changes, [], loaded).filter((sign) => isTold(sign, mayTurn)),
    signs,
  );
}

export interface AnswerRules extends SignRules {
  readonly cwd: string;
  /** The tests that were written or changed, and what the checks came to now. */
  readonly tests: readonly TextChange[];
  readonly now: readonly CheckResult[];
}

/** Answers of tests that newly pass, in added code, and files that left what a check looks at. */
export function suspectAnswers(added: readonly TextChange[], rules: AnswerRules): readonly Suspicion[] {
  const { cwd, signs, plans, checks, now } = rules;
  const turned = checks.flatMap(({ name, failing }) => {
    const later = now.find((check) => check.name === name);
    return later ? failing.filter((test) => !later.failing.includes(test)) : [];
  });
  const changed = rules.tests.flatMap(({ path, old, now: text }) =>
    text !== null && text !== old && findDialect(path) && isTestFile(path) ? [{ path, old, now: text }] : [],
  );
  const tests = turned.length + changed.length === 0 ? [] : readPassedTests({ cwd, turned, changed });
  const mayTurn = whatFailed(plans, checks);
  const left = findLeftOut(rules.tests).filter((sign) => isTold(sign, mayTurn));
  const once = new Map(left.map((sign) => [`${sign.file}:${sign.line}`, sign]));
  const answers = [
    ...findHardCodedPairs({ added, tests }),
    ...findIgnoredInput({ added, tests }),
    ...findGlobbedTests({ added, tests }),
  ];
  return toSuspicions([...answers, ...once.values(), ...findRedirected(rules.tests, cwd)], signs);
}

const toSuspicions = (found: readonly CheatingSign[], signs: SignRules["signs"]): readonly Suspicion[] =>
  found
    .filter((sign) => !isExcepted(sign, typeof signs === "string" ? [] : signs))
    .slice(0, maxTold)
    .map(({ file, line, what, strength }) => ({
      ...{ kind: "sign" as const, file, line, what },
      veto: strength === "strong" || signs === "refuse",
    }));

/** Installed dependencies that are not what they were, with the same version. */
export function suspectPackages(
  before: InstalledPackages | undefined,
  root: string,
  signs: SignRules["signs"],
): readonly Suspicion[] {
  if (!before || Object.keys(before).length === 0) return [];
  const exceptions = typeof signs === "string" ? [] : signs;
  return changedPackages(before, lookAtPackages(root))
    .filter((file) => !isExcepted({ name: "package", file }, exceptions))
    .slice(0, maxTold)
    .map((file) => ({
      ...{ kind: "sign" as const, file, line: null, veto: true },
      what: "the content of this installed dependency was changed, and its version was not",
    }));
}

/** What silences a check says nothing where that check was green all along. */
const isTold = ({ strength, touches }: CheatingSign, mayTurn: ReadonlySet<Touches>): boolean =>
  strength === "strong" || touches === null || touches === "answers" || mayTurn.has(touches);

function whatFailed(plans: readonly CheckPlan[], checks: readonly CheckResult[]): ReadonlySet<Touches> {
  const failed = plans.filter(({ name }) => checks.some((check) => check.name === name && check.state === "fails"));
  return new Set(failed.flatMap((plan) => [...touchesOf(plan)]));
}
