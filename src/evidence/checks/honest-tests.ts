import { pathFrom, pathJoin, pathResolve, textAt } from "../../lib/files/folder.js";
import { folderText } from "../../tasks/folder.js";
import { type CheckContext, type Finding, unknown } from "../check-context.js";
import { readScripts } from "../find/scripts.js";
import type { CheckPlan, HonestTestsPlan } from "../plan.js";
import { isExcused, type TriedTests } from "../proof/original-tests/excuse.js";
import { findLoaded } from "../proof/signs/loaded-files.js";
import { suspectAnswers, suspectPackages, suspectSigns } from "../proof/signs/suspect-signs.js";
import { realChanges } from "../workspace/changes.js";
import { matchesGlob } from "../workspace/glob.js";
import { compareTests, removedTitles } from "./honest-tests/compare-tests.js";
import { onlyLooks } from "./honest-tests/only-looks.js";
import { compareScripts, scriptsRunBy } from "./honest-tests/scripts.js";
import { compareSurroundings, lookAtSurroundings } from "./honest-tests/surroundings.js";
import { formatSuspicion, isAllowed, type Suspicion } from "./honest-tests/suspicion.js";
import { codeChanges, textChanges } from "./honest-tests/texts.js";
import { compareTasks } from "./honest-tests/ticked.js";
import { compareConfig } from "./honest-tests/weakened-config.js";
import type { CheckResult } from "./tests/judge-run.js";
import { noneRemoved, type RemovedTests } from "./tests/lost-tests.js";

export interface HonestTestsInput {
  readonly plans: readonly CheckPlan[];
  /** What the tests of the start came to on the new code; null where they were not tried: then their texts decide. */
  readonly tried: TriedTests | null;
  /** What the other checks came to. */
  readonly results: readonly CheckResult[];
}

/**
 * Whether the work is still measured as it was at the start of the run. It can only speak against completion: that nobody
 * cheated proves nothing, so it is required where it fails and no more than told where it holds.
 */
export async function checkHonestTests(
  plan: HonestTestsPlan,
  scene: CheckContext,
  input: HonestTestsInput,
): Promise<Finding> {
  const { sinceStart, baseline } = scene;
  if (!sinceStart || !baseline) return { ...unknown("there is no start of the run to compare with"), quiet: true };
  if (sinceStart.problems.length > 0) return unknown(sinceStart.problems.join("; "));
  const { tried } = input;
  const suspicions = (await suspect(plan, input, scene))
    .filter((each) => !isAllowed(each, allowedBy(plan)))
    .map((each) => (each.veto && tried && isExcused(each, tried) ? { ...each, veto: false } : each));
  const vetoes = suspicions.filter(({ veto }) => veto);
  const warnings = formatSome(
    suspicions.filter(({ veto }) => !veto),
    10,
  );
  // Named in the summary, too: no test can tell.
  const signs = suspicions.filter(({ kind }) => kind === "sign");
  if (vetoes.length === 0)
    return {
      state: "holds",
      detail: ["no test was deleted, switched off or emptied, and no check weakened", ...formatSome(signs, 3)].join(
        "; ",
      ),
      required: false,
      warnings,
      signs: formatSome(signs, maxSigns),
    };
  return {
    state: "fails",
    detail: formatSome(vetoes, 3).join("; "),
    warnings,
    // Ticks without work are claims too many; the tests are measured as before.
    facts: { tampered: vetoes.some(({ kind }) => kind !== "ticked") },
    feedback: [
      ...formatSome(
        vetoes.filter(({ kind }) => kind !== "sign"),
        20,
      ).map(
        (suspicion) =>
          `${suspicion}. Put it back as it was (git has it). New tests may be added; those of the start have to stay.`,
      ),
      ...formatSome(
        vetoes.filter(({ kind }) => kind === "sign"),
        20,
      ).map((suspicion) => `${suspicion}. Code must do the same whether it is tested or not.`),
    ],
  };
}

/** The tests that were removed where the user allows it. */
export async function allowedRemovals(plans: readonly CheckPlan[], scene: CheckContext): Promise<RemovedTests> {
  const { sinceStart, baseline } = scene;
  const plan = plans.find((each) => each.kind === "honest-tests");
  if (!sinceStart || !baseline || !plan || allowedBy(plan).length === 0) return noneRemoved;
  const texts = await textChanges(realChanges(sinceStart), baseline.texts, []);
  const allowed = texts.filter(({ oldPath: file }) => isAllowed({ kind: "deleted", file }, allowedBy(plan)));
  const titles = allowed.map((change) => ({ change, removed: removedTitles(change) }));
  return {
    titles: titles.flatMap(({ removed }) => removed),
    isUnread: titles.some(({ change, removed }) => removed.length === 0 && change.now === null),
  };
}

