import type { Phrase } from "./agent-report.js";
import { checkKind, evidenceSwitch, stateOfKind } from "./evidence.js";
import type { Observation, Turn } from "./observation.js";
import type { Settings } from "./settings.js";

/**
 * A sign of completion. Those with `proof` are about the work; a green check in a healthy repository proves nothing.
 */
export interface Indicator {
  readonly name: string;
  readonly proof: boolean;
  readonly weight: number;
}

interface IndicatorSign {
  readonly kind: "phrase" | "list" | "check";
  readonly name: string;
}

/** Every sign of completion in the agent's output and the evidence. Failing checks do not count. */
export function readIndicators(seen: Observation, turn: Turn, settings: Settings): readonly Indicator[] {
  const found: Indicator[] = [];
  const note = (sign: IndicatorSign): void => {
    const name = sign.kind === "list" ? sign.name : `${sign.kind}: ${sign.name}`;
    found.push({ name, proof: sign.kind !== "check", weight: indicatorWeight(sign, settings.indicatorWeights) });
  };
  for (const phrase of turn.report.phrases)
    if (phraseCounts(phrase, seen, settings)) note({ kind: "phrase", name: phrase.name });
  const { tasks } = seen;
  if (tasks.is === "list") {
    if (tasks.left + tasks.blocked === 0) note({ kind: "list", name: "finished list" });
    if (seen.selection.is === "task" && tasks.selectedStatus === "done") note({ kind: "list", name: "task ticked" });
  }
  if (turn.facts.taskFileMovedToDone) note({ kind: "list", name: "task file moved" });
  for (const kind of new Set(seen.evidence.map(({ name }) => checkKind(name)))) {
    if (stateOfKind(seen.evidence, kind) !== "holds") continue;
    const name = evidenceSwitch(kind);
    if (name && settings.evidenceChecks[name]) note({ kind: "check", name: kind });
  }
  return found;
}

/** A weight can be set for one indicator ("ready for review") or for its kind ("phrase", "check"). */
function indicatorWeight({ kind, name }: IndicatorSign, weights: Settings["indicatorWeights"]): number {
  if (Object.hasOwn(weights, name)) return weights[name] ?? 1;
  return Object.hasOwn(weights, kind) ? (weights[kind] ?? 1) : 1;
}

/**
 * Phrases about tests count only if a policy gives them a weight. Phrases about one task count for the run only without
 * a task list, and for a task only if they mean that task.
 */
function phraseCounts(phrase: Phrase, { selection, tasks }: Observation, settings: Settings): boolean {
  if (phrase.of === "whole") return true;
  if (phrase.of === "tests") return Object.hasOwn(settings.indicatorWeights, "tests pass");
  if (selection.is === "task") return phrase.subject === null || namesTask(phrase.subject, selection.id);
  return tasks.is === "not-asked";
}

/** "story 4", "Task T4" and "US-004" all name the task T4, 4 or US-4. */
function namesTask(subject: string, id: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9.]/g, "");
  if (id !== "" && plain(subject).includes(plain(id))) return lastNumber(subject) === lastNumber(id);
  const number = lastNumber(subject);
  return number !== undefined && number === lastNumber(id);
}

const lastNumber = (text: string): string | undefined =>
  text
    .match(/\d+(?:[.-]\d+)*/g)
    ?.at(-1)
    ?.replaceAll(/\b0+(?=\d)/g, "");
