import { plural } from "../../base/plural.js";
import { formatTestNames } from "../../core/check-comparison.js";
import { pathFrom, pathJoin, realPath } from "../../system/folder.js";
import { type CheckContext, type CheckLog, type Finding, unknown } from "../check-context.js";
import { makeCleanCopy } from "../original-tests/clean-copy.js";
import { findPutBacks, type PutBack } from "../original-tests/put-back.js";
import { compareUnseen, lookAtUnseen, type Unseen } from "../original-tests/unseen.js";
import type { CheckPlan, CommandPlan, OriginalTestsPlan } from "../plan.js";
import { failureKey, type TestFailure } from "../tests/test-run.js";
import { realChanges } from "../workspace/changes.js";
import { type CommandFinding, checkCommand, noStart } from "./command.js";
import { filesRun } from "./honest-tests.js";

/**
 * Runs the tests in a copy of the project, with the test files, configuration and scripts of the start of the run. If
 * none of them was changed, there is nothing to run. Like `honest-tests`, it can only refuse completion.
 */
export async function checkOriginalTests(
  plan: OriginalTestsPlan,
  plans: readonly CheckPlan[],
  scene: CheckContext,
): Promise<Finding> {
  const { sinceStart, baseline, now } = scene;
  const suites = plans.filter((each): each is CommandPlan => each.kind === "command" && ranAtStart(each, scene));
  if (!sinceStart || !baseline || suites.length === 0) return { ...unknown("no test ran at the start"), quiet: true };
  if (sinceStart.problems.length > 0) return unable(plan, sinceStart.problems.join("; "));
  const options = { run: filesRun(plans, scene), allow: plan.allow, allowRemoved: plan.allowRemoved };
  const putBack = await findPutBacks(sinceStart, baseline, options);
  const changes = realChanges(sinceStart);
  const work = new Set(changes.map(({ path }) => path));
  const added = new Set(changes.filter(({ kind }) => kind === "added").map(({ path }) => path));
  const unseen = compareUnseen(baseline.unseen ?? lookAtUnseen(now), lookAtUnseen(now));
  const hidden = unseen.changed.filter((path) => !work.has(path));
  if (putBack.length === 0 && hidden.length === 0 && plan.install.length === 0)
    return passes("tests, their configuration and scripts are unchanged");
  const runner = new CopyRunner(plan, scene, { putBack, unseen, added });
  const results: Compared[] = [];
  for (const suite of suites) results.push(await compareSuite(suite, runner, { putBack, hidden }));
  return conclude(plan, results, { putBack, hidden, logs: runner.logs });
}

/** Whether the suite ran any test at the start. */
function ranAtStart({ name, reads, required }: CommandPlan, { baseline }: CheckContext): boolean {
  const start = baseline?.checks.find((check) => check.name === name);
  if (!start || !required || reads === "status") return false;
  return (start.census?.ran ?? 0) > 0 || start.failing.length > 0;
}

const passes = (detail: string): Finding => ({ state: "holds", detail, required: false });

/** A run is not refused because its tests cannot be run this way, unless the settings refuse unverified work. */
const unable = (plan: OriginalTestsPlan, why: string): Finding => ({
  ...unknown(why),
  required: plan.mustMeasure,
  warnings: [`the tests could not be run as they were at the start: ${why}`],
});

/** Which files of the start the copy has: all, only the configuration, or none. */
type CopyKind = "start" | "config-of-start" | "now";

interface SinceStart {
  readonly putBack: readonly PutBack[];
  readonly unseen: Unseen;
  /** New files. Failures in them are not failures of the tests of the start. */
  readonly added: ReadonlySet<string>;
}

/** Runs suites in copies of the project. */
class CopyRunner {
  readonly logs: CheckLog[] = [];
  readonly #plan: OriginalTestsPlan;
  readonly #scene: CheckContext;
  readonly #sinceStart: SinceStart;

  constructor(plan: OriginalTestsPlan, scene: CheckContext, sinceStart: SinceStart) {
    this.#plan = plan;
    this.#scene = scene;
    this.#sinceStart = sinceStart;
  }

