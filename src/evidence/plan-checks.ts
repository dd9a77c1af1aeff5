import { ownCheckNames } from "../config/check-names.js";
import { checkKind } from "../decide/evidence.js";
import { isRecord } from "../lib/json/is-record.js";
import { wrong } from "../lib/json/place.js";
import { learnSecrets } from "../lib/secrets/secrets.js";
import { commandCannotFail } from "./cannot-fail.js";
import { findChecks } from "./find-checks.js";
import type { CheckPlan, CommandPlan } from "./plan.js";
import { changePlan, isPlanChange, readCheck } from "./read-check.js";
import { type TestRules, withTestRules } from "./test-rules.js";

export interface PlanOptions {
  readonly cwd: string;
  /** `checks` of the configuration, as it was read: names with commands or objects. */
  readonly checks?: unknown;
  /** Where that stands, for messages and for the report; of one check by its name, or of all. */
  readonly origin?: string | ((name: string) => string);
  /** Whether checks are looked for in the project's own files, beside those that are named. */
  readonly detect?: boolean;
  /** For a run with a start and an end: what changes to the tests mean. */
  readonly tests?: TestRules;
}

export interface Planned {
  readonly plans: readonly CheckPlan[];
  /** What was found and not used, or looked for and not found. */
  readonly notes: readonly string[];
  /** What was named and is no check. */
  readonly warnings: readonly string[];
}

/** Made without being asked for: they cost little, and a run without them is blind. */
const unasked = ["changes", "task-file-moved", "criteria", "honest-tests"];

/**
 * The checks of a run: those the user named, those the project's own files name beside them, and our own. To be made
 * once, at the start: what an agent writes into the project's files later has then no say in it. Throws a UserError for
 * a mistake in the configuration.
 */
export function planChecks({ cwd, checks = {}, origin = "configuration", detect = true, tests }: PlanOptions): Planned {
  const findOrigin = typeof origin === "string" ? (): string => origin : origin;
  if (!isRecord(checks)) throw wrong(checks, `${findOrigin("")}: checks`, "an object of names with commands");
  const found = detect ? findChecks(cwd) : { plans: [], notes: [] };
  const isFound = (name: string): boolean => found.plans.some((plan) => plan.name === name);
  const changes = Object.entries(checks).filter(([name, entry]) => isFound(name) && isPlanChange(entry));
  const planned = new Map(
    Object.entries(checks)
      .filter(([name]) => !changes.some(([changed]) => changed === name))
      .map(([name, entry]) => [name, readCheck(name, entry, findOrigin(name))]),
  );
  for (const plan of planned.values()) if (plan && "env" in plan) learnSecrets(plan.env);
  const own = ownCheckNames.flatMap((name) => {
    if (planned.has(name)) return planned.get(name) ?? [];
    const isMeasured = name === "original-tests" && tests !== undefined;
    return isMeasured || unasked.includes(name) ? (readCheck(name, true, "built in") ?? []) : [];
  });
  const { plans: named, warnings } = withoutUseless([...planned.values()]);
  const judges = [...planned.values()].filter((plan): plan is CheckPlan => plan?.kind === "judge");
  const wanted = besideNamed(found.plans, { planned, named }).map((plan) => {
    const change = changes.find(([name]) => name === plan.name);
    return change ? changePlan(plan, change[1], findOrigin(plan.name)) : plan;
  });
  const notes = found.notes.filter((note) => !named.some(({ name }) => note.includes(` for ${name} `)));
  return {
    plans: [...own.map((plan) => (tests ? withTestRules(plan, tests) : plan)), ...named, ...wanted, ...judges],
    notes,
    warnings,
  };
}

interface NamedChecks {
  readonly planned: ReadonlyMap<string, CheckPlan | null>;
  readonly named: readonly CheckPlan[];
}

/** The found checks that the user did not name in another way. A build is required only where nothing tests the work. */
function besideNamed(found: readonly CommandPlan[], { planned, named }: NamedChecks): readonly CommandPlan[] {
  const isFree = (name: string): boolean => !planned.has(name) || isLeftOut(planned.get(name));
  const namesTests = named.some((plan) => plan.kind === "command" && plan.reads === "tests");
  return found
    .filter(({ name }) => isFree(name) && isFree(checkKind(name)))
    .filter((plan) => !named.some((other) => runsTheSame(other, plan)))
    .map((plan) => (namesTests && plan.reads !== "tests" ? { ...plan, required: false } : plan));
}

/** Whether it was named and is no check: what the project has by its name is used instead. */
const isLeftOut = (plan: CheckPlan | null | undefined): boolean =>
  plan?.kind === "command" && whyNoCheck(plan.words) !== null;

/** The commands of the user's own that may say no; of the others, why they are left out. */
function withoutUseless(plans: readonly (CheckPlan | null)[]): Pick<Planned, "plans" | "warnings"> {
  const commands = plans.filter((plan): plan is CommandPlan => plan?.kind === "command");
  const warnings = commands.flatMap(({ name, words }) => {
    const why = whyNoCheck(words);
    return why === null ? [] : [`${name} (${words.join(" ")}) is no check and is left out: ${why}`];
  });
  return { plans: commands.filter(({ words }) => whyNoCheck(words) === null), warnings };
}

/** Why a command of the user's checks nothing; null if it may say no. */
function whyNoCheck(words: readonly string[]): string | null {
  if (/\bno tests? specified\b/i.test(words.join(" "))) return "it is a placeholder";
  return commandCannotFail(words) ? "it cannot fail" : null;
}

/** A check under another name that runs the same command would only cost its time twice. */
const runsTheSame = (one: CheckPlan, other: CheckPlan): boolean =>
  "words" in one && "words" in other && coreWords(one.words) === coreWords(other.words);

/** What is in a found command only so that it really runs, or is said in two ways. */
const unimportant = new Set(["run", "-count=1", "cleanTest", "--no-build-cache", "--force", "--skip-nx-cache"]);
const coreWords = (words: readonly string[]): string => words.filter((word) => !unimportant.has(word)).join("\0");

/** One line for people: the check, its command where it has one, and where it comes from. */
export function formatPlan(plan: CheckPlan): string {
  const command = "words" in plan ? `: ${plan.words.join(" ")}` : "";
  return `${plan.name}${command} (${plan.origin}${plan.required ? "" : ", optional"})`;
}
