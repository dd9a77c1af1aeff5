import type { CheckRoom } from "../../agents/sandbox/check-room.js";
import { newTestReader } from "../../evidence/checks/tests/test-run.js";
import { answerWrongly, noWrongAnswer } from "../../evidence/hidden/answer-wrongly.js";
import { provides } from "../../evidence/hidden/provides.js";
import { isOfTest } from "../../evidence/hidden/test-title.js";
import type { CheckPlan, CommandPlan } from "../../evidence/plan.js";
import { projectFilesAt } from "../../evidence/project-files.js";
import type { PutBack } from "../../evidence/proof/original-tests/put-back.js";
import { type RanInCopy, runInCopy } from "../../evidence/proof/original-tests/run-in-copy.js";
import { buildFor } from "../../evidence/proof/without-work/find-build.js";
import { onlyFiles } from "../../evidence/proof/without-work/only-files.js";
import { lookAtWorkspace } from "../../evidence/workspace/state.js";
import { pathFrom, pathJoin, realPath } from "../../lib/files/folder.js";
import { textInside } from "../../lib/files/unlinked.js";
import type { CheckText } from "./lint-checks.js";
import type { Requirement, Seam } from "./seal.js";

export interface TriedChecks {
  /** Those that fail before the work for the reason that is stated. */
  readonly accepted: readonly Requirement[];
  /** Why others do not count. */
  readonly refused: readonly string[];
  readonly command: readonly string[];
  /** What could not be tried. */
  readonly told?: readonly string[];
}

interface TryingSeal {
  readonly cwd: string;
  readonly plans: readonly CheckPlan[];
  readonly ignore: readonly string[];
  readonly signal: AbortSignal;
  readonly room: CheckRoom;
}

/** Runs sealed checks on the start: each has to fail for its reason, and with wrong answers, too. */
export async function tryChecks(
  requirements: readonly Requirement[],
  files: readonly CheckText[],
  trying: TryingSeal,
): Promise<TriedChecks> {
  const plan = commandFor(files, trying);
  if (plan === null)
    return { accepted: [], refused: ["no test runner of this project can run them: add a tests check"], command: [] };
  const start = await run(plan, files, [], trying);
  if (typeof start === "string")
    return { accepted: [], refused: [`they cannot be run: ${start}`], command: plan.words };
  const seams = requirements.map(({ seam }) => seam);
  const wrong = await answerWrongly(trying.cwd, seams);
  const wronged = wrong && (await run(plan, files, wrong, trying));
  const told =
    wronged === null
      ? [noWrongAnswer(seams)]
      : typeof wronged === "string"
        ? [`the tests could not be tried with wrong answers: ${wronged}`]
        : [];
  const accepted: Requirement[] = [];
  const refused: string[] = [];
  for (const requirement of requirements) {
    const why =
      (await whyNotRed(requirement, start, trying.cwd)) ??
      (wronged && typeof wronged !== "string" && isGreen(requirement, wronged)
        ? "its test passes with wrong answers, too: it is hollow"
        : null);
    if (why === null) accepted.push(requirement);
    else refused.push(`${requirement.id}: ${why}`);
  }
  return { accepted, refused, command: plan.words, told };
}

/** The project's own tests for these files alone, else the runner that their ending implies. */
function commandFor(files: readonly CheckText[], { cwd, plans }: TryingSeal): CommandPlan | null {
  const paths = files.map(({ path }) => path).filter((path) => /\.(?:[cm]?[jt]sx?|py)$/.test(path));
  const tests = plans.filter((plan): plan is CommandPlan => plan.kind === "command" && plan.reads !== "status");
  for (const plan of tests) {
    const only = onlyFiles(plan, projectFilesAt(cwd), paths);
    if (only) return { ...only, name: "sealed", timeoutSeconds: 120 };
  }
  const words = paths.every((path) => path.endsWith(".py"))
    ? ["python3", "-m", "unittest", "-v", ...paths]
    : paths.every((path) => /\.[cm]?js$/.test(path))
      ? ["node", "--test", ...paths]
      : null;
  if (words === null || paths.length === 0) return null;
  const more = { required: true, when: "claim", timeoutSeconds: 120, parallel: false, env: {} } as const;
  return { ...more, kind: "command", name: "sealed", words, origin: "untildone seal", reads: "tests", found: false };
}

async function run(
  plan: CommandPlan,
  files: readonly CheckText[],
  more: readonly CheckText[],
  { cwd, plans, ignore, signal, room }: TryingSeal,
): Promise<RanInCopy | string> {
  const [root] = (await lookAtWorkspace(cwd, { ignore })).roots;
  if (!root) return "the project cannot be looked at";
  const inside = pathFrom(root.path, realPath(cwd));
  const putBack = [...files, ...more].map(
    ({ path, text }): PutBack => ({ root: root.path, path: pathJoin(inside, path), measure: "test", content: text }),
  );
  const scene = { cwd, signal, room, logDirectory: null, newTestReader };
  return runInCopy(plan, scene, { root, putBack, unseen: null, build: buildFor(plan, { cwd, plans }) });
}

const isRed = ({ test }: Requirement, { finding }: RanInCopy): boolean =>
  finding.tests.failures.some(({ name }) => isOfTest(name, test));

/** None of its tests fails, and they ran. */
const isGreen = (requirement: Requirement, ran: RanInCopy): boolean =>
  !isRed(requirement, ran) && (ran.finding.tests.passed ?? 0) > 0 && !didNotLoad(ran);

/** Failures that name no test of ours: the file itself did not load. */
const didNotLoad = ({ finding }: RanInCopy): boolean =>
  finding.state !== "holds" && (finding.tests.passed ?? 0) === 0 && (finding.tests.failed ?? 0) <= 1;

async function whyNotRed(requirement: Requirement, ran: RanInCopy, cwd: string): Promise<string | null> {
  const { reason, seam } = requirement;
  const isThere = await isProvided(seam, cwd);
  if (reason === "missing") {
    if (isThere) return `${seam.name} is in ${seam.file} already, so it cannot fail because it is missing`;
    if (isGreen(requirement, ran)) return alreadyGreen;
    return ran.finding.state === "holds" ? alreadyGreen : null;
  }
  if (!isThere) return `${seam.name} is not in ${seam.file}: the reason would be "missing"`;
  if (isRed(requirement, ran)) return null;
  if (isGreen(requirement, ran) || ran.finding.state === "holds") return alreadyGreen;
  return `it does not load, although ${seam.name} is there: ${ran.finding.detail}`;
}

const alreadyGreen = "its test passes before the work: the task may be done already, or the requirement is vague";

export const isProvided = ({ file, name }: Seam, cwd: string): Promise<boolean> =>
  provides(file, textInside(cwd, file), name);
