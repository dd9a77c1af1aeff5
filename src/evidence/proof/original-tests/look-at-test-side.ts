import { pathFrom, realPath } from "../../../lib/files/folder.js";
import type { Baseline } from "../../baseline.js";
import type { CheckContext } from "../../check-context.js";
import { allTexts } from "../../checks/honest-tests/texts.js";
import type { CheckPlan } from "../../plan.js";
import type { WorkspaceState } from "../../workspace/workspace-state.js";
import { beforeChanges, readProject } from "../measured-files/project-texts.js";
import { lookForInstalled } from "../measured-files/stand-ins.js";
import { findTestSide, type TestSide } from "../measured-files/test-side.js";
import { measureOf } from "./measures.js";

const nothing: TestSide = {
  ...{ config: new Set(), namedTests: new Set(), helpers: new Set(), data: new Set() },
  ...{ standIns: new Set(), suspects: new Set() },
};

/** What of the files that changed since the start belongs to the tests. */
export async function lookAtTestSide(
  plans: readonly CheckPlan[],
  {
    cwd,
    now,
    sinceStart,
    baseline,
    task,
  }: Pick<CheckContext, "cwd" | "now" | "sinceStart" | "task"> & {
    readonly baseline: Pick<Baseline, "texts"> | null;
  },
): Promise<TestSide> {
  const [root] = now.roots;
  if (!root || !sinceStart || !baseline) return nothing;
  const changes = sinceStart.files.filter((change) => change.root === root.path);
  if (changes.length === 0) return nothing;
  const texts = await allTexts(changes, baseline.texts);
  const isNew = (path: string): boolean => changes.some((change) => change.path === path && change.kind === "added");
  const project = await readProject(root);
  return findTestSide({
    ...{ now: project, plans, folder: pathFrom(root.path, realPath(cwd)), text: task?.text ?? task?.title ?? "" },
    start: beforeChanges(
      project,
      texts.map((text) => ({ ...text, isNew: isNew(text.path) })),
    ),
    changed: texts.filter(({ path }) => !isNew(path)).map(({ oldPath }) => oldPath),
    added: texts.filter(({ path }) => isNew(path)).map(({ path }) => path),
    installed: lookForInstalled(root.path),
  });
}

/** The files of the start that nobody holds for us and that may have to be put back: what belongs to the tests, and data. */
export async function findUnheld(
  plans: readonly CheckPlan[],
  cwd: string,
  { roots }: WorkspaceState,
): Promise<readonly string[]> {
  const [root] = roots;
  if (!root) return [];
  const changed = Object.keys(root.files).filter((path) => measureOf(path, []) === null);
  if (changed.length === 0) return [];
  const project = await readProject(root);
  const { config, helpers, data, suspects } = findTestSide({
    ...{ start: project, now: project, changed, added: [], plans, text: "" },
    folder: pathFrom(root.path, realPath(cwd)),
    installed: lookForInstalled(root.path),
  });
  return [...config, ...helpers, ...data, ...suspects];
}
