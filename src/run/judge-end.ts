import type { SetAside } from "../decide/decision.js";
import { isOver } from "../decide/dependencies.js";
import type { DoneSoFar } from "../decide/observe.js";
import { UserError } from "../lib/errors.js";
import { pathResolve } from "../lib/files/folder.js";
import { removeFolder } from "../lib/files/temporary-folder.js";
import { now } from "../lib/time/clock.js";
import { emptyRunState, enterRun, type RunState } from "../store/current-run.js";
import { FolderGuard } from "../store/guard.js";
import type { DecisionRecord } from "../store/record.js";
import { Store } from "../store/store.js";
import { type EndHost, hostAtEnd } from "./end-host.js";
import { refuseWithoutGit } from "./git/git.js";
import { prepareWorktree } from "./git/prepare-worktree.js";
import { lookNow } from "./loop/look.js";
import { runLoop } from "./loop/loop.js";
import { readList } from "./loop/select.js";
import { markEnded } from "./records/open-runs.js";
import { openPrivateFolder } from "./records/private-folder.js";
import { type Session, withPorts } from "./session.js";
import { makeRecord } from "./start/make-record.js";
import { type OpenedRun, openRun } from "./start/open-run.js";
import type { RunOptions } from "./start/options.js";
import { openRunSession } from "./start/run-session.js";
import { openAt, resolveIn } from "./units/clone.js";

export interface EndTerms {
  /** The run that all tasks belong to. */
  readonly run: string;
  /** A checkout of what was submitted. */
  readonly start: string;
  /** The commit that everything was merged into. */
  readonly tip: string;
  /** The tasks that are over and not done. */
  readonly setAside: readonly SetAside[];
  /** Of all tasks. */
  readonly iterations: number;
  readonly done: DoneSoFar;
}

export interface JudgedEnd {
  readonly record: DecisionRecord;
  /** Tasks that the list of what was merged does not have as done. */
  readonly open: readonly string[];
}

/**
 * How a run ends whose tasks were worked on elsewhere: the loop's own decision about what was merged, measured from the
 * start of the run. Where the rules would let an agent go on, a person has to look at it.
 */
export async function judgeEnd(options: RunOptions, end: EndHost, terms: EndTerms): Promise<JudgedEnd> {
  await refuseWithoutGit(options);
  const parts = await resolveIn(options, terms.start);
  const list = await readList(parts.tracker);
  const privateFolder = openPrivateFolder(options.cwd, options);
  const folder = pathResolve(options.cwd, options.config.stateFolder);
  const store = Store.open({ folder, command: "fleet worker", now: now(), patienceMs: 0 });
  const host = hostAtEnd(end);
  try {
    const { project } = privateFolder;
    const context = { id: terms.run, project, stateFolder: folder, parts, gitSettings: null };
    const asked = { ...options, resume: makeRecord(options, context) };
    const opened = await openRun(store, asked, { parts, list, host, privateFolder });
    return await decide(opened, terms);
  } finally {
    markEnded(privateFolder, terms.run);
    store.close();
    removeFolder(privateFolder.path);
  }
}

async function decide(opened: OpenedRun, terms: EndTerms): Promise<JudgedEnd> {
  const { options, host, logs, room } = opened;
  const { cwd } = options;
  const guard = new FolderGuard(null, []);
  try {
    const logFile = `${logs}/baseline/setup.log`;
    await prepareWorktree({ setup: options.git.setup, cwd, logFile, signal: host.stop.now, room });
    const prepared = await openRunSession(opened, guard);
    const moved = await (await openAt(cwd)).ask(["reset", "-q", "--hard", terms.tip], { writes: true });
    if (!moved.ok) throw new UserError({ what: `git: ${moved.why}`, where: cwd, fix: "see what git reports" });
    const list = await readList(prepared.tasks.tracker);
    const open = list.is === "tasks" ? list.tasks.filter((task) => !isOver(task)).map(({ id }) => id) : [];
    const { last } = await runLoop(await endSession(prepared, terms));
    return { record: last, open };
  } finally {
    guard.close();
    await room.close();
  }
}

/** The session of a run whose last task is over, with no agent to go on. */
async function endSession(session: Session, terms: EndTerms): Promise<Session> {
  const { agent, workspace, journal } = session;
  return withPorts(session, {
    restarts: false,
    agent: {
      ...agent,
      isAbsent: true,
      run: () => Promise.reject(new Error("the end of a run starts no agent")),
    },
    workspace: { ...workspace, checkpoints: null, state: await lookNow(session) },
    journal: {
      ...journal,
      runState: stateAtEnd(terms),
      record: (record) => ({ version: 1, n: 0, ...record }),
    },
  });
}

function stateAtEnd({ run: id, setAside, iterations, done }: EndTerms): RunState {
  const { run } = enterRun(emptyRunState, { id, at: now(), resumed: false });
  return { ...emptyRunState, run: { ...run, ...done, setAside, iterations, gained: true } };
}
