import type { Baseline } from "../../evidence/baseline.js";
import { filesRun } from "../../evidence/checks/honest-tests.js";
import type { CheckPlan } from "../../evidence/plan.js";
import { lookAtTestSide } from "../../evidence/proof/original-tests/look-at-test-side.js";
import { measureWith } from "../../evidence/proof/original-tests/measured.js";
import {
  type FailingTests,
  findFailingIn,
  findRefusedFiles,
  findStanding,
  type RefusedFile,
  withOlderFailures,
  withOlderFiles,
} from "../../evidence/refused-files.js";
import { changesBetween } from "../../evidence/workspace/changes.js";
import { lookAtWorkspace } from "../../evidence/workspace/state.js";
import type { RootState } from "../../evidence/workspace/workspace-state.js";
import { errorMessage } from "../../lib/errors.js";
import { removeFile, replacePrivateFile } from "../../lib/files/disk.js";
import { readIfThere } from "../../lib/files/files.js";
import type { Repository } from "../../lib/git/git.js";
import { openRepository } from "../../lib/git/git.js";
import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";
import { sealJson, unsealJson } from "../../lib/secrets/secrets.js";
import { type DecisionRecord, decisionTask } from "../../store/record.js";
import type { PrivateFolder } from "./private-folder.js";

/**
 * Tests that a run refused as its agent left them. Without this the next run would take them as its start, and what was
 * refused once would pass.
 */
interface RefusedMemory {
  readonly version: 1;
  readonly run: string;
  /** The task whose claim was refused; null for a run without a list. */
  readonly task: string | null;
  /** HEAD when the run ended. */
  readonly commit: string | null;
  readonly files: readonly RefusedFile[];
  /** Tests of these files that failed when the run began, by the check that names them. */
  readonly failing?: FailingTests;
}

export const refusedFile = ({ path }: PrivateFolder): string => `${path}/refused.json`;

function readMemory(folder: PrivateFolder): RefusedMemory | null {
  const saved = tryParseJson(unsealJson(readIfThere(refusedFile(folder)) ?? ""));
  if (!isRecord(saved) || saved["version"] !== 1 || !Array.isArray(saved["files"])) return null;
  return saved as unknown as RefusedMemory;
}

/** A person takes the files as they are. Without tasks: whatever they were refused for. */
export function forgetRefused(folder: PrivateFolder, tasks: readonly string[] | null): void {
  const memory = tasks === null ? null : readMemory(folder);
  if (memory && memory.task !== null && tasks && !tasks.includes(memory.task)) return;
  removeFile(refusedFile(folder));
}

interface Recalling {
  readonly folder: PrivateFolder;
  warn(text: string): void;
}

/** The start of a run, with the files that the last one refused as they were before it. */
export async function recallRefused(taken: Baseline, { folder, warn }: Recalling): Promise<Baseline> {
  const memory = readMemory(folder);
  const [root] = taken.state.roots;
  if (!memory || !root) return taken;
  const files = await findUndecided(memory, root);
  if (files.length === 0) {
    removeFile(refusedFile(folder));
    return taken;
  }
  const names = files.slice(0, maxNamed).map(({ path }) => path);
  const rest = files.length - names.length;
  warn(
    `refused in run ${memory.run} and still so, therefore compared with what they were before it: ${names.join(", ")}${rest > 0 ? ` and ${rest} more` : ""} (${describeWays(memory)})`,
  );
  return withOlderFailures(withOlderFiles(taken, files), memory.failing ?? {}, files);
}

const maxNamed = 10;

const describeWays = ({ task }: RefusedMemory): string =>
  `to take them as they are, commit them yourself, or use ${task === null ? "" : `untildone accept ${task} or `}untildone reset`;

/** Those that nobody put back or committed. */
async function findUndecided({ commit, files }: RefusedMemory, root: RootState): Promise<readonly RefusedFile[]> {
  const standing = findStanding(files, root);
  if (!root.git || root.commit === commit || standing.length === 0) return standing;
  const repository = await openRepository(root.path);
  if (!repository.ok) return standing;
  const undecided: RefusedFile[] = [];
  for (const file of standing)
    if (!isHeld(file.path, root) || !(await isCommittedByPerson(repository, commit, file.path))) undecided.push(file);
  return undecided;
}

/** Whether the commit at HEAD has the file as it is on disk. */
const isHeld = (path: string, { files, gone }: RootState): boolean =>
  (!Object.hasOwn(files, path) || files[path]?.committed === true) && !gone.includes(path);

/** Since the run ended, in a commit that is none of ours. A history that was rewritten was so by a person. */
async function isCommittedByPerson(repository: Repository, since: string | null, path: string): Promise<boolean> {
  const range = since === null ? "HEAD" : `${since}..HEAD`;
  const answer = await repository.ask(["log", "--format=%B%x00", range, "--", `:(top,literal)${path}`]);
  if (!answer.ok) return true;
  const messages = answer.out.toString("utf8").split("\0");
  return messages.some((message) => message.trim() !== "" && !/^Untildone-Run: /m.test(message));
}

interface EndedRun {
  readonly folder: PrivateFolder;
  readonly run: string;
  readonly records: readonly DecisionRecord[];
  readonly plans: readonly CheckPlan[];
  readonly cwd: string;
  readonly own: readonly string[];
  readonly baseline: Baseline;
}

/** At the end of a run: keeps what it refused last, or forgets it if its tests are measured as before. Returns what failed. */
export async function rememberRefused(ended: EndedRun): Promise<string | null> {
  const { folder, run, records, plans, cwd, own, baseline } = ended;
  const refusal = findRefusal(records, plans);
  if (refusal === "unknown") return null;
  try {
    if (refusal === "none") removeFile(refusedFile(folder));
    else {
      const now = await lookAtWorkspace(cwd, { ignore: own, start: baseline.state });
      const changes = await changesBetween(baseline.state, now);
      const side = await lookAtTestSide(plans, { cwd, now, sinceStart: changes, baseline, task: null });
      const named = filesRun(plans, { cwd, now });
      const files = await findRefusedFiles(changes, baseline, { run: named, ...measureWith(side, named) });
      const commit = now.roots[0]?.commit ?? null;
      const failing = findFailingIn(files, baseline.checks);
      const memory: RefusedMemory = { version: 1, run, task: decisionTask(refusal), commit, files, failing };
      if (files.length === 0) removeFile(refusedFile(folder));
      else replacePrivateFile(refusedFile(folder), `${sealJson(memory)}\n`);
    }
    return null;
  } catch (error) {
    return `${refusedFile(folder)} cannot be written: ${errorMessage(error)}`;
  }
}

/** The decision that refused the tests as they are now. Each check is asked for its last word: not all run each time. */
function findRefusal(
  records: readonly DecisionRecord[],
  plans: readonly CheckPlan[],
): DecisionRecord | "none" | "unknown" {
  const names = plans
    .filter(({ kind }) => kind === "honest-tests" || kind === "original-tests")
    .map(({ name }) => name);
  const last = names.flatMap(
    (name) =>
      records.findLast(
        ({ observation, unit }) =>
          unit === undefined && observation.evidence.some((each) => each.name === name && isKnown(each.state)),
      ) ?? [],
  );
  const refusal = last.find(({ observation }) => observation.turn?.facts?.tampered === true);
  if (records.at(-1)?.decision.outcome === "completed") return "none";
  return refusal ?? (last.length > 0 ? "none" : "unknown");
}

const isKnown = (state: string): boolean => state !== "unknown";
