import { errorMessage } from "../../../lib/errors.js";
import { describeWriteError } from "../../../lib/files/explain-write.js";
import { pathFrom, pathJoin, realPath } from "../../../lib/files/folder.js";
import type { CheckContext, CheckLog } from "../../check-context.js";
import { toResult } from "../../checks/command.js";
import type { CheckResult } from "../../checks/tests/judge-run.js";
import type { CommandPlan } from "../../plan.js";
import type { CopyOptions } from "../original-tests/clean-copy.js";
import { WorkCopy } from "../original-tests/work-copy.js";
import type { CopiedFile } from "./experiment.js";
import type { BuildFinder } from "./find-build.js";

export interface LabTerms
  extends Pick<CheckContext, "cwd" | "signal" | "logDirectory" | "room" | "newTestReader">,
    Omit<CopyOptions, "cwd" | "unseen" | "signal"> {
  /** Runs the tests concerned. */
  readonly plan: CommandPlan;
  /** Builds what the tests import, after each change of the copy. */
  readonly build: BuildFinder;
  /** Files that differ in every run. */
  readonly always: readonly CopiedFile[];
  /** Folders that the tests write to, beside the copy. */
  readonly shows?: readonly string[];
  /** Milliseconds that are left for all of it. */
  left(): number;
}

export type LabRun =
  | { readonly is: "ran"; readonly result: CheckResult; readonly milliseconds: number }
  /** Longer than it may take: the tests wait for something that no longer comes. */
  | { readonly is: "hung" }
  | Unmeasured;

export interface Unmeasured {
  readonly is: "unmeasured";
  readonly why: string;
  /** It was only the time that was short: later it may be tried again. */
  readonly ranOut?: true;
}

const interrupted: Unmeasured = { is: "unmeasured", why: "it was interrupted", ranOut: true };
export const outOfTime: Unmeasured = {
  is: "unmeasured",
  why: "there was no time left for it (proofSeconds)",
  ranOut: true,
};

const unmeasured = (why: string): LabRun => ({ is: "unmeasured", why });

/** One copy of the project in which tests run again and again, each time with some files changed. */
export class Lab {
  readonly logs: CheckLog[] = [];
  readonly #terms: LabTerms;
  /** In words why there is none. */
  #copy: WorkCopy | string;
  #runs = 0;

  private constructor(terms: LabTerms, copy: WorkCopy | string) {
    this.#terms = terms;
    this.#copy = copy;
  }

  static async open(terms: LabTerms): Promise<Lab> {
    const { cwd, root, putBack, build, signal, left, room } = terms;
    return new Lab(
      terms,
      await WorkCopy.open({ cwd, root, putBack, unseen: null, build, signal, left, parent: room.copies }),
    );
  }

  /** Runs the tests with these files in the copy, which is as before afterwards. `limit` is in milliseconds. */
  async run(files: readonly CopiedFile[], limit: number): Promise<LabRun> {
    const copy = this.#copy;
    if (typeof copy === "string") return unmeasured(copy);
    if (this.#terms.signal?.aborted) return interrupted;
    if (this.#terms.left() <= 0) return outOfTime;
    try {
      for (const { path, text } of [...this.#terms.always, ...files]) copy.put(path, text);
      const ran = await this.#measure(copy, limit);
      return this.#terms.signal?.aborted ? interrupted : ran;
    } catch (error) {
      return unmeasured(`the copy cannot be changed: ${describeWriteError(error) ?? errorMessage(error)}`);
    } finally {
      this.#restore(copy, files);
    }
  }

  close(): void {
    if (typeof this.#copy !== "string") this.#copy.remove();
  }

  #restore(copy: WorkCopy, files: readonly CopiedFile[]): void {
    try {
      for (const { path } of files) copy.restore(path);
    } catch (error) {
      copy.remove();
      this.#copy = `the copy cannot be changed: ${describeWriteError(error) ?? errorMessage(error)}`;
    }
  }

  async #measure(copy: WorkCopy, limit: number): Promise<LabRun> {
    const { plan, signal, logDirectory, room, shows = [], newTestReader, left } = this.#terms;
    const logs = logDirectory === null ? null : pathJoin(logDirectory, `without-work-${++this.#runs}`);
    const limited = { ...plan, timeoutSeconds: Math.max(1, Math.ceil(limit / 1000)) };
    const finding = await copy.run(limited, { signal, room, shows, logDirectory: logs, newTestReader });
    if (typeof finding === "string") return unmeasured(finding);
    this.logs.push(...(finding.logs ?? []));
    const [log] = finding.logs ?? [];
    if (log?.ending.is === "timed-out") return left() <= 0 ? outOfTime : { is: "hung" };
    return { is: "ran", result: toResult(plan, finding, copy.cwd), milliseconds: log?.durationMs ?? 0 };
  }
}

/** A path from the project's folder as one from the root of its repository. */
export const fromRoot = (root: string, cwd: string, path: string): string =>
  pathFrom(root, pathJoin(realPath(cwd), path));
