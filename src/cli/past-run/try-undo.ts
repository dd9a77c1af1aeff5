import type { CommandPlan } from "../../evidence/plan.js";
import { onStopSignals } from "../../lib/process/signals.js";
import type { UndoPlan } from "../../run/snapshots/plan-undo.js";
import { type CopyResult, type TryPlace, tryInCopy } from "../../run/snapshots/try-in-copy.js";
import { lookAtContent } from "./content-at.js";
import type { MeantTurns } from "./meant-turns.js";
import { findOwnFailures } from "./own-failures.js";
import { changeOf, type PastRun, type RunContent, readPlans } from "./past-run.js";
import type { Undoing } from "./undo-turns.js";

/** Runs the required checks in a copy without the change. What holds now has to hold there. */
export async function tryUndo(
  plan: UndoPlan,
  { run, turns, content, args }: Undoing,
): Promise<{ readonly notes: readonly string[] } | { readonly why: readonly string[] }> {
  const plans = readPlans(run, content, args.flag("checks-outside"));
  const required = plans.filter((each) => each.required);
  if (required.length === 0) return { notes: ["no check of this run could try it first"] };
  const abort = new AbortController();
  const removeHandlers = onStopSignals(() => abort.abort());
  try {
    const { cwd, snapshots } = content;
    const state = await lookAtContent(run, content);
    const place: TryPlace = { cwd, now: state, root: snapshots.root, plans, signal: abort.signal };
    const notes: string[] = [];
    for (const check of required) {
      const tried = await tryCheck(check, plan, { place, run, turns, content });
      if (abort.signal.aborted) return { why: ["interrupted"] };
      if (tried.is === "worse") return { why: tried.why };
      if (tried.is === "as-before") notes.push(...tried.notes);
      if (tried.is === "unknown") notes.push(`${check.name} could not be tried without it: ${tried.why}`);
    }
    return { notes };
  } finally {
    removeHandlers();
  }
}

export interface Trying {
  readonly place: TryPlace;
  readonly run: PastRun;
  readonly turns: MeantTurns;
  readonly content: RunContent;
}

type Tried =
  | { readonly is: "fine" }
  /** It fails again what it failed before these turns, and nothing else. */
  | { readonly is: "as-before"; readonly notes: readonly string[] }
  | { readonly is: "unknown"; readonly why: string }
  | { readonly is: "worse"; readonly why: readonly string[] };

async function tryCheck(check: CommandPlan, { files, contents }: UndoPlan, trying: Trying): Promise<Tried> {
  const { place, turns } = trying;
  const paths = files.map(({ path, without }) => ({
    path,
    entry: without,
    bytes: without === null ? null : (contents.get(without.hash) ?? null),
  }));
  const without = await tryInCopy(check, paths, place);
  if (without.is === "holds") return { is: "fine" };
  if (without.is === "unknown") return { is: "unknown", why: without.why };
  const withIt = await tryInCopy(check, [], place);
  if (withIt.is === "unknown") return { is: "unknown", why: withIt.why };
  const fresh = newFailures(without, withIt);
  if (fresh === null) return { is: "fine" };
  const own = await findOwnFailures(check, trying);
  const lost = own === "all" ? [] : fresh.filter((test) => !own.has(test));
  const isOwn = own === "all" || (fresh.length > 0 && lost.length === 0);
  if (isOwn) return { is: "as-before", notes: [`${check.name} will fail as before ${turns.label} (${without.why})`] };
  return { is: "worse", why: await describeWorse(check, { fresh: lost, why: without.why }, trying) };
}

/** The tests that fail only without the change; null where it is no worse. */
function newFailures(without: CopyResult & { is: "fails" }, withIt: CopyResult): readonly string[] | null {
  if (withIt.is !== "fails") return [...without.tests];
  const fresh = [...without.tests].filter((test) => !withIt.tests.has(test));
  return fresh.length > 0 ? fresh : null;
}

async function describeWorse(
  { name }: CommandPlan,
  { fresh, why }: { readonly fresh: readonly string[]; readonly why: string },
  { run, content }: Trying,
): Promise<readonly string[]> {
  const named = fresh.slice(0, 5);
  const later: string[] = [];
  for (const turn of run.turns.toReversed()) {
    const change = await changeOf({ label: "", task: turn.task, iterations: [turn.iteration] }, content);
    if ([...change.keys()].some((path) => named.some((test) => test.includes(path))))
      later.push(turn.task === null ? `turn ${turn.iteration}` : `${turn.task} (turn ${turn.iteration})`);
  }
  return [
    `something built on it: without it ${name} would fail (${why})`,
    ...named.map((test) => test.replaceAll("\0", " ")),
    ...(later.length > 0
      ? [`these tests were last changed by ${[...new Set(later)].slice(0, 3).join(", ")}: undo that first`]
      : []),
  ];
}
