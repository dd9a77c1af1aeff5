import { runInSandbox } from "../../agents/sandbox/run-in-sandbox.js";
import { runAgent } from "../../agents/start/run-agent.js";
import { pathResolve } from "../../lib/files/folder.js";
import { listFile } from "../../tasks/find-list.js";
import { allAgents } from "../loop/agent-roles.js";
import type { OpenedRun } from "./open-run.js";
import { watchRoom } from "./run-room.js";
import { describeSandbox, openRunSandbox } from "./sandbox.js";
import type { WatchedSandbox } from "./watch-project.js";

/** Starts the sandbox that was asked for, before the baseline: a run without it must not begin. */
export async function startSandbox(run: OpenedRun): Promise<WatchedSandbox | null> {
  const { id, options, host, work, store, privateFolder } = run;
  const opened = await openRunSandbox(options, {
    run: id,
    cwd: work.cwd,
    own: [store.folder, pathResolve(work.cwd, options.config.stateFolder), pathResolve(privateFolder.path, "..")],
    tasksFile: listFile(options.tasks),
    ...{ agents: allAgents(options.agents), privateFolder },
    report: (undone) => host.emit({ type: "file-restored", ...undone }),
  });
  if (!opened) return null;
  const checks = options.config.checksOutside ? "outside" : "inside";
  host.emit({ type: "sandbox-entered", ...describeSandbox(opened.plan, options.home), checks });
  for (const text of opened.sandbox.warnings) host.emit({ type: "warning", text });
  return opened.sandbox;
}

/** The run with its agents and checks in the sandbox; as it is where there is none. */
export const inSandbox = (opened: OpenedRun, sandbox: WatchedSandbox | null): OpenedRun =>
  sandbox === null
    ? opened
    : {
        ...opened,
        room: watchRoom(opened.room, sandbox),
        host: { ...opened.host, runAgent: runInSandbox(sandbox, opened.host.runAgent ?? runAgent) },
      };
