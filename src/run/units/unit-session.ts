import type { CheckRoom } from "../../agents/sandbox/check-room.js";
import { runInSandbox } from "../../agents/sandbox/run-in-sandbox.js";
import type { Sandbox } from "../../agents/sandbox/sandbox.js";
import { runAgent } from "../../agents/start/run-agent.js";
import { newLedger, type WorkLedger } from "../../evidence/ledger/work-ledger.js";
import { lookAtWorkspace } from "../../evidence/workspace/state.js";
import { exists } from "../../lib/files/disk.js";
import { pathResolve } from "../../lib/files/folder.js";
import type { Repository } from "../../lib/git/git.js";
import type { FolderGuard } from "../../store/guard.js";
import { openTracker } from "../../tasks/open-tracker.js";
import { watchHidden } from "../hidden/watch-hidden.js";
import { unitJournal } from "../parallel/unit-journal.js";
import { blockedIn } from "../records/blocked-report.js";
import { resumeLedger } from "../records/ledger.js";
import { ledgerFile } from "../records/run-record.js";
import { unitName } from "../records/unit-record.js";
import { type Session, type WorkspacePort, withPorts } from "../session.js";
import type { OpenedRun } from "../start/open-run.js";
import { logFilesIn } from "../start/open-workspace.js";
import type { RunHost } from "../start/options.js";
import { listIn } from "../start/run-session.js";
import type { StartedUnit } from "./unit-parts.js";
import { openUnitWork, unitCheckpoints } from "./unit-work.js";
import type { UnitsContext } from "./units.js";

/** The place of one unit. */
export interface UnitPlace {
  readonly key: string;
  readonly cwd: string;
  readonly repository: Repository;
  readonly emit: RunHost["emit"];
  readonly room: CheckRoom;
  readonly sandbox: Sandbox | null;
  readonly guard: FolderGuard;
}

/** Folders in the place of a unit that untildone writes. */
export const ownOfUnit = ({ store, options, privateFolder, hidden }: OpenedRun, cwd: string): readonly string[] => [
  store.folder,
  pathResolve(cwd, options.config.stateFolder),
  privateFolder.path,
  ...(hidden?.ownIn(cwd) ?? []),
];

export const logsOfUnit = ({ logs }: OpenedRun, task: StartedUnit["task"]): string => `${logs}/${unitName(task)}`;

/** The session of the run, in another place, for one task. */
export async function openUnitSession(context: UnitsContext, unit: StartedUnit, place: UnitPlace): Promise<Session> {
  const { opened, session, writer, gate, stop } = context;
  const { options, host } = opened;
  const { cwd, emit, sandbox } = place;
  const runner = host.runAgent ?? runAgent;
  const { optionalSections, taskMarks } = options.config.resolved.settings;
  const tracker = await openTracker(options.tasks, { cwd, env: options.env, optionalSections, taskMarks });
  return withPorts(session, {
    ...unitJournal(writer, session, unit.task.id),
    restarts: false,
    // Only the run marks the list, once the work is merged.
    tasks: { ...session.tasks, ...listIn(cwd, options), tracker, only: unit.task, marks: false },
    agent: {
      ...session.agent,
      run: gate.wrap(sandbox ? runInSandbox(sandbox, runner) : runner),
      takeBlocked: blockedIn(cwd, options),
    },
    workspace: await openUnitWorkspace(context, unit, place),
    person: { ...session.person, emit, stop },
  });
}

async function openUnitWorkspace(
  { opened, session }: UnitsContext,
  { task, baseline }: StartedUnit,
  { key, cwd, repository, emit, room, guard }: UnitPlace,
): Promise<WorkspacePort> {
  const { options, privateFolder, store } = opened;
  const { workspace, run } = session;
  const own = ownOfUnit(opened, cwd);
  return {
    ...workspace,
    ...{ cwd, own, baseline },
    ...(workspace.outside ? { outside: await workspace.outside.fork() } : {}),
    ...(opened.hidden ? { hidden: watchHidden(opened.hidden, cwd) } : {}),
    checks: { ...workspace.checks, room, logFile: logFilesIn(store, logsOfUnit(opened, task)) },
    guard: {
      remember: () => guard.remember(),
      restore: () => [...workspace.guard.restore(), ...guard.restore()],
      release: () => guard.release(), // The run's own files are guarded as long as any loop is at work.
    },
    state: await lookAtWorkspace(cwd, { ignore: own, start: baseline.state }),
    work: openUnitWork(findLedger(opened, key, baseline), { task, options, privateFolder, key, emit }),
    checkpoints: unitCheckpoints({ repository, run, cwd, own, options }),
  };
}

/** As it was left, or a new one. */
function findLedger({ privateFolder }: OpenedRun, key: string, baseline: StartedUnit["baseline"]): WorkLedger {
  const { checks, writtenByChecks = [] } = baseline;
  return exists(ledgerFile(privateFolder, key)) ? resumeLedger(privateFolder, key) : newLedger(checks, writtenByChecks);
}
