import type { CheckResult } from "../../evidence/checks/tests/judge-run.js";
import type { Gathered } from "../../evidence/gathered.js";
import type { Session } from "../session.js";
import { withHidden } from "./hidden-files.js";
import { emitWarnings, restoreFiles } from "./look.js";
import { type LoopState, nextIteration } from "./loop-state.js";
import { withOutside } from "./outside.js";
import { runChecks } from "./run-checks.js";
import type { Selected } from "./select.js";
import { secondsLeft } from "./wait.js";

export interface InspectOptions {
  readonly selected: Selected;
  readonly claimed: boolean;
  readonly ending: boolean;
  /** The text of the list before the turn, if there is a list. */
  readonly listBefore?: string | null;
  /** The check results when the task began. */
  readonly began?: readonly CheckResult[] | null;
}

/** Looks at the workspace and runs the checks that are due. The loop goes on from what was seen. */
export async function inspect(
  session: Session,
  state: LoopState,
  { selected, claimed, ending, listBefore, began }: InspectOptions,
): Promise<Gathered> {
  const task = selected.task ?? null;
  const touched = await session.workspace.hidden?.sweep(nextIteration(session));
  const checked = await runChecks(session, {
    ...{ task, claimed, ending },
    ...(listBefore === undefined ? {} : { listBefore }),
    ...(began === undefined ? {} : { began }),
    before: state.workspace,
    eachTurnSeconds: session.policy.settings.checkEachTurnSeconds,
    sleep: (seconds) => waitForPlace(session, state, seconds),
    logDirectory: session.workspace.checks.logFile(nextIteration(session), "checks"),
  });
  restoreFiles(session);
  const outside = await withOutside(session, checked, { task: task?.id ?? null, isEnd: selected.allDone });
  const seen = withHidden(outside, touched ?? null);
  state.workspace = seen.after;
  state.final = ending ? seen : null;
  emitWarnings(session, seen.warnings);
  return seen;
}

/** A check cannot run on this machine any more: that may be over soon. */
async function waitForPlace(session: Session, state: LoopState, wanted: number): Promise<void> {
  const { person, clock } = session;
  const seconds = Math.min(wanted, secondsLeft(session, state));
  if (seconds <= 0) return;
  person.emit({ type: "wait-start", until: null, seconds, why: "a check cannot run here" });
  await clock.sleep(seconds, person.stop.soon);
  person.emit({ type: "wait-end", interrupted: person.stop.level > 0 });
}
