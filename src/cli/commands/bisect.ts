import type { CommandPlan } from "../../evidence/plan.js";
import { UserError } from "../../lib/errors.js";
import { onStopSignals } from "../../lib/process/signals.js";
import { type Bisected, bisectMoments } from "../../run/snapshots/bisect-run.js";
import type { SnapshotName } from "../../run/snapshots/snapshot.js";
import { type CopyResult, tryInCopy } from "../../run/snapshots/try-in-copy.js";
import type { Command, Io } from "../command.js";
import { lookAtContent, pathsAt } from "../past-run/content-at.js";
import {
  findPastRun,
  openContent,
  outsideFlag,
  type PastRun,
  pastRunFlags,
  type RunContent,
  readPlans,
} from "../past-run/past-run.js";

export const bisect: Command = {
  name: "bisect",
  findsProject: "flags",
  usage: "bisect [CHECK] [options]",
  about:
    "Finds the turn of the last run that made a check fail: the run's own checks on the run's own snapshots, in copies of the project, so that nothing of yours is touched. Without CHECK it takes the first required check that fails now.\n\nExit status: 0 if the turn was found, 1 if there is none to find, 2 for a mistake.",
  flags: { json: { type: "boolean", help: "print JSON" }, ...outsideFlag, ...pastRunFlags },
  maxPositionals: 1,
  choices: [],
  examples: ["untildone bisect", "untildone bisect tests"],
  async run(args, io) {
    const run = findPastRun(args, io);
    const content = await openContent(run, io);
    const plans = readPlans(run, content, args.flag("checks-outside"));
    const names = await content.snapshots.list();
    if (names.length === 0) throw noSnapshots(run);
    const abort = new AbortController();
    const removeHandlers = onStopSignals(() => abort.abort());
    try {
      const found = await search(
        { plans: choosePlans(plans, args.words[0]), names, all: plans },
        { run, content, io, signal: abort.signal },
      );
      if (abort.signal.aborted) {
        io.err("interrupted; nothing was changed\n");
        return 3;
      }
      return show(found, { names, run, io, isJson: args.flag("json") });
    } finally {
      removeHandlers();
    }
  },
};

const noSnapshots = ({ id }: PastRun): UserError =>
  new UserError({
    what: "there are no snapshots of this run",
    where: `run ${id}`,
    fix: "they are kept for 14 days, and until untildone reset; runs of older versions have none",
  });

function choosePlans(plans: readonly CommandPlan[], named: string | undefined): readonly CommandPlan[] {
  const chosen = plans.filter(({ name, required }) => (named === undefined ? required : name === named));
  if (chosen.length > 0) return chosen;
  const known = plans.map(({ name }) => name);
  throw new UserError({
    what: named === undefined ? "this run had no required check" : `this run had no check ${named}`,
    where: "untildone bisect",
    fix: known.length > 0 ? `name one: ${known.join(", ")}` : 'a run needs one, such as --check tests="npm test"',
  });
}

interface Sought {
  readonly plans: readonly CommandPlan[];
  readonly all: readonly CommandPlan[];
  readonly names: readonly SnapshotName[];
}

interface Searching {
  readonly run: PastRun;
  readonly content: RunContent;
  readonly io: Io;
  readonly signal: AbortSignal;
}

interface Found {
  readonly check: string;
  readonly result: Bisected;
}

/** The first check with something to find; else what became of the last one. */
async function search({ plans, names, all }: Sought, searching: Searching): Promise<Found> {
  const { run, content, io, signal } = searching;
  const { cwd, snapshots } = content;
  const now = await lookAtContent(run, content);
  const place = { cwd, now, root: snapshots.root, plans: all, signal };
  let found: Found | null = null;
  for (const plan of plans) {
    const tryAt = async (moment: number): Promise<CopyResult> => {
      const name = names[moment];
      const paths = name ? await pathsAt(name, content, now) : [];
      const result = await tryInCopy(plan, paths, place);
      if (!signal.aborted) io.err(`${describeMoment(names, moment).padEnd(24)} ${plan.name}: ${words[result.is]}\n`);
      return result;
    };
    found = { check: plan.name, result: await bisectMoments(names.length + 1, tryAt) };
    if (found.result.is === "found" || signal.aborted) return found;
  }
  if (!found) throw new Error("no check to bisect");
  return found;
}

const words = { holds: "pass", fails: "fail", unknown: "cannot be tried" } as const;

const describeMoment = (names: readonly SnapshotName[], moment: number): string => {
  const name = names[moment];
  return name ? `${name.side} turn ${name.iteration}` : "now";
};

interface BisectScreen {
  readonly names: readonly SnapshotName[];
  readonly run: PastRun;
  readonly io: Io;
  readonly isJson: boolean;
}

function show({ check, result }: Found, { names, run, io, isJson }: BisectScreen): number {
  const culprit = result.is === "found" ? nameCulprit(result.at, names, run) : null;
  if (isJson) {
    io.out(
      `${JSON.stringify({ run: run.id, check, ...result, iteration: culprit?.iteration ?? null, task: culprit?.task ?? null })}\n`,
    );
    return culprit ? 0 : 1;
  }
  io.out(`${formatResult(check, result, { culprit, names }).join("\n")}\n`);
  return culprit ? 0 : 1;
}

interface Culprit {
  readonly text: string;
  readonly iteration: number | null;
  readonly task: string | null;
}

/** A change between turns is somebody else's. */
function nameCulprit(at: number, names: readonly SnapshotName[], { turns }: PastRun): Culprit {
  const name = names[at];
  if (!name) return { text: "a change after the run", iteration: null, task: null };
  if (name.side === "before")
    return { text: `a change between turns, before turn ${name.iteration}`, iteration: null, task: null };
  const task = turns.find(({ iteration }) => iteration === name.iteration)?.task ?? null;
  return { text: `turn ${name.iteration}${task === null ? "" : `, task ${task}`}`, iteration: name.iteration, task };
}

/** A task whose number reads as a turn says that it is none. */
const nameTurns = ({ task, iteration }: Culprit): string =>
  task === null ? `turn:${iteration}` : /^\d/.test(task) ? `task:${task}` : task;

function formatResult(
  check: string,
  result: Bisected,
  { culprit, names }: { readonly culprit: Culprit | null; readonly names: readonly SnapshotName[] },
): readonly string[] {
  switch (result.is) {
    case "found":
      return [
        `${check} fails since ${culprit?.text}: ${result.why}`,
        ...(culprit?.iteration == null
          ? []
          : [
              `Next: untildone diff turn:${culprit.iteration} shows what it changed, untildone undo ${nameTurns(culprit)} takes it out`,
            ]),
      ];
    case "red-at-start":
      return [`${check} failed already before the first turn, so no turn of this run made it fail: ${result.why}`];
    case "green-now":
      return [`${check}: pass now, so there is nothing to find`];
    case "between":
      return [
        `${check} began to fail after ${describeMoment(names, result.from)} and by ${describeMoment(names, result.to)}; in between it could not be tried: ${result.why}`,
      ];
  }
}
