import { pathFrom, pathJoin, realPath } from "../../../lib/files/folder.js";
import { isRecord } from "../../../lib/json/is-record.js";
import type { CheckContext, CheckLog } from "../../check-context.js";
import { type CommandFinding, toResult } from "../../checks/command.js";
import type { CheckResult } from "../../checks/tests/judge-run.js";
import type { TestCensus } from "../../checks/tests/lost-tests.js";
import { failureKey, type TestFailure } from "../../checks/tests/test-run.js";
import { contentKey } from "../../content-key.js";
import type { KeptResults } from "../../kept-results.js";
import type { CheckPlan, CommandPlan, OriginalTestsPlan } from "../../plan.js";
import { buildFor } from "../without-work/find-build.js";
import type { OldFailure } from "./judge-old-tests.js";
import { digestPutBack, type PutBack } from "./put-back.js";
import { runInCopy } from "./run-in-copy.js";
import type { Unseen } from "./unseen.js";

/**
 * Which files of the start the copy has: all that are measured, those and the new ones, those and the suspects, only the
 * configuration, or none.
 */
export type CopyKind = "start" | "start-with-new" | "start-with-suspects" | "config-of-start" | "now";

export interface SinceStart {
  readonly putBack: readonly PutBack[];
  readonly unseen: Unseen;
  /** Files that are not measured and may be why a test passes, as they were at the start. */
  readonly suspects: readonly PutBack[];
  /** New files. Failures in them are not failures of the tests of the start. */
  readonly added: ReadonlySet<string>;
}

/** With all checks of the run, among which a build may be, and what was measured before. */
type Measuring = SinceStart & { readonly plans: readonly CheckPlan[]; readonly kept?: KeptResults | null };

/** Files that are not put back as they were: with another text, or, where that is null, as they are now. */
export type Instead = ReadonlyMap<string, string | null>;

const replaceSome = (putBack: readonly PutBack[], instead: Instead): readonly PutBack[] =>
  putBack.flatMap((each) => {
    const content = each.isNew ? undefined : instead.get(each.path);
    if (content === undefined) return [each];
    return content === null ? [] : [{ ...each, content }];
  });

/** What a suite came to in a copy, with paths as in the project. */
export interface RanSuite {
  readonly is: "holds" | "fails" | "unknown";
  readonly why: string;
  readonly failures: readonly OldFailure[];
  readonly census: TestCensus;
  readonly result: CheckResult;
  /** Files of the start that something rewrote while it ran: it did not run as at the start. */
  readonly rewritten: readonly string[];
}

/** Runs suites in copies of the project. */
export class CopyRunner {
  readonly logs: CheckLog[] = [];
  readonly #plan: OriginalTestsPlan;
  readonly #scene: CheckContext;
  readonly #sinceStart: Measuring;

  constructor(plan: OriginalTestsPlan, scene: CheckContext, sinceStart: Measuring) {
    this.#plan = plan;
    this.#scene = scene;
    this.#sinceStart = sinceStart;
  }

  /** In words why there is no such copy, or what the suite came to in it, on the very same content before or now. */
  async run(suite: CommandPlan, kind: CopyKind, instead: Instead = new Map()): Promise<RanSuite | string> {
    const { kept = null, unseen } = this.#sinceStart;
    const putBack = digestPutBack(replaceSome(this.#wanted(kind), instead));
    const { words, env, reads } = suite;
    const asked = ["old-tests", words, env, reads, kind, putBack, unseen.changed, this.#plan.install];
    const key = kept && (await contentKey(this.#scene, asked));
    const known = kept && key !== null ? kept.find(key, readRan) : null;
    if (known) return known;
    const ran = await this.#run(suite, kind, instead);
    if (kept && key !== null && isWorthKeeping(ran)) kept.keep(key, ran);
    return ran;
  }

  async #run(suite: CommandPlan, kind: CopyKind, instead: Instead): Promise<RanSuite | string> {
    const { cwd, now } = this.#scene;
    const [root] = now.roots;
    if (!root) return "the folder cannot be looked at";
    const { unseen, added } = this.#sinceStart;
    const scene = { ...this.#scene, logDirectory: this.#logFolder(instead.size > 0 ? `${kind}-again` : kind) };
    const { install } = this.#plan;
    const ran = await runInCopy(suite, scene, {
      ...{ root, putBack: replaceSome(this.#wanted(kind), instead), unseen: kind === "now" ? null : unseen },
      build: buildFor(suite, { cwd, plans: this.#sinceStart.plans }),
      ...(install.length > 0 ? { prepare: this.#toInstall() } : {}),
    });
    if (typeof ran === "string") return ran;
    this.logs.push(...(ran.prepared?.logs ?? []), ...(ran.finding.logs ?? []));
    return withoutAdded(toRan(suite, ran, pathFrom(root.path, realPath(cwd))), added);
  }

  #wanted(kind: CopyKind): readonly PutBack[] {
    const { putBack, suspects } = this.#sinceStart;
    switch (kind) {
      case "start":
        return putBack;
      case "start-with-new":
        return putBack.filter(({ isNew, measure, standsIn }) => !isNew || (measure === "config" && !standsIn));
      case "start-with-suspects":
        return [...suspects, ...putBack];
      case "config-of-start":
        return putBack.filter(({ measure }) => measure === "config");
      case "now":
        return [];
    }
  }

  #logFolder(kind: string): string | null {
    const { logDirectory } = this.#scene;
    return logDirectory === null ? null : pathJoin(logDirectory, `original-tests-${kind}`);
  }

  #toInstall(): CommandPlan {
    const { install, timeoutSeconds, origin } = this.#plan;
    return {
      ...{ kind: "command", name: "install", words: install, env: {}, reads: "status", found: false, network: true },
      ...{ required: true, when: "end", timeoutSeconds, origin, parallel: false },
    };
  }
}

/** A failure is not kept: it may be flaky, or the machine's. */
const isWorthKeeping = (ran: RanSuite | string): ran is RanSuite => typeof ran !== "string" && ran.is === "holds";

const readRan = (value: unknown): RanSuite | null =>
  isRecord(value) && Array.isArray(value["failures"]) && isRecord(value["census"]) && isRecord(value["result"])
    ? (value as unknown as RanSuite)
    : null;

interface InCopy {
  readonly finding: CommandFinding;
  readonly cwd: string;
  readonly rewritten: readonly string[];
}

function toRan(suite: CommandPlan, { finding, cwd, rewritten }: InCopy, inside: string): RanSuite {
  const { state, detail, tests, census } = finding;
  const toFailed = (failure: TestFailure): OldFailure => {
    const named = failure.file?.replace(`${cwd}/`, "").replace(/^\.\//, "") ?? null;
    // A runner that cannot load a file names its own place for it.
    const file = named?.startsWith("/") ? null : named;
    const key = failureKey(failure, cwd);
    const at = file === null || inside === "" ? file : `${inside}/${file}`;
    return { key, name: failure.name.replaceAll(`${cwd}/`, ""), file: at, message: failure.message };
  };
  const why = detail.replaceAll(`${cwd}/`, "");
  const result = toResult(suite, finding, cwd);
  return { is: state, why, failures: tests.failures.map(toFailed), census, result, rewritten };
}

/** The agent's own tests may need the configuration that was added with them. */
function withoutAdded(ran: RanSuite, added: ReadonlySet<string>): RanSuite {
  const failures = ran.failures.filter(({ file }) => file === null || !added.has(file));
  return failures.length === 0 && ran.failures.length > 0 ? { ...ran, is: "holds", failures } : { ...ran, failures };
}