const maxSigns = 10;

const allowedBy = ({ allow, allowRemoved }: HonestTestsPlan): readonly string[] => [
  ...allow,
  ...allowRemoved.map((glob) => `deleted:${glob}`),
];

const formatSome = (suspicions: readonly Suspicion[], most: number): readonly string[] => [
  ...suspicions.slice(0, most).map(formatSuspicion),
  ...(suspicions.length > most ? [`and ${suspicions.length - most} more`] : []),
];

async function suspect(
  plan: HonestTestsPlan,
  { plans, results }: HonestTestsInput,
  scene: CheckContext,
): Promise<readonly Suspicion[]> {
  const { sinceStart, baseline, cwd } = scene;
  if (!sinceStart || !baseline) return [];
  const run = filesRun(plans, scene);
  const files = realChanges(sinceStart);
  const texts = await textChanges(sinceStart.files, baseline.texts, run);
  const isRunner = findRunByScripts(plans, scene);
  const code = (await codeChanges(files, baseline.texts)).filter(({ path }) => !isRunner(path));
  const rules = { signs: plan.signs, plans, checks: baseline.checks };
  const guarded = files.filter(({ path, from }) =>
    plan.protect.some((glob) => matchesGlob(path, glob) || (from && matchesGlob(from, glob))),
  );
  return [
    ...compareTests(texts),
    ...compareConfig(texts, run),
    ...compareScripts(texts, plans, scene.task?.text ?? scene.task?.title),
    ...guarded.map(
      ({ path, kind }): Suspicion => ({
        kind: "protected",
        file: path,
        line: null,
        what: `a protected file was ${kind}`,
        veto: true,
      }),
    ),
    ...(baseline.surroundings ? compareSurroundings(baseline.surroundings, lookAtSurroundings()) : []),
    ...suspectSigns(code, { ...rules, loaded: await findLoaded(code, scene.now, isRunner) }),
    ...suspectAnswers(code, { ...rules, cwd, tests: texts, now: results }),
    ...suspectPackages(baseline.packages, cwd, plan.signs),
    ...(await suspectTasks(scene)),
  ];
}

/** Files that a script of a check starts: they are part of how tests run, and may name them. */
function findRunByScripts(plans: readonly CheckPlan[], { cwd, now }: CheckContext): (path: string) => boolean {
  const scripts = scriptsRunBy(readScripts(textAt(pathJoin(cwd, "package.json"))), plans);
  const words = scripts.flatMap((script) => script.split(/[\s;&|"']+/)).filter((word) => /\.\w+$/.test(word));
  const root = now.roots[0]?.path ?? cwd;
  const paths = new Set(words.map((word) => pathFrom(root, pathResolve(cwd, word))));
  return (path) => paths.has(path);
}

/**
 * Tasks ticked beside the one at hand with nothing to show for it. In a loop of ours only the turn itself is looked at, so
 * that no tick of ours or of a person's is blamed on the agent.
 */
async function suspectTasks({
  cwd,
  tasksFile,
  baseline,
  sinceStart,
  now,
  turn,
  task,
}: CheckContext): Promise<readonly Suspicion[]> {
  const old = turn ? turn.list : baseline?.tasks;
  if (!sinceStart || tasksFile === null || old === null || old === undefined) return [];
  const path = pathJoin(cwd, tasksFile);
  const text = textAt(path) ?? folderText(path);
  if (text === null) return [];
  if (turn) return compareTasks(tasksFile, { old, now: text, own: task?.title ?? null }, !turn.changedNothing);
  const root = now.roots[0]?.path ?? cwd;
  const own = pathFrom(root, pathJoin(cwd, tasksFile));
  const others = realChanges(sinceStart).filter(({ path }) => path !== own && !path.startsWith(`${own}/`));
  const wasDirty = baseline?.state.roots.some(({ git, files }) => git && Object.keys(files).length > 0) ?? false;
  const committed = (sinceStart.commits ?? 0) > 0 && wasDirty;
  return compareTasks(tasksFile, { old, now: text, own: null }, others.length > 0 || committed);
}

/** Files of the project that the commands of checks name: scripts, mostly. */
export function filesRun(
  plans: readonly CheckPlan[],
  { cwd, now }: Pick<CheckContext, "cwd" | "now">,
): readonly string[] {
  const root = now.roots[0]?.path ?? cwd;
  const words = plans.flatMap((plan) =>
    (plan.kind === "command" && !onlyLooks(plan.words)) || plan.kind === "judge" ? plan.words : [],
  );
  return [
    ...new Set(
      words
        .filter((word) => /^[\w./-]*[\w-]\.\w+$|\//.test(word) && !word.startsWith("-"))
        .map((word) => pathFrom(root, pathResolve(cwd, word))),
    ),
  ];
}
