import { pathFrom, pathJoin, realPath, walkFolder } from "../../lib/files/folder.js";
import type { CheckContext } from "../check-context.js";
import type { CommandFinding } from "../checks/command.js";
import type { CheckResult } from "../checks/tests/judge-run.js";
import type { CheckPlan, HiddenFiles, HiddenPlan } from "../plan.js";
import { findMeasured } from "../proof/original-tests/measured.js";
import type { PutBack } from "../proof/original-tests/put-back.js";
import { runInCopy } from "../proof/original-tests/run-in-copy.js";
import { buildFor } from "../proof/without-work/find-build.js";
import { matchesGlob } from "../workspace/glob.js";
import { answerWrongly, noWrongAnswer } from "./answer-wrongly.js";
import { bytesAt } from "./bytes-at.js";
import { tellHidden, tellUnknown } from "./tell-hidden.js";

type HiddenScene = Pick<CheckContext, "cwd" | "signal" | "room" | "newTestReader" | "now"> &
  Partial<Pick<CheckContext, "baseline" | "sinceStart" | "task">>;

export interface HiddenTerms {
  readonly plans: readonly CheckPlan[];
  readonly atStart: CheckResult | undefined;
}

/**
 * Runs a hidden check: only ever in a copy of the project, with its files put there and the test configuration of the
 * start. What it prints goes where the agent has no business; of the result, only the requirement is told.
 */
export async function checkHidden(
  plan: HiddenPlan,
  scene: HiddenScene,
  { plans, atStart }: HiddenTerms,
): Promise<CommandFinding> {
  const [root] = scene.now.roots;
  if (!root) return tellUnknown(plan, "the project cannot be looked at");
  const inside = pathFrom(root.path, realPath(scene.cwd));
  const files = readFiles(plan.hidden, { root: root.path, inside });
  if (files === null)
    return tellUnknown(plan, "its files are not here: a run may have put them away (untildone hidden)");
  const { config, unseen } = await configOfStart(plans, scene);
  const { kept } = plan.hidden;
  const ran = await runInCopy(
    plan,
    { ...scene, logDirectory: kept?.logs ?? null },
    { root, putBack: [...config, ...files], unseen, build: buildFor(plan, { cwd: scene.cwd, plans }) },
  );
  if (typeof ran === "string") return tellUnknown(plan, "it could not be run in a copy of the project", ran);
  const told = tellHidden(plan, ran, atStart);
  if (told.state !== "holds" || !plan.hidden.sealed) return told;
  const wrong = await answerWrongly(scene.cwd, plan.hidden.sealed.seams);
  if (wrong === null) return { ...told, warnings: [`${plan.name}: ${noWrongAnswer(plan.hidden.sealed.seams)}`] };
  const put = wrong.map(
    ({ path, text }): PutBack => ({ root: root.path, path: pathJoin(inside, path), measure: "test", content: text }),
  );
  const wronged = await runInCopy(
    plan,
    { ...scene, logDirectory: null },
    { root, putBack: [...config, ...files, ...put], unseen, build: buildFor(plan, { cwd: scene.cwd, plans }) },
  );
  if (typeof wronged === "string")
    return { ...told, warnings: [`${plan.name}: its tests could not be tried with wrong answers: ${wronged}`] };
  const isHollow = wronged.finding.state === "holds";
  if (!isHollow) return told;
  const why = "its tests pass with wrong answers, too: it is hollow, and proves nothing";
  return { ...told, required: false, detail: why, warnings: [`${plan.name}: ${why}`] };
}

interface Inside {
  readonly root: string;
  /** The project's folder from the root of its repository. */
  readonly inside: string;
}

/** With their contents from where they are kept; none where they are in the tree. Null where they are in neither place. */
function readFiles({ kept, files: globs }: HiddenFiles, { root, inside }: Inside): readonly PutBack[] | null {
  const folder = kept === undefined ? pathJoin(root, inside) : `${kept.folder}/files`;
  const skips = (path: string): boolean => kept === undefined && /(?:^|\/)(?:\.git|node_modules)\/$/.test(path);
  const paths = walkFolder(folder, skips).files.filter((path) => globs.some((glob) => matchesGlob(path, glob)));
  if (paths.length === 0) return null;
  const read = paths.map((path) => ({ path: pathJoin(inside, path), content: bytesAt(pathJoin(folder, path)) }));
  if (read.some(({ content }) => content === null)) return null;
  return read.map(({ path, content }) => ({ root, path, measure: "test", content }));
}

/** An agent must not decide how they are run: what rules tests is as it was at the start. */
async function configOfStart(plans: readonly CheckPlan[], scene: HiddenScene) {
  const original = plans.find((plan) => plan.kind === "original-tests");
  const { baseline = null, sinceStart = null } = scene;
  if (!original || !baseline || !sinceStart) return { config: [], unseen: null };
  const context = { task: null, tasksFile: null, turn: null, logDirectory: null, ...scene, baseline, sinceStart };
  const { putBack, unseen } = await findMeasured(original, { plans, scene: { ...context, signal: scene.signal } });
  return { config: putBack.filter(({ measure }) => measure === "config"), unseen };
}
