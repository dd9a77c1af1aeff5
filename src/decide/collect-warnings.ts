import { budgetLines, formatBudget, isNearlySpent, isSpent } from "./budget.js";
import { describeCheck } from "./evidence.js";
import type { Case } from "./rule.js";

export function collectWarnings(context: Case): readonly string[] {
  const { seen, settings, gate } = context;
  const warnings = [...(seen.turn?.report.warnings ?? []), ...halfGate(context)];
  for (const check of seen.evidence)
    if (!check.required && check.state === "fails") warnings.push(`optional check ${describeCheck(check)}`);
  for (const line of budgetLines(seen, settings))
    if (isNearlySpent(line) && !isSpent(line)) warnings.push(`80 % of a budget is used: ${formatBudget(line)}`);
  if (seen.tasks.is === "unusable") warnings.push(`the task list cannot be used: ${seen.tasks.why}`);
  if (seen.tasks.is === "list") {
    warnings.push(...seen.tasks.missing);
    if (seen.selection.is === "task" && seen.tasks.selectedStatus === null)
      warnings.push(`task ${seen.selection.id} is not in the list`);
  }
  if (seen.forceComplete && seen.selection.is !== "task" && seen.tasks.is !== "not-asked")
    warnings.push('forcing completion is refused: name the task, with --task ID or as "task" in the situation');
  // Where the score refuses nothing, it says nothing either.
  if (settings.minScore > 0 && gate.claimed && !gate.passed && context.score.total < settings.weakClaimScore)
    warnings.push(`a weak claim of completion: score ${context.score.total}, below ${settings.weakClaimScore}`);
  return warnings;
}

/** Only half of the gate is met: the agent may be confused, or too early. */
function halfGate({ gate, seen, settings }: Case): readonly string[] {
  const report = seen.turn?.report;
  if (!report || gate.passed || !settings.gateEnabled || gate.visible !== null) return [];
  const signal = gate.claimed && (report.explicit || report.taskExplicit);
  const indicators = gate.indicatorSum >= settings.indicatorThreshold && gate.indicators.some(({ proof }) => proof);
  if (signal && !indicators) return ["an explicit signal of completion, but too few indicators"];
  if (!signal && indicators && report.phrases.length > 0)
    return ["the text says complete, but there is no explicit signal"];
  return [];
}
