import { stopwatch } from "../system/clock.js";
import { pathJoin, textAt } from "../system/folder.js";
import { type CommitTree, commitTree, openRepository, type Repository } from "../system/git.js";
import { folderText } from "../trackers/folder.js";
import type { CheckLog } from "./check-context.js";
import { artifactHashes, checkArtifacts } from "./checks/artifacts.js";
import { checkCommand, noStart, toResult } from "./checks/command.js";
import { runVerify, saysNothing } from "./checks/criteria.js";
import { filesRun } from "./checks/honest-tests.js";
import { parseCriteria, verifyCommandsIn } from "./criteria/read-criteria.js";
import { lookAtSurroundings, type Surroundings } from "./honest-tests/surroundings.js";
import { saveTexts } from "./honest-tests/texts.js";
import { type ElsewhereFiles, lookElsewhere, withElsewhere } from "./original-tests/elsewhere-changes.js";
import { findUnheld } from "./original-tests/look-at-test-side.js";
import { lookAtUnseen, type UnseenFiles } from "./original-tests/unseen.js";
import type { CheckPlan, CommandPlan, PlainPlan } from "./plan.js";
import type { VerifiedBy } from "./proof/fact-states.js";
import type { InstalledPackages } from "./signs/compare-packages.js";
import { lookAtPackages } from "./signs/installed-packages.js";
import { type CheckResult, plainResult } from "./tests/judge-run.js";
import { type NewTestReader, newTestReader } from "./tests/test-run.js";
import { generatedFiles } from "./workspace/generated-files.js";
import { lookAtWorkspace, type RootState, type WorkspaceState } from "./workspace/state.js";

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
  readonly surroundings?: Surroundings;
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
  const { checks, logs } = await runAtStart(commands, options);
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

const atStart = ({ cwd, signal, logDirectory = null, newTestReader: reader = newTestReader }: BaselineOptions) => ({
  ...{ cwd, signal, logDirectory, newTestReader: reader },
});

async function runAtStart(commands: readonly CommandPlan[], options: BaselineOptions) {
  const checks: CheckResult[] = [];
  const logs: CheckLog[] = [];
  const scene = atStart(options);
  for (const plan of commands) {
    const elapsed = stopwatch();
    const finding = await checkCommand(plan, scene, { ...noStart, retries: options.retries ?? 1 });
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

/**
 * A start where nobody took one: the last commit, or the one `since` names. For judging by hand what came after it. Null
 * where there is no such commit to compare with.
 */
export async function baselineFromCommit(
  cwd: string,
  options: Pick<BaselineOptions, "ignore" | "tasksFile"> & { readonly since?: string } = {},
): Promise<Baseline | null> {
  const repository = await openRepository(cwd);
  if (!repository.ok) return null;
  const since = options.since === undefined ? null : await repository.commitAt(options.since);
  if (options.since !== undefined && since === null) return null;
  const now = await lookAtWorkspace(cwd, options);
  const root = now.roots.find(({ git }) => git);
  const commit = since ?? root?.commit ?? null;
  const held = commit === null ? null : await repository.tree(commit);
  if (!root || !held) return null;
  const name = options.tasksFile ? [repository.inside, options.tasksFile].filter(Boolean).join("/") : null;
  const hash = name === null ? undefined : held.get(name)?.hash;
  const tasks = hash === undefined ? null : ((await repository.blobs([hash])).get(hash)?.toString("utf8") ?? null);
  const { refs: _, head: __, ...known } = root; // Which tags and branches there were then nobody knows.
  const start = {
    ...{ ...known, commit, files: await unchangedConversions(root, held), gone: root.sparse ?? [] },
    ignored: { git: true, excludes: root.ignored?.excludes ?? "", folders: await ignoreFilesIn(repository, held) },
  };
  return {
    version: 1,
    state: { version: 1, roots: [start], snapshot: null, notes: [] },
    checks: [],
    texts: {},
    tasks,
    verify: verifyCommandsIn(tasks ?? ""),
    artifacts: {},
    notes: [],
  };
}

/** The `.gitignore` files of a commit. */
async function ignoreFilesIn(repository: Repository, held: CommitTree): Promise<Readonly<Record<string, string>>> {
  const files = [...held].filter(([path, { mode }]) => /(?:^|\/)\.gitignore$/.test(path) && mode.startsWith("100"));
  const blobs = await repository.blobs(files.map(([, { hash }]) => hash));
  return Object.fromEntries(
    files.map(([path, { hash }]) => [path.slice(0, -".gitignore".length), blobs.get(hash)?.toString("utf8") ?? ""]),
  );
}

/** Files whose bytes differ from what git holds, as a checkout makes them, and that the commit holds as they are now. */
async function unchangedConversions(root: RootState, held: CommitTree): Promise<RootState["files"]> {
  const now = root.commit === null ? null : await commitTree(root.path, root.commit);
  const same = Object.entries(root.files).filter(
    ([path, { committed }]) => committed && held.get(path)?.hash === now?.get(path)?.hash,
  );
  return Object.fromEntries(same);
}
