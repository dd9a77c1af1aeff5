import type { CheckRoom } from "../../agents/sandbox/check-room.js";
import { type Baseline, takeBaseline } from "../../evidence/baseline.js";
import { UserError } from "../../lib/errors.js";
import { findRun } from "../../store/current-run.js";
import { prepareWorktree } from "../git/prepare-worktree.js";
import { RefusedStart } from "../loop/refuse-start.js";
import { saveUnit, type UnitRecord } from "../records/unit-record.js";
import { refuseUnrunnable } from "../start/refuse-checks.js";
import type { StartedUnit } from "./unit-parts.js";
import { logsOfUnit, ownOfUnit } from "./unit-session.js";
import type { UnitsContext } from "./units.js";

interface BaselinePlace {
  readonly key: string;
  readonly cwd: string;
  readonly room: CheckRoom;
}

/** The unit with the state that its work is measured from: taken now, or that of its start. */
export async function takeUnitBaseline(
  context: UnitsContext,
  record: UnitRecord,
  { key, cwd, room }: BaselinePlace,
): Promise<StartedUnit> {
  const { opened, session, stop } = context;
  const { options, privateFolder } = opened;
  if (record.baseline !== null) return { ...record, baseline: record.baseline };
  const logDirectory = `${logsOfUnit(opened, record.task)}/baseline`;
  const signal = stop.now;
  await prepareWorktree({ setup: options.git.setup, cwd, logFile: `${logDirectory}/setup.log`, signal, room });
  const { plans } = session.workspace.checks;
  const { retries } = options.config.resolved.settings;
  const { baseline } = await takeBaseline({
    ...{ cwd, room, plans, tasksFile: session.tasks.file, ignore: ownOfUnit(opened, cwd) },
    ...{ signal, logDirectory, retries },
  });
  if (!signal.aborted) refuseUnrunnableUnit(context, cwd, baseline);
  const whole = { ...record, baseline };
  if (!signal.aborted) saveUnit(privateFolder, key, whole);
  return whole;
}

/** Once a turn was judged the run has begun: what was done by then stays, and can be resumed. */
function refuseUnrunnableUnit({ opened, session, writer }: UnitsContext, cwd: string, baseline: Baseline): void {
  const { options } = opened;
  const { grantedBy } = options.config.resolved.settings;
  const place = { cwd, isCopy: true, setup: options.git.setup };
  try {
    refuseUnrunnable(session.workspace.checks.plans, baseline, { place, grantedBy });
  } catch (error) {
    const hasBegun = (findRun(writer.runState, session.run)?.judged ?? 0) > 0;
    throw hasBegun && error instanceof RefusedStart ? new UserError(error) : error;
  }
}
