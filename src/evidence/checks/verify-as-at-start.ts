import type { CheckContext } from "../check-context.js";
import type { CheckPlan, PlainPlan } from "../plan.js";
import type { VerifiedBy } from "../proof/fact-states.js";
import { CopyRunner } from "../proof/original-tests/copy-runner.js";
import { findMeasured } from "../proof/original-tests/measured.js";
import { planVerify } from "./criteria.js";

/**
 * What the commands beside a task that turned green say with the tests, settings and scripts of the start: a command whose
 * script was changed may only have been taught to say yes. Nothing is run where none of those changed.
 */
export async function verifyAsAtStart(
  verified: readonly VerifiedBy[],
  plans: readonly CheckPlan[],
  scene: CheckContext,
): Promise<readonly VerifiedBy[]> {
  const { baseline, sinceStart } = scene;
  const turned = verified.filter(({ command, state }) => state === "holds" && failedAtStart(command, scene));
  const original = plans.find((plan) => plan.kind === "original-tests");
  const criteria = plans.find((plan): plan is PlainPlan => plan.kind === "criteria");
  if (turned.length === 0 || !original || !criteria || !baseline || !sinceStart) return turned;
  const commands = turned.flatMap(({ command }) => {
    const plan = planVerify(command, `verify ${command}`, { plan: criteria, scene });
    return typeof plan === "string" ? [] : [{ command, plan }];
  });
  const all = [...plans, ...commands.map(({ plan }) => plan)];
  const measured = await findMeasured(original, { plans: all, scene });
  if (!measured.isChanged) return turned;
  const runner = new CopyRunner(original, scene, { ...measured, plans: all });
  const results: VerifiedBy[] = [];
  for (const { command, plan } of commands) {
    const ran = await runner.run(plan, "start");
    results.push({ command, state: typeof ran === "string" ? "unknown" : ran.is });
  }
  return results;
}

const failedAtStart = (command: string, { baseline }: CheckContext): boolean =>
  baseline?.verified?.some((each) => each.command === command && each.state === "fails") === true;
