import { type CheckRoom, outside } from "../agents/sandbox/check-room.js";
import { pathJoin, textAt } from "../lib/files/folder.js";
import { stopwatch } from "../lib/time/clock.js";
import { folderText } from "../tasks/folder.js";
import type { CheckLog } from "./check-context.js";
import { artifactHashes, checkArtifacts } from "./checks/artifacts.js";
import { checkCommand, noStart, toResult } from "./checks/command.js";
import { parseCriteria, verifyCommandsIn } from "./checks/criteria/read-criteria.js";
import { runVerify, saysNothing } from "./checks/criteria.js";
import { lookAtSurroundings, type ScriptSurroundings } from "./checks/honest-tests/surroundings.js";
import { saveTexts } from "./checks/honest-tests/texts.js";
import { filesRun } from "./checks/honest-tests.js";
import { type CheckResult, plainResult } from "./checks/tests/judge-run.js";
import { type NewTestReader, newTestReader } from "./checks/tests/test-run.js";
import { checkHidden } from "./hidden/check-hidden.js";
import { type CheckPlan, type CommandPlan, isHiddenPlan, type PlainPlan } from "./plan.js";
import type { VerifiedBy } from "./proof/fact-states.js";
import { type ElsewhereFiles, lookElsewhere, withElsewhere } from "./proof/original-tests/elsewhere-changes.js";
import { findUnheld } from "./proof/original-tests/look-at-test-side.js";
import { lookAtUnseen, type UnseenFiles } from "./proof/original-tests/unseen.js";
import type { InstalledPackages } from "./proof/signs/compare-packages.js";
import { lookAtPackages } from "./proof/signs/installed-packages.js";
import { generatedFiles } from "./workspace/generated-files.js";
import { lookAtWorkspace } from "./workspace/state.js";
import type { WorkspaceState } from "./workspace/workspace-state.js";

/** How things stood when the run began. Plain JSON: whoever keeps it hands it back for each comparison. */
export interface Baseline {
  readonly version: 1;
  readonly state: WorkspaceState;
  readonly checks: readonly CheckResult[];
  /** Tests, configuration and scripts of checks that git does not hold, by their full path. */
  readonly texts: Readonly<Record<string, string>>;
  /** The task list's text; null where it has no file. */
  readonly tasks: string | null;
  /** Commands that stood beside acceptance criteria, and what those of open tasks came to. */
  readonly verify: readonly string[];
  readonly verified?: readonly VerifiedBy[];
  /** Files that must change, by their content. */
  readonly artifacts: Readonly<Record<string, string>>;
  /** Files that the checks themselves wrote: nobody's work when they change again. */
  readonly writtenByChecks?: readonly string[];
  /** Files outside of what git sees that rule how tests are run. */
  readonly unseen?: UnseenFiles;
  /** Files of submodules and behind links that lead out of the project. */
  readonly elsewhere?: ElsewhereFiles;
  readonly surroundings?: ScriptSurroundings;
  /** Installed dependencies; taken where the checks run. */
  readonly packages?: InstalledPackages;
  readonly notes: readonly string[];
}

export interface BaselineOptions {
  readonly cwd: string;
  readonly plans: readonly CheckPlan[];
  readonly roots?: readonly string[];
  readonly ignore?: readonly string[];
  /** The task list's file, as seen from the folder. */
  readonly tasksFile?: string | null;
  /** Commands beside the criteria of tasks that are still open: run once, to tell later what held already. */
  readonly verifyFirst?: readonly string[];
  /** Acceptance criteria from a list that has no file. */
  readonly acceptance?: readonly string[];
  /** Whether the commands are run, to tell later what was broken already. */
  readonly runChecks?: boolean;
  readonly signal?: AbortSignal;
  readonly logDirectory?: string | null;
  /** Where the commands run; outside of any sandbox if absent. */
  readonly room?: CheckRoom;
  readonly newTestReader?: NewTestReader;
  /** How often a check with failing tests runs again, to tell flaky ones; 1 by default. */
  readonly retries?: number;
  /** The workspace as it was looked at just now, where no command runs. */
  readonly seen?: WorkspaceState;
}

/**
 * Takes down how things stand. The commands run first, so that what they write into the folder is part of the start and
 * not taken for the agent's work.
 */
