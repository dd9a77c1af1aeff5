import type { Settings } from "../../decide/settings.js";
import type { Baseline } from "../../evidence/baseline.js";
import { type CheckResult, exactState } from "../../evidence/checks/tests/judge-run.js";
import { quoteTail } from "../../evidence/checks/tests/output-tail.js";
import type { CheckPlan, CommandPlan } from "../../evidence/plan.js";
import { RefusedStart } from "../loop/refuse-start.js";

/** Where the checks were tried. */
export interface TriedIn {
  readonly cwd: string;
  /** A worktree or a clone, which has only what is committed. */
  readonly isCopy: boolean;
  /** The command that prepares such a copy, if one was named. */
  readonly setup: string | null;
}

/** A required check that cannot run, with what it is in the plan. */
interface Unrunnable {
  readonly plan: CommandPlan;
  readonly result: CheckResult;
}

function findUnrunnable(plans: readonly CheckPlan[], { checks }: Pick<Baseline, "checks">): readonly Unrunnable[] {
  return plans.flatMap((plan) => {
    const result = checks.find(({ name }) => name === plan.name);
    if (plan.kind !== "command" || !plan.required || !result || exactState(result) !== "cannot-run") return [];
    return [{ plan, result }];
  });
}

/**
 * A required check that cannot run at the start would let nothing be verified: a run that is granted by facts does not
 * begin. Under the policies of the seeds these are warnings.
 */
export function refuseUnrunnable(
  plans: readonly CheckPlan[],
  baseline: Pick<Baseline, "checks">,
  { place, grantedBy }: { readonly place: TriedIn; readonly grantedBy: Settings["grantedBy"] },
): readonly string[] {
  const found = findUnrunnable(plans, baseline);
  if (found.length === 0) return [];
  if (grantedBy !== "facts")
    return found.map((each) => `${describe(each).join(" ")}; to fix it: ${adviseOn(each, place)}`);
  const [first] = found;
  throw new RefusedStart({
    what: found.flatMap((each) => [describe(each).join("\n")]).join("\n"),
    where: place.cwd,
    fix: found.map((each) => adviseOn(each, place)).join("\n       ") + goOn(found, first),
  });
}

const describe = ({ plan, result }: Unrunnable): readonly string[] => [
  `the required check ${plan.name} (${plan.words.join(" ")}) cannot run: ${result.why ?? "it did not start"}`,
  ...quoteTail(result.tail).map((line) => `    ${line}`),
];

/** In a copy, what installs has to run there, too. */
function adviseOn({ plan, result }: Unrunnable, { isCopy, setup }: TriedIn): string {
  const fix = result.fix ?? "see its output";
  if (fix.includes("timeout"))
    return `${fix}: checks.${plan.name}.timeout in the configuration (now ${plan.timeoutSeconds})`;
  if (!isCopy || !installs.test(fix)) return fix;
  const command = fix.replace(/ \(.*\)$/, "");
  return setup === null ? `--setup "${command}"` : `--setup "${setup}" does not install it; use --setup "${command}"`;
}

const installs = /^(?:npm|pnpm|yarn|bun|pip|uv|poetry|pdm|pipenv|cargo|go|mvn|bundle|composer|mix|dotnet)\b/;

function goOn(found: readonly Unrunnable[], first: Unrunnable | undefined): string {
  const flags = found.map(({ plan }) => `--optional-check ${plan.name}`).join(" ");
  return `\n       or go on without it: ${flags} (checks.${first?.plan.name}.required: false in the configuration)`;
}