  /** The failing tests, with paths as in the project. */
  async run(suite: CommandPlan, kind: CopyKind): Promise<Ran> {
    const { cwd, now } = this.#scene;
    const [root] = now.roots;
    if (!root) return { is: "unknown", why: "the folder cannot be looked at", failures: [] };
    const { putBack, unseen, added } = this.#sinceStart;
    const wanted = kind === "now" ? [] : putBack.filter(({ measure }) => kind === "start" || measure === "config");
    const copy = await makeCleanCopy({ cwd, root, putBack: wanted, unseen: kind === "now" ? null : unseen });
    try {
      const place = { ...this.#scene, cwd: copy.cwd, logDirectory: this.#logFolder(kind) };
      if (this.#plan.install.length > 0) await this.#install(place);
      const words = suite.words.map((word) => word.replaceAll(`${realPath(cwd)}/`, `${copy.cwd}/`));
      const finding = await checkCommand({ ...suite, words }, place, noStart);
      this.logs.push(...(finding.logs ?? []));
      return withoutAdded(toRan(finding, copy.cwd, pathFrom(root.path, realPath(cwd))), added);
    } finally {
      copy.remove();
    }
  }

  #logFolder(kind: CopyKind): string | null {
    const { logDirectory } = this.#scene;
    return logDirectory === null ? null : pathJoin(logDirectory, `original-tests-${kind}`);
  }

  async #install(place: CheckContext): Promise<void> {
    const { install, timeoutSeconds, origin } = this.#plan;
    const plan: CommandPlan = {
      ...{ kind: "command", name: "install", words: install, env: {}, reads: "status", found: false },
      ...{ required: true, when: "end", timeoutSeconds, origin, parallel: false },
    };
    this.logs.push(...((await checkCommand(plan, place, noStart)).logs ?? []));
  }
}

interface FailedTest {
  readonly key: string;
  /** Relative to the root of the repository; null if the runner names none. */
  readonly file: string | null;
}

interface Ran {
  readonly is: "holds" | "fails" | "unknown";
  readonly why: string;
  readonly failures: readonly FailedTest[];
}

