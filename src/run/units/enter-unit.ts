import type { Task } from "../../decide/tasks.js";
import { pathResolve } from "../../lib/files/folder.js";
import type { Repository } from "../../lib/git/git.js";
import { FolderGuard } from "../../store/guard.js";
import { allAgents } from "../loop/agent-roles.js";
import { ledgerFile } from "../records/run-record.js";
import { unitFile, unitKey, unitName } from "../records/unit-record.js";
import { openRoom, watchRoom } from "../start/run-room.js";
import { openRunSandbox } from "../start/sandbox.js";
import type { WatchedSandbox } from "../start/watch-project.js";
import type { UnitPlace } from "./unit-session.js";
import type { UnitsContext } from "./units.js";

export interface EnteredUnit extends UnitPlace {
  readonly leave: () => Promise<void>;
}

interface UnitToEnter {
  readonly task: Task;
  readonly repository: Repository;
  readonly branch: string;
}

/** What a unit holds besides its worktree: a sandbox, a room for its checks and a guard. `open` has all that are held. */
export async function enterUnit(
  context: UnitsContext,
  { task, repository, branch }: UnitToEnter,
  open: Set<() => Promise<void>>,
): Promise<EnteredUnit> {
  const { opened, session, project } = context;
  const { options, store, privateFolder } = opened;
  const key = unitKey(session.run, task);
  const run = `${session.run}-${unitName(task)}`;
  const cwd = pathResolve(repository.root, project.inside);
  const emit: UnitPlace["emit"] = (event) => session.person.emit({ ...event, unit: task.id });
  emit({ type: "worktree-entered", root: repository.root, branch });
  const sandbox = await enterSandbox(context, { run, cwd, emit });
  const { plans } = session.workspace.checks;
  const bare = openRoom(options, { run, cwd, stateFolder: store.folder, privateFolder, plans });
  const room = sandbox ? watchRoom(bare, sandbox) : bare;
  const guard = new FolderGuard(null, [unitFile(privateFolder, key), ledgerFile(privateFolder, key)]);
  const leave = async (): Promise<void> => {
    open.delete(leave);
    guard.close();
    await Promise.all([sandbox?.close(), room.close()]);
  };
  open.add(leave);
  return { key, cwd, repository, emit, room, sandbox, guard, leave };
}

interface SandboxedUnit extends Pick<UnitPlace, "cwd" | "emit"> {
  readonly run: string;
}

async function enterSandbox(
  { opened, session }: UnitsContext,
  { run, cwd, emit }: SandboxedUnit,
): Promise<WatchedSandbox | null> {
  const { options, store, privateFolder } = opened;
  const entered = await openRunSandbox(options, {
    ...{ run, cwd },
    own: [store.folder, pathResolve(cwd, options.config.stateFolder), pathResolve(privateFolder.path, "..")],
    tasksFile: session.tasks.file,
    ...{ agents: allAgents(options.agents), privateFolder },
    report: (undone) => emit({ type: "file-restored", ...undone }),
  });
  return entered?.sandbox ?? null;
}
