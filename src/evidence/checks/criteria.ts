import { isUserError } from "../../lib/errors.js";
import { commandCannotFail } from "../cannot-fail.js";
import { type CheckContext, type Finding, fails, holds, unknown } from "../check-context.js";
import type { CommandPlan, PlainPlan } from "../plan.js";
import { splitCommand } from "../split-words.js";
import { checkCommand, noStart } from "./command.js";
import type { Criterion } from "./criteria/read-criteria.js";
import { guessWhatItReads } from "./tests/looks-like-tests.js";

/** The acceptance criteria of the task at hand: by the commands beside them, else by their boxes. Null where it has none. */
export async function checkCriteria(plan: PlainPlan, scene: CheckContext): Promise<Finding | null> {
  const criteria = scene.task?.criteria ?? [];
  if (criteria.length === 0) return null;
  const judged: JudgedCriterion[] = [];
  for (const criterion of criteria) judged.push(await judge(criterion, plan, scene));
  const logs = judged.flatMap(({ finding }) => finding.logs ?? []);
  const verified = criteria.flatMap(({ verify }, at) =>
    verify === null || saysNothing(verify) ? [] : [{ command: verify, state: judged[at]?.finding.state ?? "unknown" }],
  );
  const unmet = judged.filter(({ finding }) => finding.state === "fails");
  const untold = judged.filter(({ finding }) => finding.state === "unknown");
  const met = `${judged.length - unmet.length - untold.length} of ${judged.length} acceptance criteria are met`;
  const open = [...unmet, ...untold];
  // A box may be the agent's own tick; a command of the user's that passes is a fact.
  const aboutTask = verified.length > 0;
  if (open.length === 0) return { state: "holds", detail: met, logs, aboutTask, verified };
  const named = open.slice(0, 5).map(({ finding }) => finding.detail);
  return {
    state: unmet.length > 0 ? "fails" : "unknown",
    detail: `${met}: ${named.join("; ")}`,
    // What nobody ticks and no command verifies can never be told to hold: it must not hold up the run.
    required: open.some(({ decidable }) => decidable),
    feedback: open.filter(({ decidable }) => decidable).flatMap(({ finding }) => finding.feedback ?? [finding.detail]),
    logs,
    verified,
  };
}

interface JudgedCriterion {
  readonly finding: Finding;
  /** Whether somebody could settle it. */
  readonly decidable: boolean;
}

async function judge(criterion: Criterion, plan: PlainPlan, scene: CheckContext): Promise<JudgedCriterion> {
  const { text, met, line, verify } = criterion;
  const name = `"${text || verify}"`;
  if (verify !== null && saysNothing(verify))
    return { finding: unknown(`${name}: verify: ${verify} cannot fail, so it says nothing`), decidable: false };
  if (verify !== null) return { finding: await verifyBy(verify, name, { plan, scene }), decidable: true };
  if (met === null) return { finding: unknown(`${name} has neither a box nor a verify command`), decidable: false };
  const where = line === null ? "" : ` (line ${line})`;
  return { finding: met ? holds(name) : fails(`${name}${where} is not ticked`), decidable: true };
}

interface CriterionContext {
  readonly plan: PlainPlan;
  readonly scene: CheckContext;
}

/** Only what was written there when the run began is run: later the agent may have written it. */
async function verifyBy(command: string, name: string, { plan, scene }: CriterionContext): Promise<Finding> {
  if (!scene.baseline?.verify.includes(command))
    return unknown(`${name}: verify: ${command} was not there when the run began, so it is not run`);
  const finding = await runVerify(command, name, { plan, scene });
  return { ...finding, detail: `${name}: ${command}: ${finding.detail}` };
}

/** Whether a command beside a criterion would hold whatever the project is like. */
export function saysNothing(command: string): boolean {
  try {
    return commandCannotFail(splitCommand(command, "verify").words);
  } catch (error) {
    if (isUserError(error)) return false; // Told where it is run.
    throw error;
  }
}

type Running = Parameters<typeof checkCommand>[1] & Pick<CheckContext, "tasksFile">;

/** What a command beside a criterion says. One that cannot be read as a command says nothing. */
export async function runVerify(
  command: string,
  name: string,
  { plan, scene }: { readonly plan: PlainPlan; readonly scene: Running },
): Promise<Finding> {
  const asked = planVerify(command, name, { plan, scene });
  return typeof asked === "string" ? unknown(asked) : checkCommand(asked, scene, noStart);
}

/** Such a command as a check, or in words why it is none. */
export function planVerify(
  command: string,
  name: string,
  { plan, scene }: { readonly plan: PlainPlan; readonly scene: Pick<CheckContext, "tasksFile"> },
): CommandPlan | string {
  try {
    const origin = `${scene.tasksFile ?? "the task list"} verify, as at the start of the run`;
    const { words, env } = splitCommand(command, origin);
    const asked = { words, env, reads: guessWhatItReads("", words), origin, found: false };
    return { ...plan, ...asked, kind: "command", name: `criteria ${name}`.slice(0, 60) };
  } catch (error) {
    if (isUserError(error)) return error.what;
    throw error;
  }
}