function toRan({ state, detail, tests }: CommandFinding, cwd: string, inside: string): Ran {
  const toFailed = (failure: TestFailure): FailedTest => {
    const file = failure.file?.replace(`${cwd}/`, "").replace(/^\.\//, "") ?? null;
    return { key: failureKey(failure, cwd), file: file === null || inside === "" ? file : `${inside}/${file}` };
  };
  return { is: state, why: detail.replaceAll(`${cwd}/`, ""), failures: tests.failures.map(toFailed) };
}

/** The agent's own tests may need the configuration that was added with them. */
function withoutAdded(ran: Ran, added: ReadonlySet<string>): Ran {
  const failures = ran.failures.filter(({ file }) => file === null || !added.has(file));
  return failures.length === 0 && ran.failures.length > 0 ? { ...ran, is: "holds", failures } : { ...ran, failures };
}

interface Replaced {
  readonly putBack: readonly PutBack[];
  /** Ignored files that were changed. */
  readonly hidden: readonly string[];
}

/** The result of one suite: tests that pass only because of something else than their own file, and changed tests. */
interface Compared {
  readonly vetoes: readonly string[];
  readonly changed: readonly string[];
  readonly unable: string | null;
}

const noFindings: Compared = { vetoes: [], changed: [], unable: null };

async function compareSuite(suite: CommandPlan, runner: CopyRunner, replaced: Replaced): Promise<Compared> {
  const start = await runner.run(suite, "start");
  if (start.is === "holds") return noFindings;
  const control = await runner.run(suite, "now");
  if (control.is !== "holds" && control.failures.length === 0)
    return { ...noFindings, unable: `${suite.name} does not pass in a copy of the project: ${control.why}` };
  const only = without(start.failures, control.failures);
  // The suite may fail without naming a test.
  const named =
    only.length > 0 ? only : start.failures.length > 0 ? [] : [{ key: `${suite.name}: ${start.why}`, file: null }];
  const hasConfig = replaced.hidden.length > 0 || replaced.putBack.some(({ measure }) => measure === "config");
  const byConfig = hasConfig ? await runner.run(suite, "config-of-start") : null;
  return sortFailures(named, { byConfig, control, replaced, suite });
}

const without = (failures: readonly FailedTest[], others: readonly FailedTest[]): readonly FailedTest[] => {
  const keys = new Set(others.map(({ key }) => key));
  return failures.filter(({ key }) => !keys.has(key));
};

interface Sorting {
  readonly byConfig: Ran | null;
  readonly control: Ran;
  readonly replaced: Replaced;
  readonly suite: CommandPlan;
}

/** A test whose own file was changed is reported. A test that fails with its file unchanged passed for another reason. */
function sortFailures(named: readonly FailedTest[], { byConfig, control, replaced, suite }: Sorting): Compared {
  const helped = byConfig === null || byConfig.is === "holds" ? [] : without(byConfig.failures, control.failures);
  const isWholeHelped = byConfig !== null && byConfig.is !== "holds" && byConfig.failures.length === 0;
  const keys = new Set(helped.map(({ key }) => key));
  const rest = named.filter(({ key }) => !keys.has(key));
  const isVeto = (test: FailedTest): boolean => isWholeHelped || !isOfChanged(test, replaced.putBack);
  return {
    vetoes: [
      ...helped.map(({ key }) => key),
      ...(isWholeHelped && rest.length === 0 ? [`${suite.name}: ${byConfig.why}`] : []),
      ...rest.filter(isVeto).map(({ key }) => key),
    ],
    changed: rest.filter((test) => !isVeto(test)).map(({ key }) => key),
    unable: null,
  };
}

const isCode = (path: string): boolean => !/\.(?:snap|json|ya?ml|txt|html?|xml|csv|md|svg|golden|out)$/.test(path);

/** Whether the test's own file, or data that tests compare with, was changed. If its file is unknown, it may be. */
function isOfChanged({ key, file }: FailedTest, putBack: readonly PutBack[]): boolean {
  const tests = putBack.filter(({ measure }) => measure === "test").map(({ path }) => path);
  if (tests.some((path) => !isCode(path))) return true;
  if (file === null) return tests.length > 0;
  return tests.some((path) => path === file || path.endsWith(`/${file}`) || key.includes(stem(path)));
}

const stem = (path: string): string => path.replace(/^.*\//, "").replace(/\.\w+$/, "");

interface Concluding extends Replaced {
  readonly logs: readonly CheckLog[];
}

function conclude(
  plan: OriginalTestsPlan,
  results: readonly Compared[],
  { putBack, hidden, logs }: Concluding,
): Finding {
  const [unableWhy] = results.flatMap(({ unable: why }) => why ?? []);
  const vetoes = results.flatMap((result) => result.vetoes);
  const changed = results.flatMap((result) => result.changed);
  const files = [...new Set([...putBack.map(({ path }) => path), ...hidden])];
  if (vetoes.length > 0) return { ...refuse(vetoes, files), changed, logs };
  if (changed.length > 0 && plan.changed === "refuse")
    return { ...refuse(changed, files), detail: `changed to pass: ${formatTestNames(changed)}`, changed, logs };
  if (unableWhy !== undefined) return { ...unable(plan, unableWhy), logs };
  if (changed.length === 0) return { ...passes("the tests of the start pass, run as at the start"), logs };
  const detail = `changed to pass: ${formatTestNames(changed)}`;
  return { ...passes(detail), warnings: [`${detail}; they fail as they were at the start`], changed, logs };
}

const refuse = (tests: readonly string[], files: readonly string[]): Finding => ({
  state: "fails",
  detail: `${plural(tests.length, "test")} ${tests.length === 1 ? "fails" : "fail"} when run as at the start: ${formatTestNames(tests)}`,
  facts: { tampered: true },
  feedback: [
    [
      `Run with the tests, configuration and scripts of the start of the run, ${tests.length === 1 ? "this test fails" : "these tests fail"}:`,
      ...tests.slice(0, 20).map((test) => `- ${test}`),
      `Put these files back as they were, or make the tests pass with them: ${formatTestNames(files, 10)}`,
    ].join("\n"),
  ],
});
