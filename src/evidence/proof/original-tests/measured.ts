import { pathJoin } from "../../../lib/files/folder.js";
import type { CheckContext } from "../../check-context.js";
import { compareTests, type TextChange } from "../../checks/honest-tests/compare-tests.js";
import { compareScripts } from "../../checks/honest-tests/scripts.js";
import type { Suspicion } from "../../checks/honest-tests/suspicion.js";
import { allTexts, readSources, textChanges, workChanges } from "../../checks/honest-tests/texts.js";
import { compareConfig } from "../../checks/honest-tests/weakened-config.js";
import { filesRun } from "../../checks/honest-tests.js";
import type { OriginalTestsInput } from "../../checks/original-tests.js";
import type { CheckPlan, OriginalTestsPlan } from "../../plan.js";
import { type FileChange, realChanges } from "../../workspace/changes.js";
import { measureIn, type TestSide } from "../measured-files/test-side.js";
import type { SinceStart } from "./copy-runner.js";
import { lookAtTestSide } from "./look-at-test-side.js";
import { type Measure, measureOf } from "./measures.js";
import { findFilesOfStart, findPutBacks, type PutBack, type PutBackOptions } from "./put-back.js";
import { findTakenAway, type TakenAway } from "./taken-away.js";
import { compareUnseen, lookAtUnseen } from "./unseen.js";

/** What became of the files that the work is measured by. */
export interface MeasuredFiles extends SinceStart {
  readonly isChanged: boolean;
  readonly hasConfig: boolean;
  /** Something else than tests and their data changed. */
  readonly hasWork: boolean;
  /** The changed files, for people. */
  readonly files: readonly string[];
  /** Changed source and manifests. */
  readonly work: readonly TextChange[];
  /** Changed tests, changed data of tests, and other measured files, with their texts where they have any. */
  readonly tests: readonly TextChange[];
  readonly data: readonly string[];
  readonly others: readonly TextChange[];
  readonly suspicions: readonly Suspicion[];
  /** Changed files that are no source and may be why a test passes. Empty: what they were is not known. */
  readonly suspects: readonly PutBack[];
  readonly suspectFiles: readonly string[];
  /** Code that belongs to the tests, whatever it is called, by full path. */
  readonly helpers: readonly string[];
  /** Configuration that looks weaker than it was. */
  readonly weakened: readonly string[];
  /** What the task's text says, and what it takes away. */
  readonly text: string;
  readonly taken: TakenAway;
}

/** Whether a file of the tests holds no code. */
export const isDataFile = (path: string): boolean =>
  /\.(?:snap|json|ya?ml|txt|html?|xml|csv|md|svg|golden|out)$/.test(path);
const isDocumentation = (path: string): boolean => /\.(?:md|mdx|txt|rst|adoc)$/i.test(path);

export async function findMeasured(
  plan: OriginalTestsPlan,
  { plans, scene }: Pick<OriginalTestsInput, "plans" | "scene">,
): Promise<MeasuredFiles> {
  const { baseline, sinceStart, now } = scene;
  if (!baseline || !sinceStart) throw new Error("there is no start to compare with");
  const run = filesRun(plans, scene);
  const changes = realChanges(sinceStart);
  const texts = await textChanges(sinceStart.files, baseline.texts, run);
  const weakened = [...compareConfig(texts, run), ...compareScripts(texts, plans)].filter(({ veto }) => veto);
  const weakFiles = [...new Set(weakened.map(({ file }) => file))];
  const side = await lookAtTestSide(plans, scene);
  const measure = measureWith(side, [...run, ...weakFiles]);
  const options = { ...measure, allow: plan.allow, allowRemoved: plan.allowRemoved };
  const putBack = await findPutBacks(sinceStart, baseline, options);
  const suspects = await findFilesOfStart(sinceStart, baseline, (path) => side.suspects.has(path));
  const unseen = compareUnseen(baseline.unseen ?? lookAtUnseen(now, plans), lookAtUnseen(now, plans));
  const work = new Set(changes.map(({ path }) => path));
  const hidden = unseen.changed.filter((path) => !work.has(path));
  const paths = new Set(putBack.map(({ path }) => path));
  const old = putBack.filter(({ isNew, measure }) => !isNew || measure === "config");
  const isRestored = ({ path, from }: FileChange): boolean => paths.has(from ?? path);
  const restored = await allTexts(sinceStart.files.filter(isRestored), baseline.texts);
  const tests = new Set(putBack.filter((file) => file.measure === "test").map(({ path }) => path));
  const isTest = ({ oldPath }: TextChange): boolean =>
    (measureOf(oldPath, []) === "test" || (tests.has(oldPath) && !side.helpers.has(oldPath))) &&
    !isDataOfTests(oldPath, side);
  const text = taskText(scene);
  const changedWork = await workChanges(changes, baseline.texts);
  const whole = new Set(putBack.filter(({ isPart }) => !isPart).map(({ path }) => path));
  const worked = changes.filter(({ path }) => !whole.has(path) && measure.measure(path) !== "test");
  return {
    putBack,
    unseen,
    added: new Set(changes.filter(({ kind }) => kind === "added").map(({ path }) => path)),
    isChanged: old.length > 0 || hidden.length > 0,
    hasConfig: hidden.length > 0 || old.some(({ measure }) => measure === "config"),
    hasWork: worked.some(({ path }) => !isDocumentation(path)),
    files: [...new Set([...old.map(({ path }) => path), ...hidden])],
    work: changedWork,
    tests: restored.filter(isTest),
    data: old.filter((file) => file.measure === "test" && isDataOfTests(file.path, side)).map(({ path }) => path),
    suspects: suspects ?? [],
    suspectFiles: [...side.suspects],
    helpers: [...side.helpers, ...side.config].map((path) => pathJoin(now.roots[0]?.path ?? "", path)),
    others: restored.filter((change) => !isTest(change)),
    suspicions: compareTests(texts),
    weakened: weakFiles,
    text,
    taken: await findTakenAway({
      text,
      changes: changedWork,
      sources: () => readSources(now, (path) => measure.measure(path) === null),
    }),
  };
}

/** Whether a file was changed that the tests of the start are measured by. */
export async function isAnyMeasured(plans: readonly CheckPlan[], scene: CheckContext): Promise<boolean> {
  const { baseline, sinceStart } = scene;
  if (!baseline || !sinceStart) return false;
  const measure = measureWith(await lookAtTestSide(plans, scene), filesRun(plans, scene));
  const putBack = await findPutBacks(sinceStart, baseline, { ...measure, allow: [], allowRemoved: [] });
  return putBack.some((file) => !file.isNew || file.measure === "config");
}

/** How files are measured: by their names, by what the checks run, and by what is around them. */
export const measureWith = (
  side: TestSide,
  run: readonly string[],
): Required<Pick<PutBackOptions, "measure" | "standsIn">> => ({
  measure: (path): Measure => (run.includes(path) && !side.namedTests.has(path) ? "config" : measureIn(side, path)),
  standsIn: (path) => side.standIns.has(path),
});

const isDataOfTests = (path: string, { data }: TestSide): boolean => isDataFile(path) || data.has(path);

/** All that the list says of the task. */
const taskText = ({ task }: CheckContext): string => task?.text ?? task?.title ?? "";