export async function takeBaseline(
  options: BaselineOptions,
): Promise<{ readonly baseline: Baseline; readonly logs: readonly CheckLog[] }> {
  const { cwd, plans, tasksFile = null, acceptance = [] } = options;
  const commands =
    options.runChecks === false ? [] : plans.filter((plan): plan is CommandPlan => plan.kind === "command");
  const listPath = tasksFile === null ? null : pathJoin(cwd, tasksFile);
  const tasks = listPath === null ? null : (textAt(listPath) ?? folderText(listPath));
  const verify = [...verifyCommandsIn(tasks ?? ""), ...parseCriteria(acceptance).flatMap((each) => each.verify ?? [])];
  const asked = options.runChecks === false ? [] : (options.verifyFirst ?? verify);
  const first = asked.filter((command) => !saysNothing(command));
  const untouched = commands.length + first.length > 0 ? await lookAtWorkspace(cwd, options) : null;
  const { checks, logs } = await runAtStart(commands, options, untouched);
  const verified = await verifyAtStart(first, options);
  const seen = untouched === null ? options.seen : undefined;
  const state = seen ?? (await lookAtWorkspace(cwd, { ...options, start: untouched, earlier: untouched }));
  const unheld = await findUnheld(plans, cwd, state);
  const elsewhere = await lookElsewhere(state);
  const saved = saveTexts(withElsewhere(state, elsewhere), [...filesRun(plans, { cwd, now: state }), ...unheld]);
  const artifacts = plans.filter((plan) => plan.kind === "artifacts");
  const wanted = artifacts.flatMap(({ files }) => files);
  const baseline: Baseline = {
    version: 1,
    state,
    checks: [
      ...checks,
      ...artifacts.map((plan) => plainResult(plan.name, checkArtifacts(plan, { cwd, baseline: null }).state)),
    ],
    texts: saved.texts,
    tasks,
    verify,
    verified,
    artifacts: artifactHashes(wanted, cwd),
    unseen: lookAtUnseen(state, plans),
    ...(Object.keys(elsewhere).length === 0 ? {} : { elsewhere }),
    surroundings: lookAtSurroundings(),
    ...(options.runChecks === false ? {} : { packages: lookAtPackages(cwd) }),
    writtenByChecks: untouched ? await generatedFiles(untouched, state, "changed") : [],
    notes: [...state.notes, ...describeMisnamed(state), ...saved.notes],
  };
  return { baseline, logs };
}

function describeMisnamed({ roots }: WorkspaceState): readonly string[] {
  const names = roots.flatMap(({ misnamed = [] }) => misnamed);
  return names.length === 0 ? [] : [`changes are not seen in files whose names are not UTF-8: ${names.join(", ")}`];
}

const atStart = ({ cwd, signal, logDirectory = null, room = outside, ...options }: BaselineOptions) => ({
  ...{ cwd, signal, logDirectory, room, newTestReader: options.newTestReader ?? newTestReader },
});

async function runAtStart(commands: readonly CommandPlan[], options: BaselineOptions, now: WorkspaceState | null) {
  const checks: CheckResult[] = [];
  const logs: CheckLog[] = [];
  const scene = atStart(options);
  for (const plan of commands) {
    const elapsed = stopwatch();
    const finding =
      isHiddenPlan(plan) && now
        ? await checkHidden(plan, { ...scene, now }, { plans: options.plans, atStart: undefined })
        : await checkCommand(plan, scene, { ...noStart, retries: options.retries ?? 1 });
    const seconds = elapsed();
    checks.push({ ...toResult(plan, finding, options.cwd), census: finding.census, seconds });
    logs.push(...(finding.logs ?? []));
  }
  return { checks, logs };
}

/** A list may have many such commands: what is beyond this was never known to hold. */
const maxVerified = 40;

async function verifyAtStart(commands: readonly string[], options: BaselineOptions): Promise<readonly VerifiedBy[]> {
  const { cwd, plans, tasksFile = null } = options;
  const plan = plans.find((each): each is PlainPlan => each.kind === "criteria");
  if (!plan) return [];
  const scene = { ...atStart(options), tasksFile };
  const verified: VerifiedBy[] = [];
  for (const command of [...new Set(commands)].slice(0, maxVerified)) {
    if (options.signal?.aborted) break;
    const { state } = await runVerify(command, `verify ${command}`, { plan, scene: { ...scene, cwd } });
    verified.push({ command, state });
  }
  return verified;
}
